"""What is asked of accessible objects, encoded once. Numbers and signatures are those of AT-SPI 2 (at-spi2-core/xml)."""

from __future__ import annotations

from ..atspi import ACCESSIBLE, APPLICATION, COMPONENT, COORDINATES_SCREEN, PROPERTIES
from ..dbus import Question

ACTION, CACHE, DOCUMENT, SELECTION = (f"org.a11y.atspi.{name}" for name in ("Action", "Cache", "Document", "Selection"))
TABLE, TEXT, VALUE = (f"org.a11y.atspi.{name}" for name in ("Table", "Text", "Value"))
CACHE_PATH = "/org/a11y/atspi/cache"


def get(interface: str, name: str) -> Question:
    """One property. Never all of them: Properties.GetAll ends a Qt 5 application."""
    return Question(PROPERTIES, "Get", "ss", (interface, name))


def with_numbers(interface: str, member: str, *numbers: int) -> Question:
    return Question(interface, member, "i" * len(numbers), numbers)


CHILDREN = Question(ACCESSIBLE, "GetChildren")
ROLE = Question(ACCESSIBLE, "GetRole")
STATES = Question(ACCESSIBLE, "GetState")
INTERFACES = Question(ACCESSIBLE, "GetInterfaces")
ATTRIBUTES = Question(ACCESSIBLE, "GetAttributes")
RELATIONS = Question(ACCESSIBLE, "GetRelationSet")
NAME = get(ACCESSIBLE, "Name")
DESCRIPTION = get(ACCESSIBLE, "Description")
CHILD_COUNT = get(ACCESSIBLE, "ChildCount")
PARENT = get(ACCESSIBLE, "Parent")
ACCESSIBLE_ID = get(ACCESSIBLE, "AccessibleId")
HELP_TEXT = get(ACCESSIBLE, "HelpText")
TOOLKIT = get(APPLICATION, "ToolkitName")
BUS_ADDRESS = Question(APPLICATION, "GetApplicationBusAddress")
EXTENTS = Question(COMPONENT, "GetExtents", "u", (COORDINATES_SCREEN,))
CHARACTER_COUNT = get(TEXT, "CharacterCount")
CARET = get(TEXT, "CaretOffset")
ACTIONS = Question(ACTION, "GetActions")
ACTION_COUNT = get(ACTION, "NActions")
CURRENT_VALUE = get(VALUE, "CurrentValue")
URI_ATTRIBUTE = Question(DOCUMENT, "GetAttributeValue", "s", ("URI",))
DOC_URL_ATTRIBUTE = Question(DOCUMENT, "GetAttributeValue", "s", ("DocURL",))
SELECTION_COUNT = get(TEXT, "NSelections")
FIRST_SELECTION = with_numbers(TEXT, "GetSelection", 0)
SELECTED_COUNT = get(SELECTION, "NSelectedChildren")
FIRST_SELECTED = with_numbers(SELECTION, "GetSelectedChild", 0)
ROW_COUNT = get(TABLE, "NRows")
COLUMN_COUNT = get(TABLE, "NColumns")
CACHE_ITEMS = Question(CACHE, "GetItems")


def text_range(start: int, end: int) -> Question:
    return with_numbers(TEXT, "GetText", start, end)


def accessible_at_point(x: int, y: int) -> Question:
    return Question(COMPONENT, "GetAccessibleAtPoint", "iiu", (x, y, COORDINATES_SCREEN))


