"""Pointer and keyboard tools (packages/contracts/src/tools/input.ts)."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..params import choice, integer, list_of, record, required, text
from ..platforms.base import Platform
from .tool import PIXEL, Tool, require_inside

BUTTON = (choice("left", "middle", "right"), "left")
POINT = {"x": required(PIXEL), "y": required(PIXEL)}
KEY = text(1, 40)
WHEEL = (integer(-100, 100), 0)


def move(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    require_inside(platform, args["x"], args["y"])
    platform.pointer.move(args["x"], args["y"], call)
    return {"x": args["x"], "y": args["y"]}


def click(count: int) -> Any:
    def handle(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
        require_inside(platform, args["x"], args["y"])
        platform.pointer.click(args["x"], args["y"], args["button"], count, call)
        return {"x": args["x"], "y": args["y"]}

    return handle


def drag(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    start, end = (args["fromX"], args["fromY"]), (args["toX"], args["toY"])
    require_inside(platform, *start)
    require_inside(platform, *end)
    platform.pointer.drag(start, end, args["button"], call)
    return {"x": end[0], "y": end[1]}


def scroll(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    require_inside(platform, args["x"], args["y"])
    platform.pointer.scroll(args["x"], args["y"], args["deltaX"], args["deltaY"], call)
    return {"x": args["x"], "y": args["y"]}


def type_text(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    platform.keyboard.type_text(args["text"], call)
    return {"characters": len(args["text"])}


def press(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    platform.keyboard.press(args["key"], args["repeat"], call)
    return {"key": args["key"]}


def hotkey(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    platform.keyboard.hotkey(args["keys"], call)
    return {"keys": args["keys"]}


def paste(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    platform.keyboard.paste(args["text"], call)
    return {"characters": len(args["text"])}


TOOLS = {
    "computer_mouse_move": Tool(record(**POINT), move),
    "computer_mouse_click": Tool(record(**POINT, button=BUTTON), click(1)),
    "computer_mouse_double_click": Tool(record(**POINT, button=BUTTON), click(2)),
    "computer_mouse_drag": Tool(
        record(
            fromX=required(PIXEL), fromY=required(PIXEL), toX=required(PIXEL), toY=required(PIXEL), button=BUTTON
        ),
        drag,
    ),
    "computer_mouse_scroll": Tool(record(**POINT, deltaX=WHEEL, deltaY=WHEEL), scroll),
    "computer_keyboard_type": Tool(record(text=required(text(1, 20_000))), type_text),
    "computer_key_press": Tool(record(key=required(KEY), repeat=(integer(1, 100), 1)), press),
    "computer_hotkey": Tool(record(keys=required(list_of(KEY, 2, 5))), hotkey),
    "computer_clipboard_paste": Tool(record(text=required(text(1, 1_000_000))), paste),
}
