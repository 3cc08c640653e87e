"""Every method that runs on a lane: the tools, wrapped with token, deadline and observe, and the worker's own ten."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from .calls import Call
from .errors import invalid
from .instructions import read_instructions
from .params import boolean, choice, integer, list_of, nullable, number, record, required, text
from .platforms.base import Frame, FrameRequest, Platform, RealPath, Settling
from .server import Method, Reply
from .tools import TOOLS
from .tools.display import REGION, window_json
from .tools.file import path
from .tools.tool import PIXEL, Tool, frame_request, require_inside

#: Deadline of the methods that carry none, in milliseconds.
READ_DEADLINE_MS = 5_000
#: What a settling wait leaves of the call's deadline for grab and encode, in milliseconds.
FRAME_RESERVE_MS = 100
DEADLINE_MS_MAX = 86_400_000
MILLISECONDS = required(integer(0, 60_000))

DIRECTORIES = list_of(text(1, 4_096, r"/[^\0]*"), 0, 64)
NAMES = list_of(text(1, 255, r"(?!\.{1,2}$)[^/\0]+"), 0, 16)

#: Arguments that `realPaths` is about.
PATHS = ("path", "destination", "cwd")

parse_call = record(
    token=required(integer(0)),
    deadlineMs=required(integer(1, DEADLINE_MS_MAX)),
    args=required(lambda value, at: value),
    observe=(
        record(
            format=required(choice("png", "jpeg", "webp")),
            quality=required(integer(1, 100)),
            scale=required(number(0.1, 1)),
            region=(REGION, None),
            ifChangedFrom=(text(0, 64), None),
            firstDamageMs=MILLISECONDS,
            quietMs=MILLISECONDS,
            settleMsMax=MILLISECONDS,
        ),
        None,
    ),
    activeWindow=(integer(0), None),
    realPaths=(boolean, False),
    confine=(
        nullable(record(writable=required(DIRECTORIES), readable=required(DIRECTORIES), hidden=required(NAMES))), None,
    ),
    wholeScreen=(boolean, False),
)
parse_resolve = record(paths=required(list_of(path, 0, 1_000)), followLast=(boolean, True))
parse_target = record(x=required(PIXEL), y=required(PIXEL), radius=required(integer(0, 512)))
parse_terminal = record(windowId=(integer(1), None), pid=(integer(2), None))
parse_locate = record(app=required(text(1, 1_000)))
parse_record = record(ifChangedFrom=(text(0, 64), None))
parse_nothing = record()
parse_ranges = record(
    ranges=required(list_of(record(
        pid=required(integer(2)), key=required(text(3, 1_000, r"[^|]+\|/.*")), start=required(integer(0)), end=required(integer(1)),
    ), 0, 500))
)

#: Of the text on the clipboard, bytes of UTF-8: what a person reads or pastes, not a file.
CLIPBOARD_BYTES_MAX = 100_000

Work = Callable[[Call], Reply]


def build_methods(platform: Platform) -> Mapping[str, Method]:
    methods = {name: Method(_prepare_tool(tool, platform), tool.is_read, tool.waits) for name, tool in TOOLS.items()}
    for name, parse, handle in (
        ("resolve_paths", parse_resolve, _resolve_paths),
        ("secure_regions", parse_nothing, _secure_regions),
        ("target_digest", parse_target, _target_digest),
        ("terminal_state", parse_terminal, _terminal_state),
        ("locate_app", parse_locate, _locate_app),
        ("app_instructions", parse_locate, _app_instructions),
    ):
        methods[name] = Method(_prepare_read(parse, handle, platform), True)
    methods["read_clipboard"] = Method(_prepare_read(parse_nothing, _read_clipboard, platform), True, True)
    # An application may keep them waiting.
    methods["visible_texts"] = Method(_prepare_read(parse_nothing, _visible_texts, platform), True, True)
    methods["text_extents"] = Method(_prepare_read(parse_ranges, _text_extents, platform), True, True)
    # Beside the other reads: what an agent looks at does not wait for its recording.
    methods["record_frame"] = Method(_prepare_record(platform), True, True)
    return methods


def _prepare_tool(tool: Tool, platform: Platform) -> Callable[[Any], tuple[int, int | None, Work]]:
    def prepare(params: Any) -> tuple[int, int | None, Work]:
        outer = parse_call(params, "")
        args = tool.parse(outer["args"], "/args")
        if outer["realPaths"]:
            args.update({name: RealPath(args[name]) for name in PATHS if name in args})
        if tool.confines:
            args["confine"] = outer["confine"]
        elif outer["confine"] is not None:
            raise invalid("/confine", "this tool starts no program")

        def work(call: Call) -> Reply:
            call.window = outer["activeWindow"]
            return _run_tool(tool, args, outer, call, platform)

        return outer["deadlineMs"], outer["token"], work

    return prepare


def _run_tool(
    tool: Tool, args: dict[str, Any], outer: dict[str, Any], call: Call, platform: Platform
) -> Reply:
    observe, whole_screen = outer["observe"], outer["wholeScreen"]
    settled_ms = None
    if observe and not tool.frame:
        platform.screen.mark()
    result = tool.handle(args, call, platform)
    frame = None
    if tool.frame:
        frame = platform.screen.capture(tool.frame(args, whole_screen), call)
    elif observe:
        settled_ms = platform.screen.settle(_settling(observe, call), call)
        frame = platform.screen.capture(frame_request(observe, whole_screen), call)
    reply: dict[str, object] = {"result": result, "payloadBytes": 0}
    if call.secure:
        reply["secure"] = [list(part) for part in call.secure]
    if frame:
        reply["frame"] = {**_frame_json(frame, settled_ms), **({"wholeScreen": True} if whole_screen else {})}
        reply["payloadBytes"] = sum(len(chunk) for chunk in frame.chunks)
    reply["durationMs"] = round((time.monotonic() - call.started) * 1000, 3)
    return Reply(reply, frame.chunks if frame else ())


def _settling(observe: dict[str, Any], call: Call) -> Settling:
    """The action is done by now: the wait gives way to the deadline, so that the caller still learns of it."""
    left = max(0, int(call.remaining() * 1000) - FRAME_RESERVE_MS)
    return Settling(observe["firstDamageMs"], observe["quietMs"], min(observe["settleMsMax"], left))


def _frame_json(frame: Frame, settled_ms: float | None) -> dict[str, object]:
    body: dict[str, object] = {
        "frameId": frame.frame_id,
        "format": frame.format,
        "width": frame.width,
        "height": frame.height,
        "scale": frame.scale,
        "region": frame.region.to_json(),
        "unchanged": frame.unchanged,
        "secureRegions": [region.to_json() for region in frame.secure_regions],
    }
    if settled_ms is not None:
        body["settledMs"] = round(settled_ms, 3)
    return body


def _prepare_read(parse: Any, handle: Any, platform: Platform) -> Callable[[Any], tuple[int, int | None, Work]]:
    def prepare(params: Any) -> tuple[int, int | None, Work]:
        args = parse(params, "")
        return READ_DEADLINE_MS, None, lambda call: Reply(handle(args, call, platform))

    return prepare


def _prepare_record(platform: Platform) -> Callable[[Any], tuple[int, int | None, Work]]:
    def prepare(params: Any) -> tuple[int, int | None, Work]:
        args = parse_record(params, "")
        return READ_DEADLINE_MS, None, lambda call: _record_frame(args, call, platform)

    return prepare


def _record_frame(args: dict[str, Any], call: Call, platform: Platform) -> Reply:
    """The windows before and after the picture: one that came or went meanwhile may be in it."""
    before = platform.windows.all(call)
    frame = platform.screen.capture(FrameRequest(if_changed_from=args["ifChangedFrom"]), call)
    windows = dict.fromkeys([*before, *platform.windows.all(call)])
    reply: dict[str, object] = {
        "frame": _frame_json(frame, None),
        "windows": [window_json(window) for window in windows],
        "payloadBytes": sum(len(chunk) for chunk in frame.chunks),
    }
    return Reply(reply, frame.chunks)


def _resolve_paths(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"resolved": [platform.files.resolve(entry, args["followLast"]) for entry in args["paths"]]}


def _secure_regions(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    regions, is_complete = platform.accessibility.secure_regions(call)
    return {"regions": [region.to_json() for region in regions], "complete": is_complete}


def _target_digest(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    require_inside(platform, args["x"], args["y"])
    return {"digest": platform.screen.digest(args["x"], args["y"], args["radius"])}


def _terminal_state(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    if (args["windowId"] is None) == (args["pid"] is None):
        raise invalid("", "exactly one of windowId and pid is needed")
    pid = args["pid"] if args["windowId"] is None else platform.windows.get(args["windowId"]).pid
    return platform.processes.terminal(pid) if pid else {"cwd": None, "foreground": None}


def _app_instructions(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"text": read_instructions(args["app"])}


def _read_clipboard(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    text, is_cut = platform.selections.read("CLIPBOARD", CLIPBOARD_BYTES_MAX, call)
    return {"text": text, "truncated": is_cut}


def _visible_texts(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_state.visible_texts(call)


def _text_extents(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_state.text_extents(args["ranges"], call)


def _locate_app(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.app_state.locate(args["app"], call)
