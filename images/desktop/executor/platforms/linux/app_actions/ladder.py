"""A left click on an element: the toolkit's own ways first, the pointer last. The rungs are those of APP_STATE.md, section 6.

Two differ, because a click must not press what nobody named: a window is raised before its descendants are looked at, and
what takes text is clicked by the pointer at once, which puts the caret there.
"""

from __future__ import annotations

from collections.abc import Container

from ..app_state import answers, questions
from ..atspi import Ref
from . import requests
from .actions import action_names, click_number, is_field, number_of
from .asking import Asker
from .bus import Actor
from .elements import Found, row_of
from .nodes import Node, children_of, is_object, read_node, read_nodes

WINDOWS = frozenset(("frame", "window", "dialog", "alert", "file chooser", "color chooser", "font chooser"))
ROWS = frozenset(("table row", "tree item", "list item"))
DRAWN = frozenset(("canvas", "drawing area"))
#: Double clicks that the toolkit can do by itself.
ACTIVATED = ROWS | frozenset(("icon", "table cell"))
LEVELS, NODES_MAX, HITS_MAX = 3, 300, 60


class Ladder:
    """For one element. Every rung returns how it was done, or None."""

    def __init__(self, asker: Asker, actor: Actor, found: Found) -> None:
        self._asker = asker
        self._actor = actor
        self._found = found
        self._toolkit = found.element.toolkit

    @property
    def is_drawn(self) -> bool:
        return self._found.node.role in DRAWN

    @property
    def is_window(self) -> bool:
        return self._found.element.path == () and self._found.node.role in WINDOWS

    def select(self) -> str | None:
        """A native row of a list or table."""
        return self._select_at(*self._place_in_container(ROWS))

    def press(self) -> str | None:
        return "action" if self._found.row is None and self._press(self._found.node) else None

    def press_below(self) -> str | None:
        """A descendant that can be clicked, three levels down at most."""
        if self._found.row is not None or is_field(self._found.node):
            return None
        level = [self._found.node.ref]
        looked_at = 0
        for _ in range(LEVELS):
            refs = [child for ref in level for child in children_of(self._asker, ref) if child[0] == ref[0]]
            nodes = [node for node in read_nodes(self._asker, refs[: NODES_MAX - looked_at]) if node and self._is_shown(node)]
            if any(self._press(node) for node in nodes):
                return "action"
            looked_at += len(nodes)
            level = [node.ref for node in nodes if not node.has("manages-descendants")]
            if not level or looked_at >= NODES_MAX:
                break
        return None

    def press_hit(self, x: int, y: int) -> str | None:
        """What lies under this point, if it can be clicked."""
        if self._found.row is not None or is_field(self._found.node):
            return None
        node = read_node(self._asker, self._deepest_at(x, y))
        is_other = node is not None and node.ref != self._found.node.ref
        return "hit_test" if node and is_other and self._press(node) else None

    def activate(self) -> str | None:
        """A double click on a row, an icon or a cell; what it opens is selected, as by its first click."""
        node: Node | None = self._found.node
        if self._found.row is not None:
            cell = answers.ref(self._asker.one(requests.cell_at(self._found.row, 0), self._found.node.ref))
            node = read_node(self._asker, cell) if is_object(cell) and cell[0] == self._found.node.ref[0] else None
        if node is None or node.role not in ACTIVATED:
            return None
        number = number_of(action_names(self._asker, node), "activate")
        if number is None:
            return None
        self._select_at(*self._place_in_container(ACTIVATED))
        return "action" if self._actor.has_done(requests.do_action(number), node.ref) else None

    def show_menu(self) -> str | None:
        """The context menu, where the toolkit opens it by itself."""
        if self._found.row is not None:
            return None
        number = number_of(action_names(self._asker, self._found.node), "showcontextmenu", "showmenu")
        done = number is not None and self._actor.has_done(requests.do_action(number), self._found.node.ref)
        return "action" if done else None

    def _select_at(self, container: Node | None, number: int) -> str | None:
        if container is None:
            return None
        asker, ref = self._asker, container.ref
        is_row = "Table" in container.interfaces
        question = requests.is_row_selected(number) if is_row else requests.is_child_selected(number)
        self._actor.do(requests.CLEAR_SELECTION, ref)  # GTK 3 does not say that a table takes several
        if is_row:
            self._actor.do(requests.add_row_selection(number), ref)
        else:
            self._actor.do(requests.select_child(number), ref)
        return "selection" if answers.flag(asker.one(question, ref)) else None

    def _press(self, node: Node) -> bool:
        number = click_number(self._asker, node, self._toolkit)
        return number is not None and self._actor.has_done(requests.do_action(number), node.ref)

    def _place_in_container(self, roles: Container[str]) -> tuple[Node | None, int]:
        """The list or table of a native row, or of something else with one of these roles, and its number there; a cell's is
        its row's."""
        found = self._found
        if found.row is not None:
            return found.node, found.row
        if found.node.role not in roles or self._toolkit == "chromium":
            return None, 0
        parent, index = self._asker.all(
            [(questions.PARENT, found.node.ref), (requests.INDEX_IN_PARENT, found.node.ref)]
        )
        values, number = answers.read(parent, "v"), answers.number(index)
        if found.node.role == "table cell":
            number = next((row for step in found.element.path[-2:-1] if (row := row_of(step)) is not None), None)
        ref = values[0] if values else None
        if type(ref) is not tuple or not is_object(ref) or ref[0] != found.node.ref[0] or number is None or number < 0:
            return None, 0
        container = read_node(self._asker, ref)
        return (container, number) if container and "Selection" in container.interfaces else (None, 0)

    def _is_shown(self, node: Node) -> bool:
        """GTK 4 says of nothing below a window that it is showing."""
        return node.has("showing") or self._toolkit == "gtk4" and node.has("visible")

    def _deepest_at(self, x: int, y: int) -> Ref:
        """ATK descends one level for each question."""
        at = self._found.node.ref
        seen = {at}
        for _ in range(HITS_MAX):
            below = answers.ref(self._asker.one(requests.at_point(x, y), at))
            if not is_object(below) or below in seen or below[0] != at[0]:
                break
            seen.add(below)
            at = below
        return at
