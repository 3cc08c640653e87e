"""What a tool is to the executor, and the parameters many of them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..calls import Call
from ..errors import OUT_OF_FRAME, RpcError
from ..params import Parser, integer
from ..platforms.base import FrameRequest, Platform, Rect

PIXEL = integer(0, 16383)


@dataclass(frozen=True)
class Tool:
    """`is_read`: changes nothing and may run beside another call; `waits`: also beside other reads, because an application
    may keep it waiting. `frame`: the request of a tool that answers one.
    `confines`: may be told by the worker, beside its arguments, to run what it starts confined."""

    parse: Parser
    handle: Callable[[dict[str, Any], Call, Platform], dict[str, object]]
    is_read: bool = False
    waits: bool = False
    confines: bool = False
    frame: Callable[[dict[str, Any], bool], FrameRequest] | None = None


def require_inside(platform: Platform, x: int, y: int) -> None:
    width, height = platform.screen.size()
    if not (0 <= x < width and 0 <= y < height):
        raise RpcError(OUT_OF_FRAME, f"({x}, {y}) is outside {width}x{height}", {"width": width, "height": height})


def frame_request(args: dict[str, Any], whole_screen: bool = False) -> FrameRequest:
    region = args["region"]
    return FrameRequest(
        format=args["format"],
        quality=args["quality"],
        scale=args["scale"],
        region=Rect(**region) if region else None,
        if_changed_from=args["ifChangedFrom"],
        whole_screen=whole_screen,
    )
