"""Actions of accessible objects, by their names. Names come from GetName: GetActions has localised ones."""

from __future__ import annotations

from ..app_state import answers, questions
from . import requests
from .asking import Asker
from .nodes import Node, children_of, read_nodes

ACTIONS_MAX, CHILDREN_MAX = 200, 100
#: What a click does, best first. Never `activate`: on a field that submits.
VERBS = ("click", "press", "toggle", "check", "uncheck", "jump", "open", "select", "dodefault")
CLICKABLE = frozenset((
    "push button", "button", "push button menu", "toggle button", "check box", "radio button", "switch", "page tab", "link",
    "menu", "menu item", "check menu item", "radio menu item", "tearoff menu item", "combo box",
))
#: Toolkits whose cells offer `toggle` for something else than their tick: GTK 3 activates the row, Qt selects it.
ROW_TOGGLING = frozenset(("gtk3", "qt"))
#: GTK 3 says at length, and in the user's language, what it calls the same elsewhere.
LONG_NAMES = {
    "expands or contracts the row in the tree view containing this cell": "expand or contract",
    "creates a widget in which the contents of the cell can be edited": "edit",
    "activates the cell": "activate",
}


def action_names(asker: Asker, node: Node) -> list[str]:
    """In lower case, by their numbers; "" for what could not be read."""
    if "Action" not in node.interfaces:
        return []
    count = answers.property_number(asker.one(questions.ACTION_COUNT, node.ref))
    numbers = range(min(count if isinstance(count, int) else 0, ACTIONS_MAX))
    replies = asker.all([(requests.action_name(number), node.ref) for number in numbers])
    names = [(answers.text(reply) or "").lower() for reply in replies]
    return [LONG_NAMES.get(name, name) for name in names]


def number_of(names: list[str], *wanted: str) -> int | None:
    """The first of the wanted ones that is there."""
    return next((names.index(name) for name in wanted if name in names), None)


def click_number(asker: Asker, node: Node, toolkit: str) -> int | None:
    """The action that is a click; None where the element has none, or its kind is clicked by the pointer."""
    if node.role == "table cell":
        is_offered = toolkit not in ROW_TOGGLING and is_tick(asker, node, toolkit)
    else:
        is_offered = is_clickable(node) and not (node.role == "combo box" and holds_field(asker, node))
    return number_of(action_names(asker, node), *VERBS) if is_offered else None


def is_tick(asker: Asker, node: Node, toolkit: str) -> bool:
    """A cell that is on or off."""
    if node.role != "table cell":
        return False
    return node.has("checkable") or toolkit in ("gtk2", "gtk3") and "toggle" in action_names(asker, node)


def holds_field(asker: Asker, node: Node) -> bool:
    """A combo box into which something can be typed: a click is for the caret."""
    inner = read_nodes(asker, [child for child in children_of(asker, node.ref)[:CHILDREN_MAX] if child[0] == node.ref[0]])
    return any(child is not None and child.role in ("text", "entry") and child.has("showing") for child in inner)


def is_clickable(node: Node) -> bool:
    return node.role in CLICKABLE and not is_field(node)


def is_field(node: Node) -> bool:
    """Takes text: a click is for the caret."""
    return node.has("editable") or node.role in ("password text", "spin button", "terminal", "editbar", "autocomplete")
