"""Questions to one application on the accessibility bus, as actions ask them: bounded in time, and ended with the call."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from ....calls import Call
from ..app_state.asking import SILENT_S, Asked, Asking, not_responding
from ..dbus import Connection, RawReply

#: How long what follows from an action is waited for, and how often it is looked at. Seconds.
EFFECT_S, LOOK_S = 2.0, 0.01


class Asker(Asking):
    """A capture may keep its thread for as long as an application may be silent; an action ends as soon as its call does."""

    def __init__(self, connection: Connection, call: Call) -> None:
        super().__init__(connection, call, capture_s=float("inf"))
        self.call = call
        self.connection = connection

    def _batch(self, asked: Sequence[Asked]) -> list[RawReply]:
        self.call.check()
        try:
            return self._wait(asked, time.monotonic() + SILENT_S)
        except (OSError, ValueError):  # ValueError: its socket is closed
            raise not_responding() from None

    def _wait(self, asked: Sequence[Asked], until: float) -> list[RawReply]:
        pending = self.connection.ask([(question, *ref) for question, ref in asked])
        try:
            while not self.connection.take(pending):
                left = until - time.monotonic()
                if left <= 0:
                    raise not_responding()
                self.call.wait_readable([self.connection.fileno()], left)
            replies = self.connection.finish_raw(pending, 0)
        finally:
            self.connection.forget(pending)
        return [reply for reply in replies if reply is not None]

    def eventually(self, question: Callable[[], Any], seconds: float = EFFECT_S) -> Any:
        """The first truthy answer; the last one after `seconds`."""
        until = time.monotonic() + seconds
        while True:
            answer = question()
            if answer or time.monotonic() >= until:
                return answer
            self.call.sleep(LOOK_S)
