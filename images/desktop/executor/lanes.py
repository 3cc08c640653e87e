"""Worker threads: what changes the desktop runs one at a time and in order; reads do not wait behind it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from .errors import conflict

Work = Callable[[], None]
QUEUED_MAX = 64


class Lane:
    """Runs work in the order of arrival, on one thread unless told otherwise. Work must not raise."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._queue: queue.Queue[Work] = queue.Queue(QUEUED_MAX)
        for _ in range(threads):
            threading.Thread(target=self._run, name=name, daemon=True).start()

    def add(self, work: Work) -> None:
        """Raises CONFLICT (`busy`) when too much waits already: the caller sends faster than the desktop acts."""
        try:
            self._queue.put_nowait(work)
        except queue.Full:
            raise conflict("busy", f"{QUEUED_MAX} calls are waiting already") from None

    def _run(self) -> None:
        while True:
            self._queue.get()()
