"""What is asked of the accessibility bus: calls, numbers and answers of AT-SPI 2 (at-spi2-core, atspi-constants.h)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..base import Rect
from .dbus import Call, Reply

#: An object: the bus name of its application, and its path.
Ref = tuple[str, str]

REGISTRY: Ref = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
NULL_PATH = "/org/a11y/atspi/null"
ACCESSIBLE, APPLICATION = "org.a11y.atspi.Accessible", "org.a11y.atspi.Application"
COLLECTION, COMPONENT = "org.a11y.atspi.Collection", "org.a11y.atspi.Component"
PROPERTIES = "org.freedesktop.DBus.Properties"
ROLE_PASSWORD_TEXT = 40
STATE_FOCUSED, STATE_SHOWING, STATE_VISIBLE, STATE_MANAGES_DESCENDANTS = 12, 25, 30, 31
MATCH_ALL, MATCH_ANY = 1, 2
SORT_CANONICAL = 1
COORDINATES_SCREEN = 0

GONE = frozenset(
    f"org.freedesktop.DBus.Error.{name}" for name in ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
)
UNKNOWN_OBJECT = "org.freedesktop.DBus.Error.UnknownObject"


def children(ref: Ref) -> Call:
    return Call(*ref, ACCESSIBLE, "GetChildren")


def role(ref: Ref) -> Call:
    return Call(*ref, ACCESSIBLE, "GetRole")


def states(ref: Ref) -> Call:
    return Call(*ref, ACCESSIBLE, "GetState")


def extents(ref: Ref) -> Call:
    return Call(*ref, COMPONENT, "GetExtents", "u", (COORDINATES_SCREEN,))


def get_property(ref: Ref, interface: str, name: str) -> Call:
    return Call(*ref, PROPERTIES, "Get", "ss", (interface, name))


def process_id(bus_name: str) -> Call:
    bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
    return Call(*bus, "GetConnectionUnixProcessID", "s", (bus_name,))


def matches(ref: Ref, wanted_roles: Iterable[int], wanted_states: Iterable[int]) -> Call:
    """All objects below `ref` with one of these roles and all of these states: one call, the application searches."""
    rule = (
        _bits(wanted_states, 2), MATCH_ALL, {}, MATCH_ALL, _bits(wanted_roles, 4), MATCH_ANY, [], MATCH_ALL, False
    )
    return Call(*ref, COLLECTION, "GetMatches", "(aiia{ss}iaiiasib)uib", (rule, SORT_CANONICAL, 0, True))


def refs_of(reply: Reply) -> list[Ref]:
    """The objects of an answer `a(so)`, null ones left out. Raises DbusError."""
    return [ref for ref in reply.value()[0] if ref[1] != NULL_PATH]


def has_state(words: list[int], state: int) -> bool:
    return len(words) > state // 32 and bool(words[state // 32] >> state % 32 & 1)


def rect_of(body: tuple[Any, ...]) -> Rect:
    return Rect(*body[0])


def _bits(numbers: Iterable[int], words: int) -> list[int]:
    """As signed 32-bit words."""
    unsigned = [0] * words
    for number in numbers:
        unsigned[number // 32] |= 1 << number % 32
    return [word - (1 << 32) if word >> 31 else word for word in unsigned]
