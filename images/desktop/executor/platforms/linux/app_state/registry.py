"""Which applications are on the accessibility bus: asked of the registry and the bus, never of the applications."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from .. import atspi
from ..atspi import Ref
from ..dbus import Connection

#: What the registry and the bus may take, in seconds. They are the session's own, and quick.
ANSWER_S = 2.0


@dataclass(frozen=True)
class BusApp:
    """`ref`: the application's own object, whose children are its top-level windows."""

    ref: Ref
    pid: int


class Registry:
    """Thread-safe; connects when it is first asked, and again after the bus was lost."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._pids: dict[str, int] = {}

    def apps(self) -> list[BusApp]:
        """[] where the session has no accessibility. Raises OSError when the bus does not answer."""
        if not self.address:
            return []
        with self._lock:
            try:
                return self._ask()
            except OSError:
                if self._connection:
                    self._connection.close()
                self._connection = None
                raise

    def of(self, pid: int) -> BusApp | None:
        return next((app for app in self.apps() if app.pid == pid), None)

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
            self._connection = None

    def _ask(self) -> list[BusApp]:
        if self._connection is None:
            self._connection = Connection(self.address or "")
        (reply,) = self._connection.call_all([atspi.children(atspi.REGISTRY)], ANSWER_S)
        if reply is None or reply.error:
            raise TimeoutError("the accessibility registry does not answer")
        refs = [ref for ref in reply.body[0] if ref[1] != atspi.NULL_PATH] if reply.body else []
        new = [ref[0] for ref in refs if ref[0] not in self._pids]
        answers = self._connection.call_all([atspi.process_id(name) for name in new], ANSWER_S)
        self._pids = {ref[0]: self._pids[ref[0]] for ref in refs if ref[0] in self._pids}
        for name, answer in zip(new, answers, strict=True):
            if answer is not None and answer.error is None:
                self._pids[name] = answer.body[0]
        return [BusApp(ref, self._pids[ref[0]]) for ref in refs if ref[0] in self._pids]
