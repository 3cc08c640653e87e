"""One running call: its deadline, its end from outside, and the waits that notice both."""

from __future__ import annotations

import os
import select
import threading
import time

from .errors import DEADLINE, RpcError


class Call:
    """Handlers call `check` between steps and wait only through `sleep` and `wait_readable`.

    `end` may come from any thread. A handler that has pressed a key or button releases it in a `finally`.
    """

    def __init__(self, request_id: object, deadline_ms: int) -> None:
        self.request_id = request_id
        self.started = time.monotonic()
        self.deadline = self.started + deadline_ms / 1000
        self.token: int | None = None
        #: The window that keys were judged for, 0 where none was active; None: any.
        self.window: int | None = None
        #: Parts of the given text that went into password fields: first character, and the one behind the last.
        self.secure: list[tuple[int, int]] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._error: RpcError | None = None
        self._wake_fd: int | None = None
        self._answered = False

    def end(self, error: RpcError) -> None:
        """Makes every later check raise `error`; the first end wins."""
        with self._lock:
            if self._error is None:
                self._error = error
            if self._wake_fd is not None:
                os.eventfd_write(self._wake_fd, 1)
        self._ended.set()

    def check(self) -> None:
        if self._error is not None:
            raise self._error
        if time.monotonic() >= self.deadline:
            raise RpcError(DEADLINE, "the deadline has passed")

    def remaining(self) -> float:
        """Seconds until the deadline, never negative."""
        return max(0.0, self.deadline - time.monotonic())

    def sleep(self, seconds: float) -> None:
        """Sleeps, or raises as soon as the call is ended or its deadline comes."""
        until = time.monotonic() + seconds
        while True:
            self.check()
            left = min(until, self.deadline) - time.monotonic()
            if left <= 0:
                if until <= self.deadline:
                    return
                continue
            self._ended.wait(left)

    def wait_readable(self, fds: list[int], seconds: float) -> list[int]:
        """Those of `fds` that are readable (or hung up) within `seconds`; [] when none is. Raises like `sleep`."""
        self.check()
        poller = select.poll()
        for fd in fds:
            poller.register(fd, select.POLLIN)
        poller.register(self._wake(), select.POLLIN)
        ready = poller.poll(max(0.0, min(seconds, self.remaining())) * 1000)
        self.check()
        return [fd for fd, _ in ready if fd != self._wake_fd]

    def claim_answer(self) -> bool:
        """True for the one caller that may answer this call."""
        with self._lock:
            first = not self._answered
            self._answered = True
            return first

    def close(self) -> None:
        with self._lock:
            if self._wake_fd is not None:
                os.close(self._wake_fd)
                self._wake_fd = None

    def _wake(self) -> int:
        with self._lock:
            if self._wake_fd is None:
                self._wake_fd = os.eventfd(1 if self._error else 0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
            return self._wake_fd
