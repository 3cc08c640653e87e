"""An element of a state, found again: by its key, else by window and path; either only if it still is what it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....errors import NOT_FOUND, RpcError, conflict
from .. import atspi
from ..app_state import answers, questions
from ..app_state.app_windows import TopLevel, match_windows
from ..app_state.registry import BusApp
from ..app_state.top_levels import read_top_levels
from ..app_state.xwindows import XWindows
from ..atspi import Ref
from . import requests
from .asking import Asker
from .nodes import Node, is_object, read_node

#: What the bus accepts as a name and a path: anything else would make it close the connection.
KEY = re.compile(r"(:[0-9]+\.[0-9]+)\|((?:/[A-Za-z0-9_]+)+)(?:#r[0-9]+)?", re.ASCII)
ROW = re.compile(r"r([0-9]{1,9})", re.ASCII)
APPS_MAX = 1_000
ROWED = frozenset(("table", "tree", "tree table", "list", "list box"))


@dataclass(frozen=True)
class Element:
    """As the state's record has it. `frame`: x, y, width, height from the window's corner."""

    key: str | None
    window_index: int
    path: tuple[int | str, ...]
    role: str
    name: str
    frame: tuple[float, float, float, float] | None
    toolkit: str

    @classmethod
    def parse(cls, value: dict[str, Any]) -> Element:
        frame = value["frame"]
        return cls(
            value["key"], value["windowIndex"], tuple(value["path"]), value["role"], value["name"],
            tuple(frame) if frame else None, value["toolkit"],
        )

    @property
    def ref(self) -> Ref | None:
        found = KEY.fullmatch(self.key or "")
        return (found[1], found[2]) if found else None

    @property
    def row(self) -> int | None:
        """The number of a row that the collector made up of cells: its object is the table."""
        return row_of(self.path[-1]) if self.path else None

    def is_still(self, node: Node) -> bool:
        if self.row is not None:
            return node.role in ROWED
        if node.role != self.role:
            return False
        # A password's name may be its text, which no record has.
        return node.name == self.name or node.role == "password text" and self.name == ""


@dataclass(frozen=True)
class Found:
    """`node` is the table where `row` is given."""

    element: Element
    node: Node
    app: BusApp
    row: int | None = None


def row_of(step: int | str) -> int | None:
    found = ROW.fullmatch(str(step))
    return int(found[1]) if found else None


def stale() -> RpcError:
    return conflict("stale_element", "the element is no longer there, or is another one now")


class Finder:
    """`windows`: to know which of an application's objects is which window."""

    def __init__(self, windows: XWindows) -> None:
        self._windows = windows
        self._pids: dict[str, int | None] = {}

    def app(self, pid: int, asker: Asker) -> BusApp | None:
        """None: it is not on the bus."""
        listed = [ref for ref in answers.refs(asker.one(questions.CHILDREN, atspi.REGISTRY)) or [] if is_object(ref)][:APPS_MAX]
        new = [ref[0] for ref in listed if ref[0] not in self._pids]
        owners = asker.all([(requests.OWNER.of(name), requests.BUS) for name in new])
        known = {**self._pids, **{name: answers.number(reply) for name, reply in zip(new, owners, strict=True)}}
        self._pids = {ref[0]: known[ref[0]] for ref in listed}
        return next((BusApp(ref, pid) for ref in listed if known[ref[0]] == pid), None)

    def find(self, element: Element, app: BusApp, window_id: int, asker: Asker) -> Found:
        """Raises CONFLICT `stale_element`."""
        node = self._by_key(element, app, asker) or self._by_path(element, app, window_id, asker)
        if node is None:
            raise stale()
        return Found(element, node, app, element.row)

    def root(self, app: BusApp, window_id: int, asker: Asker) -> TopLevel | None:
        windows = [window for window in self._windows.managed() if window.pid == app.pid]
        if not any(window.id == window_id for window in windows):
            raise RpcError(NOT_FOUND, "the application has no such window", {"reason": "window"})
        return match_windows(windows, [], read_top_levels(asker, app.ref), window_id).root_of(window_id)

    def _by_key(self, element: Element, app: BusApp, asker: Asker) -> Node | None:
        ref = element.ref
        if ref is None or ref[0] != app.ref[0]:
            return None
        node = read_node(asker, ref)
        return node if node and element.is_still(node) else None

    def _by_path(self, element: Element, app: BusApp, window_id: int, asker: Asker) -> Node | None:
        if element.window_index != 0:
            return None  # the order of popups means nothing
        root = self.root(app, window_id, asker)
        steps = element.path if element.row is None else element.path[:-1]
        ref = self._walk(root.ref, steps, asker) if root else None
        node = read_node(asker, ref) if ref else None
        return node if node and element.is_still(node) else None

    def _walk(self, root: Ref, steps: Sequence[int | str], asker: Asker) -> Ref | None:
        """Below a row that was made up, the next step is the column."""
        at: Ref = root
        row: int | None = None
        for step in steps:
            if row is None and (row := row_of(step)) is not None:
                continue
            request = requests.child(int(step)) if row is None else requests.cell_at(row, int(step))
            ref = answers.ref(asker.one(request, at))
            if not is_object(ref) or ref[0] != root[0]:
                return None
            at, row = ref, None
        return at if row is None else None
