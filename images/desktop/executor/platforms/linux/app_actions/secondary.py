"""An action by its name, and those that a state offers without the toolkit having them: Raise, Scroll and Expand."""

from __future__ import annotations

from ....errors import conflict
from ..app_state import answers
from ..keynames import keysym_of_name
from . import requests
from .actions import action_names
from .asking import Asker
from .bus import Actor
from .clicking import Clicker
from .elements import Found
from .hands import DIRECTIONS, Hands
from .nodes import Node, is_object, read_nodes
from .places import COLUMNS_MAX
from .scrolling import Scroller

#: The key that does it on the current row of a tree.
UNFOLDING = {"expand": ("Right", True), "collapse": ("Left", False)}


class Performer:
    def __init__(
        self, asker: Asker, actor: Actor, hands: Hands, clicker: Clicker, scroller: Scroller, found: Found, window_id: int
    ) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._clicker = clicker
        self._scroller = scroller
        self._found = found
        self._window_id = window_id

    def perform(self, action: str) -> str:
        """How it was done. Raises CONFLICT `no_action` when the element has none of this name."""
        wanted = action.strip().lower()
        for node in self._nodes():
            names = action_names(self._asker, node)
            if wanted in names:
                if not self._actor.has_done(requests.do_action(names.index(wanted)), node.ref):
                    raise conflict("not_arrived", "the element refuses the action")
                return "action"
        if wanted == "raise":
            self._hands.activate(self._window_id, self._asker.call)
            return "raise"
        verb, _, direction = wanted.partition(" ")
        if verb == "scroll" and direction in DIRECTIONS:
            return self._scroller.scroll(direction, 1)
        if wanted in UNFOLDING:
            return self._unfold(*UNFOLDING[wanted])
        raise conflict("no_action", "the element has no such action")

    def _nodes(self) -> list[Node]:
        """The element; of a row that was made up its cells, whose actions are the row's."""
        if self._found.row is None:
            return [self._found.node]
        table, row = self._found.node.ref, self._found.row
        replies = self._asker.all([(requests.cell_at(row, at), table) for at in range(COLUMNS_MAX)])
        cells = [ref for reply in replies if is_object(ref := answers.ref(reply)) and ref[0] == table[0]]
        return [node for node in read_nodes(self._asker, cells) if node]

    def _unfold(self, key: str, is_expanded: bool) -> str:
        """Qt: makes it the current row by a click, and presses the key that unfolds it."""
        self._clicker.point_at(self._found)
        self._hands.settle(self._asker.call)
        self._hands.keyboard.chord([keysym_of_name(key, "")], self._asker.call)
        if not self._asker.eventually(lambda: any(node.has("expanded") == is_expanded for node in self._nodes()[:1])):
            raise conflict("not_arrived", "the row stays as it was")
        return "keyboard"
