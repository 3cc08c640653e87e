"""The error codes of packages/contracts/src/rpc.ts, and the one exception a handler raises to answer with one."""

from __future__ import annotations

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL = -32603
OUT_OF_FRAME = -32001
NOT_FOUND = -32002
FORBIDDEN = -32003
STALE_TOKEN = -32004
STOPPED = -32005
CANCELLED = -32006
DEADLINE = -32007
NOT_TYPED = -32008
CONFLICT = -32009
LINE_TOO_LONG = -32010


class RpcError(Exception):
    """An answer that is not a result. `message` is for people, `data` (a JSON object) for programs."""

    def __init__(self, code: int, message: str, data: dict[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def to_json(self) -> dict[str, object]:
        body: dict[str, object] = {"code": self.code, "message": self.message}
        if self.data is not None:
            body["data"] = self.data
        return body


def conflict(reason: str, message: str) -> RpcError:
    """CONFLICT with the machine-readable `data.reason`."""
    return RpcError(CONFLICT, message, {"reason": reason})


def invalid(parameter: str, message: str) -> RpcError:
    """INVALID_PARAMS that names the parameter by its JSON Pointer inside params; the value is never repeated."""
    return RpcError(INVALID_PARAMS, f"{parameter or '/'}: {message}", {"parameter": parameter})
