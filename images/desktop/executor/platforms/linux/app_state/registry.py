"""Which applications are on the accessibility bus: asked of the registry and the bus. The applications themselves are only
asked for their names, and not waited for."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from .. import atspi
from ..atspi import Ref
from ..dbus import Connection
from . import answers, questions

#: How long applications may take to say their names, in seconds; who did not is asked again after a while.
NAME_S, NAME_AGAIN_S = 0.25, 5.0
#: What the registry and the bus may take, in seconds. They are the session's own, and quick.
ANSWER_S = 2.0


@dataclass(frozen=True)
class BusApp:
    """`ref`: the application's own object, whose children are its top-level windows. `name`: what it calls itself, "" as
    long as it has not said."""

    ref: Ref
    pid: int
    name: str = ""


class Registry:
    """Thread-safe; connects when it is first asked, and again after the bus was lost."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._pids: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._name_asked: dict[str, float] = {}

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
        known = [ref for ref in refs if ref[0] in self._pids]
        self._ask_names(self._connection, known)
        return [BusApp(ref, self._pids[ref[0]], self._names.get(ref[0], "")) for ref in known]

    def _ask_names(self, connection: Connection, refs: list[Ref]) -> None:
        now = time.monotonic()
        nameless = [ref for ref in refs if ref[0] not in self._names]
        asked = [ref for ref in nameless if now - self._name_asked.get(ref[0], -NAME_AGAIN_S) >= NAME_AGAIN_S]
        if not asked:
            return
        pending = connection.ask([(questions.NAME, *ref) for ref in asked])
        for ref, reply in zip(asked, connection.finish_raw(pending, NAME_S), strict=True):
            self._name_asked[ref[0]] = now
            name = answers.property_text(reply)
            if name is not None:
                self._names[ref[0]] = name
        connection.forget(pending)
        listed = {ref[0] for ref in refs}
        self._names = {bus: name for bus, name in self._names.items() if bus in listed}
        self._name_asked = {bus: at for bus, at in self._name_asked.items() if bus in listed}
