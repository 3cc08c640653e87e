"""Sets an element's value by the recipe of its kind, and reads it back: what is refused or ignored never counts as done."""

from __future__ import annotations

from ....errors import conflict
from ..app_state import answers, questions
from . import requests
from .actions import is_tick
from .asking import Asker
from .bus import Actor
from .choosing import Chooser
from .clicking import Clicker
from .drop_down import DropDown
from .elements import Found, row_of
from .focusing import require_focus
from .hands import Hands
from .nodes import Node, children_of, is_object, read_node, read_nodes
from .set_boolean import parse_boolean, shown_state
from .set_number import number_of, parse_number, set_number, shown
from .set_text import not_arrived, press, set_by_interface, set_by_keys
from .texts import content_of

TICKED = frozenset(("check box", "switch", "toggle button", "radio button", "check menu item", "radio menu item"))
NUMBERED = frozenset(("slider", "dial", "spin button", "scroll bar", "split pane"))
FIELD_LEVELS = 2
#: After so long a cell shows what was typed in a form of its own: a date, a formula's result. Seconds.
SHOWN_S = 0.5


class Setter:
    """For one element."""

    def __init__(self, asker: Asker, actor: Actor, hands: Hands, clicker: Clicker, found: Found, window_id: int) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._clicker = clicker
        self._found = found
        self._window_id = window_id

    def set(self, value: str) -> dict[str, object]:
        """{ before, after, how }. Raises CONFLICT `not_settable`, `not_arrived`; INVALID_PARAMS for a value of another kind."""
        node = self._found.node
        if self._found.row is not None or not node.is_on:
            raise not_settable()
        if node.role in TICKED or is_tick(self._asker, node, self._found.element.toolkit):
            return self._set_boolean(node, parse_boolean(value))
        if node.role in NUMBERED and "Value" in node.interfaces:
            return self._set_number(node, value)
        if node.role == "combo box":
            field = self._field_in(node)
            return self._set_text(field, value) if field else self._choose(node, value)
        if node.role == "table cell":
            return self._set_cell(node, value)
        if node.is_editable:
            return self._set_text(node, value)
        raise not_settable()

    def _set_text(self, node: Node, value: str) -> dict[str, object]:
        before = content_of(self._asker, node)
        if "EditableText" in node.interfaces:
            set_by_interface(self._asker, self._actor, node, value)
            how = "editable_text"
        else:
            how = set_by_keys(self._asker, self._actor, self._hands, node, value, self._window_id)
        return {"before": before, "after": content_of(self._asker, node), "how": how}

    def _set_number(self, node: Node, value: str) -> dict[str, object]:
        number = parse_number(value)
        before = shown(number_of(self._asker, node.ref))
        set_number(self._asker, self._actor, node.ref, number)
        return {"before": before, "after": shown(number_of(self._asker, node.ref)), "how": "value"}

    def _set_boolean(self, node: Node, wanted: bool) -> dict[str, object]:
        before, aim = shown_state(self._asker, node.ref), "on" if wanted else "off"
        how = "unchanged"
        if before != aim:
            how = self._clicker.click(self._found, "left", 1)
            if not self._asker.eventually(lambda: shown_state(self._asker, node.ref) == aim):
                raise not_arrived()
        return {"before": before, "after": shown_state(self._asker, node.ref), "how": how}

    def _choose(self, node: Node, value: str) -> dict[str, object]:
        toolkit = self._found.element.toolkit
        chooser: Chooser | DropDown
        if toolkit == "gtk4":
            chooser = DropDown(self._asker, self._actor, self._hands, node, self._window_id)
        else:
            chooser = Chooser(self._asker, self._actor, self._hands, node, self._window_id, toolkit)
        before = chooser.chosen()
        how = chooser.choose(value)
        return {"before": before, "after": chooser.chosen(), "how": how}

    def _set_cell(self, node: Node, value: str) -> dict[str, object]:
        """Of a spreadsheet: what is typed goes in as a person's entry, and may be shown in another form."""
        if not node.is_editable:
            raise not_settable()
        before = self._shown_in_cell(node)
        self._hands.activate(self._window_id, self._asker.call)
        require_focus(self._asker, self._actor, node)
        # Writing begins a new entry; one that is taken back is empty.
        self._hands.keyboard.type_text(value or "0", self._asker.call)
        press(self._hands, self._asker, *([] if value else ["BackSpace"]), "Return")
        is_shown = self._asker.eventually(lambda: self._shown_in_cell(node) == value, SHOWN_S)
        if not is_shown and (value == "" or not self._asker.eventually(lambda: self._shown_in_cell(node) != before)):
            raise not_arrived()
        return {"before": before, "after": self._shown_in_cell(node), "how": "keyboard"}

    def _shown_in_cell(self, node: Node) -> str | None:
        """LibreOffice makes an emptied cell a new object, and the old one keeps the text: the table is asked for the cell."""
        above, column = (None, *self._found.element.path)[-2:] if self._found.element.path else (None, None)
        row = None if above is None else row_of(above)
        values = answers.read(self._asker.one(questions.PARENT, node.ref), "v")
        table = values[0] if values else None
        if row is None or type(column) is not int or type(table) is not tuple or not is_object(table) or table[0] != node.ref[0]:
            return content_of(self._asker, node)
        cell = answers.ref(self._asker.one(requests.cell_at(row, column), table))
        now = read_node(self._asker, cell) if is_object(cell) and cell[0] == node.ref[0] else None
        return content_of(self._asker, now if now and now.name == node.name else node)

    def _field_in(self, node: Node) -> Node | None:
        """The field of a combo box; the box itself may be it."""
        if node.is_editable and {"EditableText", "Text"} & node.interfaces:
            return node
        level = [node.ref]
        for _ in range(FIELD_LEVELS):
            refs = [child for ref in level for child in children_of(self._asker, ref) if child[0] == ref[0]]
            nodes = [inner for inner in read_nodes(self._asker, refs[:100]) if inner]
            field = next((inner for inner in nodes if inner.role in ("text", "entry") and inner.is_editable), None)
            if field:
                return field
            level = [inner.ref for inner in nodes]
        return None


def not_settable() -> Exception:
    return conflict("not_settable", "no value can be set for this element")
