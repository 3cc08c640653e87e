"""What actions ask for, beside what a capture asks (app_state/questions.py). Interfaces of at-spi2-core 2.46."""

from __future__ import annotations

from .. import atspi
from ..app_state.questions import SELECTION, TABLE, TEXT, VALUE, get
from ..dbus import Question, Variant

ACTION, COMPONENT, EDITABLE = (f"org.a11y.atspi.{name}" for name in ("Action", "Component", "EditableText"))
SCROLL_ANYWHERE = 6
#: The bus itself, and the process behind one of its names.
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
OWNER = Question("org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", ("",))
#: What Qt calls itself (Application.ToolkitName).
QT = "Qt"

INDEX_IN_PARENT = Question(atspi.ACCESSIBLE, "GetIndexInParent")
GRAB_FOCUS = Question(COMPONENT, "GrabFocus")
SCROLL_INTO_VIEW = Question(COMPONENT, "ScrollTo", "u", (SCROLL_ANYWHERE,))
CLEAR_SELECTION = Question(SELECTION, "ClearSelection")
MINIMUM, MAXIMUM, INCREMENT = (get(VALUE, name) for name in ("MinimumValue", "MaximumValue", "MinimumIncrement"))
PING = Question("org.freedesktop.DBus.Peer", "Ping")


def with_numbers(interface: str, member: str, *numbers: int) -> Question:
    return Question(interface, member, "i" * len(numbers), numbers)


def text_range(start: int, end: int) -> Question:
    return with_numbers(TEXT, "GetText", start, end)


def at_point(x: int, y: int) -> Question:
    return Question(COMPONENT, "GetAccessibleAtPoint", "iiu", (x, y, atspi.COORDINATES_SCREEN))


def child(index: int) -> Question:
    return with_numbers(atspi.ACCESSIBLE, "GetChildAtIndex", index)


def action_name(index: int) -> Question:
    return with_numbers(ACTION, "GetName", index)


def do_action(index: int) -> Question:
    return with_numbers(ACTION, "DoAction", index)


def select_child(index: int) -> Question:
    return with_numbers(SELECTION, "SelectChild", index)


def is_child_selected(index: int) -> Question:
    return with_numbers(SELECTION, "IsChildSelected", index)


def add_row_selection(row: int) -> Question:
    return with_numbers(TABLE, "AddRowSelection", row)


def is_row_selected(row: int) -> Question:
    return with_numbers(TABLE, "IsRowSelected", row)


def cell_at(row: int, column: int) -> Question:
    return with_numbers(TABLE, "GetAccessibleAt", row, column)


def set_caret(offset: int) -> Question:
    return with_numbers(TEXT, "SetCaretOffset", offset)


def set_contents(content: str) -> Question:
    return Question(EDITABLE, "SetTextContents", "s", (content,))


def insert(offset: int, content: str, toolkit: str) -> Question:
    """The length is that of the UTF-8 bytes, which ATK hands on to GTK. Qt makes the string that long in UTF-16 units: one
    that is longer than the text ends in whatever was in its memory."""
    encoding, unit = ("utf-16-le", 2) if toolkit == QT else ("utf-8", 1)
    return Question(EDITABLE, "InsertText", "isi", (offset, content, len(content.encode(encoding)) // unit))


def delete(start: int, end: int) -> Question:
    return with_numbers(EDITABLE, "DeleteText", start, end)


def set_number(number: float) -> Question:
    return Question(atspi.PROPERTIES, "Set", "ssv", (VALUE, "CurrentValue", Variant("d", number)))


def matches(role_numbers: list[int], state_numbers: list[int], count: int) -> Question:
    """Collection.GetMatches: objects below with one of these roles (any, if none is named) and all of these states."""
    call = atspi.matches(("", "/"), role_numbers, state_numbers)
    rule, sort, _, traverse = call.body
    if not role_numbers:
        rule = (*rule[:5], atspi.MATCH_ALL, *rule[6:])
    return Question(call.interface, call.member, call.signature, (rule, sort, count, traverse))
