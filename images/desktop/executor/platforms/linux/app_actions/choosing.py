"""Chooses an option of a pop up button: by the Selection interface, by keys, or by opening it, as the toolkit allows."""

from __future__ import annotations

from ..app_state import answers, questions
from ..atspi import NULL_PATH, Ref
from . import requests
from .actions import VERBS, action_names, number_of
from .asking import Asker
from .bus import Actor
from .hands import Hands
from .nodes import Node, children_of, read_node, read_nodes
from .set_text import not_arrived, press

OPTIONS = frozenset(("menu item", "check menu item", "radio menu item", "list item", "table cell", "tree item"))
LEVELS, NODES_MAX = 6, 5_000
#: How long a list takes to open, in seconds.
OPENED_S = 2.0


class Chooser:
    def __init__(self, asker: Asker, actor: Actor, hands: Hands, node: Node, window_id: int, toolkit: str) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._node = node
        self._window_id = window_id
        self._toolkit = toolkit
        self._is_gtk = toolkit in ("gtk2", "gtk3") and "Selection" in node.interfaces

    def chosen(self) -> str | None:
        """The option that is chosen now: the one that says so, or that the toolkit calls selected, else the element's own name.
        Qt's always is the last, and its closed list may still have another one selected."""
        options = [] if self._toolkit == "qt" else self._options()
        option = next((node for node in options if node.has("selected")), None)
        if option:
            return option.name
        selected = answers.ref(self._asker.one(questions.FIRST_SELECTED, self._node.ref)) if "Selection" in self._node.interfaces else None
        if self._is_gtk and selected and selected[1] == NULL_PATH:
            return None  # its name still is that of the option that was chosen last
        node = read_node(self._asker, selected) if selected and selected[0] == self._node.ref[0] else None
        if node and node.name:
            return node.name
        node = read_node(self._asker, self._node.ref)
        return node.name if node else None

    def choose(self, value: str) -> str:
        """The way it was done. Raises CONFLICT `not_arrived`: no such option, or it was not taken."""
        if self.chosen() == value:
            return "unchanged"
        if self._toolkit == "qt":
            how = self._by_keys(value)
        elif self._is_gtk:
            how = self._by_selection(value)
        else:
            how = self._by_option(value)
        if not self._asker.eventually(lambda: self.chosen() == value):
            raise not_arrived()
        return how

    def _by_selection(self, value: str) -> str:
        options = self._options()
        number = next((number for number, node in enumerate(options) if node.name == value), None)
        if number is None:
            raise not_arrived()
        if options[number].role != "table cell":  # separators count
            number = answers.number(self._asker.one(requests.INDEX_IN_PARENT, options[number].ref)) or 0
        self._actor.do(requests.select_child(number), self._node.ref)
        return "selection"

    def _by_keys(self, value: str) -> str:
        """Qt: its pop up buttons do not take the keyboard on request, their open lists do. Return goes nowhere but to a list."""
        names = [node.name for node in self._options() if node.has("selectable")]  # the keys pass over separators
        if value not in names:
            raise not_arrived()
        self._hands.activate(self._window_id, self._asker.call)
        self._act(self._node)
        if not self._asker.eventually(lambda: self._hands.has_popup(self._window_id), OPENED_S):
            raise not_arrived()
        press(self._hands, self._asker, "Home", *["Down"] * names.index(value))
        self._hands.settle(self._asker.call)  # on the way other options are the one for a moment
        is_there = self._asker.eventually(lambda: any(node.has("focused") and node.name == value for node in self._options()))
        press(self._hands, self._asker, "Return" if is_there else "Escape")  # they pass over disabled ones, too
        if not is_there:
            raise not_arrived()
        return "keyboard"

    def _by_option(self, value: str) -> str:
        """By the option's own action. It can be taken while the list is closed (Chromium), else the list is opened first."""
        options = self._options()
        if not options:
            self._hands.activate(self._window_id, self._asker.call)
            self._act(self._node)
            options = self._asker.eventually(self._options, OPENED_S)
        option = next((node for node in options if node.name == value), None)
        if option is None:
            raise not_arrived()
        self._act(option)
        return "action"

    def _act(self, node: Node) -> None:
        number = number_of(action_names(self._asker, node), *VERBS)
        if number is None or not self._actor.has_done(requests.do_action(number), node.ref):
            raise not_arrived()

    def _options(self) -> list[Node]:
        """In their order, wherever below the element they are."""
        level: list[Ref] = [self._node.ref]
        for _ in range(LEVELS):
            refs = [child for ref in level for child in children_of(self._asker, ref) if child[0] == ref[0]][:NODES_MAX]
            nodes = [node for node in read_nodes(self._asker, refs) if node]
            options = [node for node in nodes if node.role in OPTIONS]
            if options or not nodes:
                return options
            level = [node.ref for node in nodes]
        return []
