"""App-state tools that only read (packages/contracts/src/tools/app-state.ts). The worker names an application by its pid."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..params import boolean, integer, nullable, record, required, text
from ..platforms.base import Platform
from .tool import Tool


def list_apps(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"apps": platform.app_state.apps(call)}


def get_app_state(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_state.capture(args["pid"], args["since"], args["unseen"], call)


TOOLS = {
    "list_apps": Tool(record(), list_apps, is_read=True, waits=True),
    "get_app_state": Tool(
        record(pid=required(integer(1)), since=(nullable(text(1, 128)), None), unseen=(boolean, False)),
        get_app_state, is_read=True, waits=True,
    ),
}
