"""Asks one application many things at once, within limits: it may be slow, frozen, or hostile."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ....calls import Call
from ....errors import NOT_FOUND, RpcError, conflict
from ..atspi import GONE, Ref
from ..dbus import Connection, Question, RawReply

#: An application that leaves a question open this long does not respond, in seconds.
SILENT_S = 2.0
#: What one capture may take in all, in seconds, and read, in bytes and answers.
CAPTURE_S, CAPTURE_BYTES_MAX, ANSWERS_MAX = 6.0, 64 << 20, 1_000_000
#: Questions on their way at once.
BATCH = 2_000

#: A question and the object that it is for.
Asked = tuple[Question, Ref]


def not_responding() -> RpcError:
    return conflict("not_responding", "the application does not respond to accessibility requests")


def gone(reason: str) -> RpcError:
    """NOT_FOUND with `app`: no such process has windows or an object on the bus; `window`: it has no window."""
    return RpcError(NOT_FOUND, f"there is no such {reason}", {"reason": reason})


class Asking:
    """For one capture. Every method raises RpcError CONFLICT `not_responding`, NOT_FOUND `app` when the application with the
    bus name `bus` has ended meanwhile, or what ends the call."""

    def __init__(
        self, connection: Connection, call: Call, silent_s: float = SILENT_S, capture_s: float = CAPTURE_S, bus: str = ""
    ) -> None:
        self._connection = connection
        self._call = call
        self._bus = bus
        self._silent_s = silent_s
        self._until = time.monotonic() + capture_s
        self._bytes_left = CAPTURE_BYTES_MAX
        self._answers_left = ANSWERS_MAX

    def all(self, asked: Sequence[Asked]) -> list[RawReply]:
        """The answers, in order; errors are among them."""
        replies: list[RawReply] = []
        for start in range(0, len(asked), BATCH):
            replies += self._batch(asked[start : start + BATCH])
        return replies

    def owns(self, ref: Ref) -> bool:
        """Whether an object is the application's own: whatever it says, nobody else's is read in its name."""
        return ref[0] == self._bus or not self._bus

    def one(self, question: Question, ref: Ref) -> RawReply:
        return self._batch([(question, ref)])[0]

    def _batch(self, asked: Sequence[Asked]) -> list[RawReply]:
        self._call.check()
        left = min(self._silent_s, self._until - time.monotonic(), self._call.remaining())
        self._answers_left -= len(asked)
        if left <= 0 or self._answers_left < 0:
            raise not_responding()
        try:
            pending = self._connection.ask([(question, *ref) for question, ref in asked])
            replies = self._connection.finish_raw(pending, left)
            self._connection.forget(pending)
        except OSError:
            raise not_responding() from None
        whole = [reply for reply in replies if reply is not None]
        self._bytes_left -= sum(len(reply.data) for reply in whole)
        if len(whole) < len(replies) or self._bytes_left < 0:
            raise not_responding()
        if any(reply.error in GONE and ref[0] == self._bus for (_, ref), reply in zip(asked, whole, strict=True)):
            raise gone("app")
        return whole
