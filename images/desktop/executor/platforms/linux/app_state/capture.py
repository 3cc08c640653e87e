"""One capture: from the windows of an application to its abstract tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..atspi import Ref
from ..dbus import Connection
from .app_windows import AppWindows
from .asking import Asking, gone
from .choices import take_choices
from .clips import all_nodes
from .details import Details, selected_text, take_web_ids
from .extras import add_extra_actions
from .gtk2_menus import show_open_menus
from .item_reader import ItemReader
from .level_reader import LevelReader
from .long_lists import cut_long_lists, deciding_nodes
from .managed import complete_rows, fill_managed
from .nodes import Node
from .popups import lift_open_lists
from .repairs import move_gtk4_popovers, shift_gtk4, shift_office
from .tree_json import Snapshot, snapshot_of
from .unseen import unseen_texts
from .xwindows import XWindow

#: Toolkits whose applications list all their objects at once.
LISTING = frozenset(("gtk2", "gtk3", "chromium"))
RELIABILITY = {"gtk2": "high", "gtk3": "high", "qt": "high", "chromium": "high", "gtk4": "medium"}
#: Named by people, the others may show what was typed.
NAMED_IN_SECRETS = frozenset(("push button", "toggle button", "check box", "icon", "image"))


@dataclass
class AppTree:
    """How an application's tree is read, kept from capture to capture. `extras`: as in Details."""

    connection: Connection
    toolkit: str
    is_office: bool
    extras: Sequence[str]
    levels: LevelReader
    items: ItemReader

    @property
    def frame_reliability(self) -> str:
        return "medium" if self.is_office else RELIABILITY.get(self.toolkit, "low")

    def capture(self, asking: Asking, app: dict[str, Any], windows: AppWindows, unseen: bool = False) -> Snapshot:
        """`unseen`: with the texts of web pages that are out of sight. Raises RpcError like `asking`, and NOT_FOUND `window` when the window has gone meanwhile."""
        assert windows.root is not None
        tops = [(windows.root, windows.main), *windows.popups]
        found = self._read_tree(asking, [top.ref for top, _ in tops], unseen)
        if found[0] is None:
            raise gone("window")
        roots = [root for root in found if root is not None]
        if self.toolkit == "gtk2":
            show_open_menus(asking, roots, windows.unmanaged)
        details = Details(asking, self.toolkit, self.extras)
        deciding = deciding_nodes(roots)
        if deciding:
            details.read_extents(deciding)
            cut_long_lists(roots)
        details.read_places(all_nodes(roots))
        self._repair(roots, found, [window for _, window in tops], windows.unmanaged)
        details.read_places(fill_managed(asking, roots))
        if self.toolkit == "qt":
            lift_open_lists(roots, windows.unmanaged)
        nodes = all_nodes(roots)
        secret = _blank_secrets(roots)
        details.read_rest([node for node in nodes if node.ref not in secret or node.role in NAMED_IN_SECRETS])
        if self.toolkit == "chromium":
            take_web_ids(roots)
        elif self.toolkit == "gtk4":
            take_choices(roots)
        complete_rows(roots)
        add_extra_actions(roots)
        title = windows.main.title if windows.main else windows.root.name
        texts = unseen_texts(asking, nodes, self.items) if unseen else []
        return snapshot_of(app, title, roots, selected_text(asking, nodes, secret), texts)

    def _read_tree(self, asking: Asking, refs: list[Ref], names_all: bool) -> list[Node | None]:
        found = self.items.read(asking, refs, names_all) if self.toolkit in LISTING else None
        if found is None:
            found = self.levels.read(asking, refs)
        by_ref = {node.ref: node for node in found}
        return [by_ref.get(ref) for ref in refs]

    def _repair(
        self, roots: list[Node], found: list[Node | None], windows: list[XWindow | None], unmanaged: Sequence[XWindow]
    ) -> None:
        if self.toolkit == "gtk4":
            shift_gtk4(roots, [window for root, window in zip(found, windows, strict=True) if root is not None])
            move_gtk4_popovers(roots[0], unmanaged)
        elif self.is_office and roots:
            shift_office(roots[0])


def _blank_secrets(roots: Sequence[Node]) -> frozenset[Ref]:
    """What is in a password field says nothing, whatever the toolkit lets it say."""
    inside: set[Ref] = set()
    for node in all_nodes(roots):
        if node.role == "password text" or node.ref in inside:
            inside.update(child.ref for child in node.children)
        if node.ref in inside and node.role not in NAMED_IN_SECRETS:
            node.name = node.description = ""
    return frozenset(inside)
