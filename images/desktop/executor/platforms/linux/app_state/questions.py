"""What is asked of accessible objects, encoded once. Numbers and signatures are those of AT-SPI 2 (at-spi2-core/xml)."""

from __future__ import annotations

from ..atspi import ACCESSIBLE, APPLICATION, COMPONENT, COORDINATES_SCREEN, PROPERTIES
from ..dbus import Question

ACTION, CACHE, DOCUMENT, HYPERLINK, SELECTION, TABLE, TEXT, VALUE = (
    f"org.a11y.atspi.{name}"
    for name in ("Action", "Cache", "Document", "Hyperlink", "Selection", "Table", "Text", "Value")
)
CACHE_PATH = "/org/a11y/atspi/cache"


def get(interface: str, name: str) -> Question:
    """One property. Never all of them: Properties.GetAll ends a Qt 5 application."""
    return Question(PROPERTIES, "Get", "ss", (interface, name))


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
SELECTION_COUNT = Question(TEXT, "GetNSelections")
FIRST_SELECTION = Question(TEXT, "GetSelection", "i", (0,))
FIRST_SELECTED = Question(SELECTION, "GetSelectedChild", "i", (0,))
ROW_COUNT = get(TABLE, "NRows")
COLUMN_COUNT = get(TABLE, "NColumns")
CACHE_ITEMS = Question(CACHE, "GetItems")
INDEX = Question(ACCESSIBLE, "GetIndexInParent")

# With values of their own each time: `.of(…)`.
#: Start and end, in characters.
TEXT_RANGE = Question(TEXT, "GetText", "ii", (0, 0))
#: x, y, kind of coordinates.
AT_POINT = Question(COMPONENT, "GetAccessibleAtPoint", "iiu", (0, 0, COORDINATES_SCREEN))
ROW_AT = Question(TABLE, "GetRowAtIndex", "i", (0,))
COLUMN_AT = Question(TABLE, "GetColumnAtIndex", "i", (0,))
CELL_AT = Question(TABLE, "GetAccessibleAt", "ii", (0, 0))
HEADER_OF = Question(TABLE, "GetColumnHeader", "i", (0,))
LINK_URI = Question(HYPERLINK, "GetURI", "i", (0,))
ACTION_NAME = Question(ACTION, "GetName", "i", (0,))
