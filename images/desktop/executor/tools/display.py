"""Screen and window tools (packages/contracts/src/tools/display.ts)."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..params import choice, integer, number, record, required, text
from ..platforms.base import Platform, WindowInfo
from .tool import Tool, frame_request

REGION = record(
    x=required(integer(0)), y=required(integer(0)), width=required(integer(1)), height=required(integer(1))
)
FRAME_FIELDS = {
    "format": (choice("png", "jpeg", "webp"), "png"),
    "quality": (integer(1, 100), 80),
    "scale": (number(0.1, 1), 1.0),
    "region": (REGION, None),
    "ifChangedFrom": (text(0, 64), None),
}
WINDOW_ID = record(windowId=required(integer(1)))


def capture(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    """The frame itself is made by the dispatcher, as for any action that observes."""
    return {}


def screen_size(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    width, height = platform.screen.size()
    return {"width": width, "height": height}


def window_list(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"windows": [window_json(window) for window in platform.windows.all(call)]}


def window_activate(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    platform.windows.activate(args["windowId"], call)
    return {"windowId": args["windowId"]}


def window_position(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    rect = platform.windows.get(args["windowId"]).rect
    return {"x": rect.x, "y": rect.y}


def window_size(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    rect = platform.windows.get(args["windowId"]).rect
    return {"width": rect.width, "height": rect.height}


def window_json(window: WindowInfo) -> dict[str, object]:
    return {
        "id": window.id,
        "title": window.title,
        "process": {"pid": window.pid, "name": window.process_name},
        "position": {"x": window.rect.x, "y": window.rect.y},
        "size": {"width": window.rect.width, "height": window.rect.height},
        "visible": window.visible,
        "active": window.active,
    }


TOOLS = {
    "computer_screen_capture": Tool(record(**FRAME_FIELDS), capture, is_read=True, frame=frame_request),
    "computer_screen_size": Tool(record(), screen_size, is_read=True),
    "computer_window_list": Tool(record(), window_list, is_read=True),
    "computer_window_activate": Tool(WINDOW_ID, window_activate),
    "computer_window_position": Tool(WINDOW_ID, window_position, is_read=True),
    "computer_window_size": Tool(WINDOW_ID, window_size, is_read=True),
}
