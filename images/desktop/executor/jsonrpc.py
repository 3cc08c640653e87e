"""JSON-RPC 2.0 messages: what a line means, and what an answer looks like. No I/O."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import INVALID_REQUEST, LINE_TOO_LONG, PARSE_ERROR, RpcError

RequestId = Any  # str, int, float or None


@dataclass(frozen=True)
class Request:
    """`is_notification`: there was no id, so nothing is answered, not even an error."""

    id: RequestId
    method: str
    params: Any
    is_notification: bool


def success(request_id: RequestId, result: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def failure(request_id: RequestId, error: RpcError) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": request_id, "error": error.to_json()}


def line_too_long(limit: int) -> dict[str, object]:
    return failure(None, RpcError(LINE_TOO_LONG, f"a line of more than {limit} bytes was skipped"))


def decode(line: bytes) -> Any:
    """The JSON value of a line; raises PARSE_ERROR for invalid UTF-8, NaN, absurd numbers and absurd nesting too."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise RpcError(PARSE_ERROR, "the line is not valid UTF-8 JSON") from None


def parse_request(value: Any) -> Request:
    """Raises INVALID_REQUEST, with `data.id` when the id itself was usable."""
    if type(value) is not dict:
        raise RpcError(INVALID_REQUEST, "a request is an object")
    request_id = value.get("id")
    if type(request_id) not in (str, int, float, type(None)):
        raise RpcError(INVALID_REQUEST, "id is a string, a number or null")
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'jsonrpc is "2.0"', {"id": request_id})
    method = value.get("method")
    if type(method) is not str:
        raise RpcError(INVALID_REQUEST, "method is a string", {"id": request_id})
    params = value.get("params", {})
    if type(params) not in (dict, list):
        raise RpcError(INVALID_REQUEST, "params is an object or an array", {"id": request_id})
    return Request(request_id, method, params, "id" not in value)


class Batch:
    """Collects the answers of one batch and sends them as one array once the last is in."""

    def __init__(self, size: int, send: Callable[[object], None]) -> None:
        self._open = size
        self._answers: list[object] = []
        self._lock = threading.Lock()
        self._send = send

    def answer(self, message: object | None) -> None:
        """`None` for a notification. A batch of notifications alone is not answered."""
        with self._lock:
            if message is not None:
                self._answers.append(message)
            self._open -= 1
            if self._open or not self._answers:
                return
        self._send(self._answers)


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)
