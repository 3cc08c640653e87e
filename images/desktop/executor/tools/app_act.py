"""Acting on applications (packages/contracts/src/tools/app-state.ts); the worker has made pid, window and element of the
caller's words."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..errors import NOT_TYPED, RpcError, invalid
from ..params import Parser, boolean, choice, integer, list_of, nullable, number, record, required, text
from ..platforms.base import Platform
from .tool import PIXEL, Tool, require_inside

#: Far beyond any screen, so that sums stay whole numbers.
COORDINATE = number(-1e6, 1e6)
APP = {"pid": required(integer(1, 0x7FFF_FFFF)), "windowId": required(integer(1, 0xFFFF_FFFF))}


def _step(value: Any, at: str) -> int | str:
    return text(2, 10, r"r[0-9]{1,9}")(value, at) if type(value) is str else integer(0, 999_999_999)(value, at)


def _encodable(maximum: int, minimum: int = 0) -> Parser:
    """Text that the accessibility bus can carry: UTF-8 without NUL."""
    parse = text(minimum, maximum)

    def parse_encodable(value: Any, at: str) -> str:
        parsed = parse(value, at)
        if _unencodable(parsed):
            raise invalid(at, "valid Unicode without NUL is needed")
        return parsed

    return parse_encodable


def _unencodable(value: str) -> list[str]:
    bad = (character for character in dict.fromkeys(value) if character == "\0" or "\ud800" <= character <= "\udfff")
    return [f"U+{ord(character):04X}" for character in bad]


FRAME = list_of(COORDINATE, 4, 4)
ELEMENT = record(
    key=required(nullable(text(0, 1_000))),
    windowIndex=required(integer(0, 10_000)),
    path=required(list_of(_step, 0, 1_000)),
    role=required(text(0, 200)),
    name=required(text(0, 1 << 20)),
    frame=required(nullable(FRAME)),
    toolkit=required(text(0, 100)),
)
ON_ELEMENT = {**APP, "element": required(ELEMENT)}


def click(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    element, x, y = args["element"], args["x"], args["y"]
    rest = (args["button"], args["clickCount"], call)
    if (element is None) == (x is None) or (x is None) != (y is None):
        raise invalid("", "either element or x and y are needed")
    if element is not None:
        return platform.app_actions.click(args["pid"], args["windowId"], element, *rest)
    require_inside(platform, x, y)
    return platform.app_actions.click_at(args["pid"], args["windowId"], (x, y), *rest)


def perform(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_actions.perform(args["pid"], args["windowId"], args["element"], args["action"], call)


def set_value(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_actions.set_value(args["pid"], args["windowId"], args["element"], args["value"], call)


def scroll(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    if args["pages"] <= 0:
        raise invalid("/args/pages", "a number above 0 is needed")
    where = (args["pid"], args["windowId"], args["element"])
    return platform.app_actions.scroll(*where, args["direction"], args["pages"], call)


def drag(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    start, end = (args["fromX"], args["fromY"]), (args["toX"], args["toY"])
    require_inside(platform, *start)
    require_inside(platform, *end)
    return platform.app_actions.drag(args["pid"], args["windowId"], start, end, call)


def press_key(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_actions.press_key(args["pid"], args["windowId"], args["key"], args["literalSuper"], call)


def type_text(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    missing = _unencodable(args["text"])
    if missing:
        raise RpcError(NOT_TYPED, "no key can type this", {"missing": missing})
    return platform.app_actions.type_text(args["pid"], args["windowId"], args["text"], call)


TOOLS = {
    "click": Tool(
        record(
            **APP,
            element=(nullable(ELEMENT), None),
            x=(nullable(PIXEL), None),
            y=(nullable(PIXEL), None),
            clickCount=(integer(1, 10), 1),
            button=(choice("left", "middle", "right", "button4", "button5"), "left"),
        ),
        click,
    ),
    "perform_secondary_action": Tool(record(**ON_ELEMENT, action=required(text(1, 1_000))), perform),
    "set_value": Tool(record(**ON_ELEMENT, value=required(_encodable(1_000_000))), set_value),
    "scroll": Tool(
        record(**ON_ELEMENT, direction=required(choice("up", "down", "left", "right")), pages=(number(0, 1_000), 1.0)), scroll
    ),
    "drag": Tool(
        record(**APP, fromX=required(PIXEL), fromY=required(PIXEL), toX=required(PIXEL), toY=required(PIXEL)), drag
    ),
    "press_key": Tool(record(**APP, key=required(text(1, 200)), literalSuper=(boolean, False)), press_key),
    "type_text": Tool(record(**APP, text=required(text(1, 20_000))), type_text),
}
