"""The other end of the executor's pipe, for tests."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from typing import Any

from .desktop import IMAGE, Desktop


class Failed(Exception):
    """An error answer."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']} {error.get('data')}")
        self.code: int = error["code"]
        self.data: dict[str, Any] = error.get("data", {})


class Client:
    def __init__(self, desktop: Desktop, roots: str = "/tmp", apps_file: str = "/nonexistent") -> None:
        env = {
            "PATH": os.environ.get("PATH", "/usr/bin"), "PYTHONPATH": str(IMAGE), "PYTHONDONTWRITEBYTECODE": "1",
            "DESKFLEET_ENV_FILE": str(desktop.env_file), "DESKFLEET_FILE_ROOTS": roots,
            "DESKFLEET_APPS_FILE": apps_file,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "executor"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, bufsize=0,
            stderr=None if os.environ.get("DESKFLEET_TEST_LOG") else subprocess.DEVNULL,
        )
        self._ids = 0
        self._buffer = b""

    def close(self) -> int:
        self.process.stdin.close()
        code = self.process.wait(10)
        self.process.stdout.close()
        return code

    def send(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view) :]

    def request(self, method: str, params: Any = None, request_id: Any = None) -> Any:
        """Sends and returns the id."""
        if request_id is None:
            self._ids += 1
            request_id = self._ids
        body = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": {} if params is None else params}
        self.send(json.dumps(body).encode() + b"\n")
        return request_id

    def answer(self, seconds: float = 20) -> dict[str, Any]:
        """The next answer, with its payload under `payload`."""
        until = time.monotonic() + seconds
        line = self._take_line(until)
        message = json.loads(line)
        if isinstance(message, dict) and isinstance(message.get("result"), dict):
            size = message["result"].get("payloadBytes", 0)
            message["payload"] = self._take(size, until)
        return message

    def call(self, method: str, params: Any = None, seconds: float = 20) -> Any:
        """One request alone on the pipe: its result, or Failed."""
        return self.result(self.request(method, params), seconds)["result"]

    def result(self, request_id: Any, seconds: float = 20) -> dict[str, Any]:
        message = self.answer(seconds)
        if "error" in message:
            raise Failed(message["error"])
        assert message["id"] == request_id, message
        return message

    def tool(self, name: str, deadline_ms: int = 20_000, token: int = 1, observe: Any = None, **args: Any) -> Any:
        """The whole message of a tool call."""
        params = {"token": token, "deadlineMs": deadline_ms, "args": args}
        if observe:
            params["observe"] = observe
        return self.result(self.request(name, params), deadline_ms / 1000 + 5)

    def do(self, name: str, **args: Any) -> Any:
        """The tool's own result."""
        return self.tool(name, **args)["result"]["result"]

    def _take_line(self, until: float) -> bytes:
        while b"\n" not in self._buffer:
            self._fill(until)
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _take(self, size: int, until: float) -> bytes:
        parts, have = [self._buffer], len(self._buffer)
        while have < size:
            self._buffer = b""
            self._fill(until)
            parts.append(self._buffer)
            have += len(self._buffer)
        joined = b"".join(parts)
        self._buffer = joined[size:]
        return joined[:size]

    def _fill(self, until: float) -> None:
        fd = self.process.stdout.fileno()
        if not select.select([fd], [], [], max(0, until - time.monotonic()))[0]:
            raise TimeoutError("no answer")
        block = os.read(fd, 1 << 20)
        if not block:
            raise EOFError("the executor is gone")
        self._buffer += block
