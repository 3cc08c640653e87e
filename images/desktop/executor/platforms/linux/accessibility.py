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
from .windows import LinuxWindows

log = logging.getLogger("executor")
RETRY_S = 0.2


class LinuxAccessibility:
    """`windows`: to know whose windows are where."""

    def __init__(self, address: str | None, windows: LinuxWindows) -> None:
        """Without an address the session has no accessibility: nothing is ever reported, and never as complete."""
        self._address = address
        self._windows = windows
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
        return self._finish(self._begin(lambda pid: True))

    def begin_regions(self, call: Call, painted: Sequence[Rect]) -> Callable[[], Sequence[Region]]:
        """Asks now; what is returned waits for the answer. So frames are read between two questions, not after one.

        `painted`: where the screen changed since the last time; who has no window there is not asked.
        """
        call.check()
        round = self._begin(self._windows.painters(painted).may_include if painted else lambda pid: False)
        return lambda: self._finish(round)[0]

    def close(self) -> None:
        self._is_closed = True
        with self._lock:
            self._drop()

    def _begin(self, has_painted: Callable[[int], bool]) -> Round | None:
        with self._lock:
            if self._reader is None:
                return None
            try:
                return self._reader.begin(has_painted)
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
        return [Region("unreadable", rect) for rect in self._windows.rectangles_of(None)], False

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
                self._reader = SecureReader(connection, self._windows.rectangles_of)
            return
