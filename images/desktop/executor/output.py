"""Answers on stdout: a JSON line, then the payload's raw bytes, as one unit even when several threads answer."""

from __future__ import annotations

import json
import os
import select
import threading
from collections.abc import Callable, Sequence

Buffer = bytes | bytearray | memoryview
IOV_MAX = 1024


class Output:
    def __init__(self, fd: int, on_closed: Callable[[], None]) -> None:
        """`on_closed` runs when nobody reads any more; it does not return."""
        self._fd = fd
        self._lock = threading.Lock()
        self._on_closed = on_closed

    def send(self, message: object, payload: Sequence[Buffer] = ()) -> None:
        """Blocks while the reader is slow: that is the back-pressure."""
        line = json.dumps(message, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n"
        with self._lock:
            try:
                write_all(self._fd, [line, *payload])
            except OSError:
                self._on_closed()


def write_all(fd: int, buffers: Sequence[Buffer]) -> None:
    """writev without joining: frames are cached chunks, and copying them would cost more than encoding them."""
    views = [memoryview(buffer).cast("B") for buffer in buffers if len(buffer)]
    while views:
        try:
            written = os.writev(fd, views[:IOV_MAX])
        except BlockingIOError:  # the other end may have made the shared pipe non-blocking
            waiter = select.poll()
            waiter.register(fd, select.POLLOUT)
            waiter.poll()
            continue
        while views and written >= len(views[0]):
            written -= len(views.pop(0))
        if written:
            views[0] = views[0][written:]
