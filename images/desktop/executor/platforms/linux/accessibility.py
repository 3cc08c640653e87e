"""The accessibility bus of the session: connected in the background, and again after it was lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from ...calls import Call
from ..base import Rect, Region
from .dbus import Connection
from .secure import Round, SecureReader

log = logging.getLogger("executor")
RETRY_S = 0.2


class LinuxAccessibility:
    """`windows_of(pid)`: rectangles of a process's windows, of every window when pid is None."""

    def __init__(self, address: str | None, windows_of: Callable[[int | None], Sequence[Rect]]) -> None:
        """Without an address the session has no accessibility: nothing is ever reported, and never as complete."""
        self._address = address
        self._windows_of = windows_of
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._reader: SecureReader | None = None
        self._is_closed = False
        if address:
            self._connect_in_background()

    def is_ready(self) -> bool:
        return self._reader is not None

    def secure_regions(self, call: Call) -> tuple[Sequence[Region], bool]:
        call.check()
        return self._finish(self._begin())

    def begin_regions(self, call: Call) -> Callable[[], Sequence[Region]]:
        """Asks now; what is returned waits for the answer. So frames are read between two questions, not after one."""
        call.check()
        round = self._begin()
        return lambda: self._finish(round)[0]

    def close(self) -> None:
        self._is_closed = True
        with self._lock:
            self._drop()

    def _begin(self) -> Round | None:
        with self._lock:
            if self._reader is None:
                return None
            try:
                return self._reader.begin()
            except OSError as error:
                self._lose(error)
                return None

    def _finish(self, round: Round | None) -> tuple[Sequence[Region], bool]:
        with self._lock:
            if round is not None and self._reader is not None:
                try:
                    return self._reader.finish(round)
                except OSError as error:
                    self._lose(error)
        if not self._address:
            return [], False
        return [Region("unreadable", rect) for rect in self._windows_of(None)], False

    def _lose(self, error: OSError) -> None:
        log.warning("the accessibility bus is gone: %s", error)
        self._drop()
        self._connect_in_background()

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = self._reader = None

    def _connect_in_background(self) -> None:
        threading.Thread(target=self._connect, name="accessibility", daemon=True).start()

    def _connect(self) -> None:
        while not self._is_closed:
            try:
                connection = Connection(self._address)
            except OSError as error:
                log.info("the accessibility bus does not answer yet: %s", error)
                time.sleep(RETRY_S)
                continue
            with self._lock:
                self._connection = connection
                self._reader = SecureReader(connection, self._windows_of)
            return
