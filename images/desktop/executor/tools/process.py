"""Process tools (packages/contracts/src/tools/process.ts). Whether a command may run is decided by the worker's gates."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..errors import invalid
from ..params import boolean, integer, list_of, map_of, record, required, text
from ..platforms.base import Platform
from .file import path
from .tool import Tool


def list_processes(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"processes": platform.processes.all()}


def start(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    if sum(args[name] is not None for name in ("app", "argv", "command")) != 1:
        raise invalid("/args", "exactly one of app, argv and command is needed")
    if args["confine"] is not None and args["app"] is not None:
        raise invalid("/confine", "an application needs the desktop and cannot be confined")
    return platform.processes.start(args, call)


def terminate(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"pid": args["pid"], "ended": platform.processes.terminate(args["pid"], args["force"], call)}


def _argument(maximum: int, minimum: int = 0) -> Any:
    """Text that can be an argument or a variable's value: without NUL, and UTF-8 can carry it."""
    parse = text(minimum, maximum)

    def parse_argument(value: Any, at: str) -> str:
        parsed = parse(value, at)
        if "\0" in parsed:
            raise invalid(at, "no NUL character is possible here")
        try:
            parsed.encode()
        except UnicodeEncodeError:
            raise invalid(at, "valid Unicode is needed") from None
        return parsed

    return parse_argument


TOOLS = {
    "computer_process_list": Tool(record(), list_processes, is_read=True),
    "computer_process_start": Tool(
        record(
            app=(text(1, 64, r"[a-z0-9][a-z0-9-]{0,63}"), None),
            argv=(list_of(_argument(8_192), 1, 256), None),
            command=(_argument(65_536, minimum=1), None),
            cwd=(path, "/workspace"),
            env=(map_of(r"[A-Za-z_][A-Za-z0-9_]{0,127}", _argument(32_768)), {}),
            wait=(boolean, True),
            timeoutMs=(integer(100, 3_600_000), 30_000),
            outputBytesMax=(integer(1, 262_144), 65_536),
        ),
        start,
        confines=True,
    ),
    "computer_process_terminate": Tool(record(pid=required(integer(2)), force=(boolean, False)), terminate),
}
