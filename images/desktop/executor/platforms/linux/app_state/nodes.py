"""One accessible object as it is read, step by step, for one capture."""

from __future__ import annotations

from ..atspi import Ref
from .names import STATE_BITS

#: What is read of a tree at most. With what `managed` adds it stays below the 100,000 that the renderer takes.
NODES_MAX = 90_000
#: Levels below the window; the renderer refuses more.
DEPTH_MAX = 590
SHOWING, VISIBLE, MANAGES = (STATE_BITS[name] for name in ("showing", "visible", "manages-descendants"))

LISTS = frozenset(("list", "list box", "description list", "tree", "tree table", "table"))
ROWS = frozenset(("list item", "tree item", "table row"))


class Node:
    """`count`: children in all, -1 where it was not said. `index`: position among the parent's children.
    `children`: those that are kept, in order. `row`: number of a row that we made of cells; it has no object of its own.
    `popup`: the closed list of a combo box. `is_made`: the toolkit may make another object of it the next time.
    `shift`: what was added to the y that the application says, in pixels.
    What is below is read for nodes that can be shown: None where it was not asked, or has no such thing.
    """

    __slots__ = (
        "actions",
        "attributes",
        "characters",
        "children",
        "count",
        "description",
        "extents",
        "extra_actions",
        "first_row",
        "help",
        "id",
        "index",
        "interfaces",
        "is_label",
        "is_made",
        "keys",
        "labelled_by",
        "name",
        "parent_ref",
        "popup",
        "ref",
        "role",
        "row",
        "rows",
        "selected",
        "shift",
        "states",
        "text",
        "url",
        "value",
    )

    def __init__(self, ref: Ref) -> None:
        self.ref = ref
        self.role = "unknown"
        self.name = self.description = ""
        self.states = self.interfaces = 0
        self.count = -1
        self.parent_ref: Ref | None = None
        self.index = 0
        self.children: list[Node] = []
        self.row: int | None = None
        self.extents: tuple[int, int, int, int] | None = None
        self.actions: list[str] | None = None
        self.extra_actions: list[str] | None = None
        self.keys: list[str] | None = None
        self.text: str | None = None
        self.characters = 0
        self.value: float | None = None
        self.attributes: dict[str, str] | None = None
        self.url: str | None = None
        self.help: str | None = None
        self.id: str | None = None
        self.labelled_by: str | None = None
        self.is_label = False
        self.selected: str | None = None
        self.rows: int | None = None
        self.first_row: int | None = None
        self.popup: Ref | None = None
        self.is_made = False
        self.shift = 0
