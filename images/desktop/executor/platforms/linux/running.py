"""A program that is waited for: its output up to a limit, its end, and the end of its whole group when time is up."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import Any

from ...calls import Call
from ...errors import RpcError
from . import procfs
from .textcut import lenient_text

#: After SIGTERM the group has this long before SIGKILL; after the end of the program, children that inherited its
#: output may hold the pipes open, and are waited for this long. Seconds.
TERM_S, DRAIN_S = 0.5, 0.1
READ_BYTES = 1 << 16


class Running:
    def __init__(self, child: subprocess.Popen[bytes], output_bytes_max: int) -> None:
        """`child` leads a session of its own and has pipes as stdout and stderr."""
        self._child = child
        self._left = output_bytes_max
        self._is_truncated = False
        self._ended = procfs.exit_descriptor(child.pid)
        self._output = {child.stdout.fileno(): bytearray(), child.stderr.fileno(): bytearray()}
        self._open = list(self._output)
        for fd in self._open:
            os.set_blocking(fd, False)

    def finish(self, timeout_s: float, call: Call) -> dict[str, object]:
        """Waits for the end. When the call ends first (stop, cancel, deadline) the group is killed too."""
        until = time.monotonic() + timeout_s
        timed_out = False
        try:
            while not self._step(max(0.0, until - time.monotonic()), call):
                if time.monotonic() >= until:
                    timed_out = True
                    self._end_group(call)
                    break
            self._drain(call)
        except RpcError:
            self._signal(signal.SIGKILL)
            raise
        finally:
            code = self._reap()
        stdout, stderr = (bytes(data) for data in self._output.values())
        return result(self._child.pid, code, stdout, stderr, self._is_truncated, timed_out)

    def _step(self, seconds: float, call: Call) -> bool:
        """Reads what is there; True once the program has ended."""
        ready = call.wait_readable([*self._open, self._ended], seconds)
        for fd in ready:
            if fd != self._ended:
                self._read(fd)
        return self._ended in ready

    def _read(self, fd: int) -> bool:
        """Keeps what fits and drops the rest, so that the program never blocks on a full pipe."""
        try:
            block = os.read(fd, READ_BYTES)
        except BlockingIOError:
            return False
        if not block:
            self._open.remove(fd)
            return False
        self._output[fd] += block[: self._left]
        self._is_truncated |= len(block) > self._left
        self._left -= min(self._left, len(block))
        return True

    def _drain(self, call: Call) -> None:
        until = time.monotonic() + DRAIN_S
        while self._open and (left := until - time.monotonic()) > 0:
            for fd in call.wait_readable(self._open, left):
                self._read(fd)

    def _end_group(self, call: Call) -> None:
        self._signal(signal.SIGTERM)
        until = time.monotonic() + TERM_S
        while not self._step(max(0.0, until - time.monotonic()), call) and time.monotonic() < until:
            pass
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        """The leader is not reaped yet, so its group's number still means this group."""
        try:
            os.killpg(self._child.pid, number)
        except (ProcessLookupError, PermissionError):
            pass  # everything in it has ended, or became another user's

    def _reap(self) -> int | None:
        code = self._child.wait()
        os.close(self._ended)
        self._child.stdout.close()
        self._child.stderr.close()
        return code


def result(
    pid: int, code: int | None = None, stdout: bytes = b"", stderr: bytes = b"", truncated: bool = False,
    timed_out: bool = False,
) -> dict[str, Any]:
    """`code` as subprocess gives it: negative for a signal, None while it runs."""
    ended_by = signal.Signals(-code).name if code is not None and code < 0 else None
    return {
        "pid": pid,
        "exitCode": code if code is not None and code >= 0 else None,
        "signal": ended_by,
        "stdout": lenient_text(stdout, truncated),
        "stderr": lenient_text(stderr, truncated),
        "truncated": truncated,
        "timedOut": timed_out,
    }
