"""Chooses an option of GTK 4's drop-down, as a person does: opens it, goes to the option by keys, and takes it.

It has no name, no Selection and, while it is closed, no options. What it shows is a text inside of its button.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..app_state import answers, questions
from ..atspi import Ref
from . import requests
from .actions import VERBS, action_names, number_of
from .asking import Asker
from .bus import Actor
from .choosing import LEVELS, NODES_MAX, OPENED_S
from .hands import Hands
from .nodes import Node, children_of, read_nodes
from .set_text import not_arrived, press

#: Levels between the element and the options of its list, beside those of the list itself: popover, content, scroll pane.
POPOVER_LEVELS = 4


class DropDown:
    def __init__(self, asker: Asker, actor: Actor, hands: Hands, node: Node, window_id: int) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._node = node
        self._window_id = window_id

    def chosen(self) -> str | None:
        """What its button shows."""
        button = self._button()
        return self._texts([button.ref])[0] if button else None

    def choose(self, value: str) -> str:
        """The way it was done. Raises CONFLICT `not_arrived`: no such option, or it was not taken; the list is closed then."""
        if self.chosen() == value:
            return "unchanged"
        self._hands.activate(self._window_id, self._asker.call)
        self._open()
        if not self._take(value):
            press(self._hands, self._asker, "Escape")
            self._asker.eventually(lambda: not self._hands.has_popup(self._window_id))
            raise not_arrived()
        if not self._asker.eventually(lambda: self.chosen() == value):
            raise not_arrived()
        return "keyboard"

    def _open(self) -> None:
        button = self._button()
        number = number_of(action_names(self._asker, button), *VERBS) if button else None
        if button is None or number is None or not self._actor.has_done(requests.do_action(number), button.ref):
            raise not_arrived()
        if not self._asker.eventually(lambda: self._hands.has_popup(self._window_id), OPENED_S):
            raise not_arrived()

    def _take(self, value: str) -> bool:
        """GTK makes options only as far as they are in sight, so the one has to say that it is the one before it is taken."""
        self._asker.eventually(lambda: any(node.has("focused") for node in self._options()), OPENED_S)  # keys go to the list
        names = self._asker.eventually(self._names, OPENED_S)
        if value not in names:
            return False
        press(self._hands, self._asker, "Home", *["Down"] * names.index(value))
        self._hands.settle(self._asker.call)  # on the way other options are the one for a moment
        if not self._asker.eventually(lambda: self._selected() == value):
            return False
        press(self._hands, self._asker, "Return")
        return True

    def _button(self) -> Node | None:
        nodes = read_nodes(self._asker, children_of(self._asker, self._node.ref))
        return next((node for node in nodes if node and node.role in ("push button", "toggle button")), None)

    def _names(self) -> list[str]:
        """Of the options, in their order; [] as long as they have no place in the list."""
        names = self._texts([node.ref for node in self._options()])
        return names if any(names) else []

    def _selected(self) -> str | None:
        selected = [node.ref for node in self._options() if node.has("selected")]
        return self._texts(selected)[0] if selected else None

    def _options(self) -> list[Node]:
        level = [self._node.ref]
        for _ in range(LEVELS + POPOVER_LEVELS):
            nodes = [node for _, node in self._below(list(enumerate(level)))]
            options = [node for node in nodes if node.role == "list item"]
            if options:
                return options
            level = [node.ref for node in nodes]
        return []

    def _texts(self, refs: Sequence[Ref]) -> list[str]:
        """Of each, the first text in it that takes room: one for "nothing chosen" is always there."""
        found = [""] * len(refs)
        level = list(enumerate(refs))
        for _ in range(LEVELS):
            nodes = self._below(level)
            labels = [(owner, node) for owner, node in nodes if node.role == "label" and node.name]
            replies = self._asker.all([(questions.EXTENTS, node.ref) for _, node in labels])
            for (owner, node), reply in zip(labels, replies, strict=True):
                place = answers.rectangle(reply)
                if place and place[2] > 0 and place[3] > 0:
                    found[owner] = found[owner] or node.name
            level = [(owner, node.ref) for owner, node in nodes]
        return found

    def _below(self, level: Sequence[tuple[int, Ref]]) -> list[tuple[int, Node]]:
        """The children of all of these, each with the number of its parent."""
        replies = self._asker.all([(questions.CHILDREN, ref) for _, ref in level])
        children = [
            (owner, child)
            for (owner, ref), reply in zip(level, replies, strict=True)
            for child in answers.refs(reply) or []
            if child[0] == ref[0]
        ][:NODES_MAX]
        nodes = read_nodes(self._asker, [child for _, child in children])
        return [(owner, node) for (owner, _), node in zip(children, nodes, strict=True) if node]
