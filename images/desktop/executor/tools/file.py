"""File tools (packages/contracts/src/tools/file.ts)."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from ..calls import Call
from ..errors import invalid
from ..params import boolean, choice, integer, record, required, text
from ..platforms.base import Platform
from .tool import Tool

ENCODING = (choice("utf8", "base64"), "utf8")
CONTENT_MAX = 4_194_304


def path(value: Any, at: str) -> str:
    parsed = text(1, 4_096)(value, at)
    if "\0" in parsed:
        raise invalid(at, "a path has no NUL character")
    try:
        parsed.encode()
    except UnicodeEncodeError:
        raise invalid(at, "a path is valid Unicode") from None
    return parsed


PATH = required(path)
NO = (boolean, False)


def read(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.files.read(args["path"], args["offset"], args["bytesMax"], args["encoding"])


def write(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    content = _decode(args["content"], args["encoding"])
    return {"bytes": platform.files.write(args["path"], content, args["mode"])}


def delete(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"deleted": platform.files.delete(args["path"], args["recursive"], call)}


def list_directory(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.files.entries(args["path"])


def move(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return {"path": platform.files.move(args["path"], args["destination"], args["overwrite"], call)}


def copy(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    real, size = platform.files.copy(args["path"], args["destination"], args["overwrite"], call)
    return {"path": real, "bytes": size}


def info(args: dict[str, Any], call: Call, platform: Platform) -> dict[str, object]:
    return platform.files.info(args["path"])


def _decode(content: str, encoding: str) -> bytes:
    try:
        return content.encode() if encoding == "utf8" else base64.b64decode(content, validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise invalid("/args/content", f"the content is not valid {encoding}") from None


TOOLS = {
    "computer_file_read": Tool(
        record(path=PATH, offset=(integer(0), 0), bytesMax=(integer(1, 1_048_576), 262_144), encoding=ENCODING),
        read,
        is_read=True,
    ),
    "computer_file_write": Tool(
        record(
            path=PATH,
            content=required(text(0, CONTENT_MAX)),
            encoding=ENCODING,
            mode=(choice("overwrite", "append", "create"), "overwrite"),
        ),
        write,
    ),
    "computer_file_delete": Tool(record(path=PATH, recursive=NO), delete),
    "computer_file_list": Tool(record(path=PATH), list_directory, is_read=True),
    "computer_file_move": Tool(record(path=PATH, destination=PATH, overwrite=NO), move),
    "computer_file_copy": Tool(record(path=PATH, destination=PATH, overwrite=NO), copy),
    "computer_file_info": Tool(record(path=PATH), info, is_read=True),
}
