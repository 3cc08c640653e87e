"""Requests that run an application's code go over a connection of their own, made for one request.

An application that opens a dialog while it handles a request (gtk_dialog_run) answers nothing more on that connection until
the dialog is closed. On a connection apart, which GTK 2, GTK 3, Chromium and LibreOffice offer, only that one falls silent:
the bus stays free for the next capture. It stays open: see `Acted`.
"""

from __future__ import annotations

import os
import select
import time

from ..app_state import answers, questions
from ..app_state.asking import not_responding
from ..app_state.registry import BusApp
from ..atspi import Ref
from ..dbus import Connection, Question, RawReply
from .asking import Asker

#: Largest answer to a request that acts.
MESSAGE_BYTES_MAX = 1 << 20
#: After so long without an answer the application is asked whether it lives. Seconds.
DOUBT_S = 0.3
#: How many are kept. An application has to have been asked for so many more things inside a dialog before the dialog's own goes.
ACTED_MAX = 200
#: What is read of one of them at once.
READ_BYTES = 1 << 20


class Acted:
    """Connections on which something was done, kept open.

    GTK 3 answers a press before it handles it, which a dialog makes last until it is closed. To close the connection meanwhile
    freezes the application for good, as would another request on it: at the next key its bridge looks at all connections anew,
    finds something on this one, and libdbus waits for the request that is being handled, which waits for the dialog.
    """

    def __init__(self) -> None:
        self._open: list[Connection] = []

    def keep(self, connection: Connection) -> None:
        if connection.fileno() < 0:
            return  # it has closed itself: what the application sent was broken
        self._open.append(connection)
        if len(self._open) > ACTED_MAX:
            self._open.pop(0).close()

    def read_away(self) -> None:
        """What applications sent meanwhile is nobody's; those that have ended are closed. One read of each: who sends without
        end keeps nobody here."""
        readable, _, _ = select.select(self._open, [], [], 0)
        for connection in readable:
            try:
                is_open = bool(os.read(connection.fileno(), READ_BYTES))
            except OSError:
                is_open = False
            if not is_open:
                self._open.remove(connection)
                connection.close()

    def close(self) -> None:
        while self._open:
            self._open.pop().close()


class Actor:
    """Acts on objects of one application."""

    def __init__(self, asker: Asker, app: BusApp, acted: Acted) -> None:
        self._asker = asker
        self._app = app
        self._acted = acted

    def do(self, request: Question, ref: Ref) -> RawReply | None:
        """The answer; None when the application has begun and goes on without one: it answers other questions.

        Raises CONFLICT `not_responding` when it does not.
        """
        self._acted.read_away()
        peer = self._open_peer()
        try:
            return self._request(peer or self._asker.connection, request, ref)
        except (OSError, ValueError):  # ValueError: the socket is closed
            raise not_responding() from None
        finally:
            if peer:
                self._acted.keep(peer)

    def toolkit(self) -> str:
        """As the application calls it; "" when it does not say."""
        return answers.property_text(self._asker.one(questions.TOOLKIT, self._app.ref)) or ""

    def has_done(self, request: Question, ref: Ref) -> bool:
        """Whether it says true, or has begun."""
        reply = self.do(request, ref)
        return reply is None or answers.flag(reply) is True

    def _request(self, connection: Connection, request: Question, ref: Ref) -> RawReply | None:
        call = self._asker.call
        call.check()
        pending = connection.ask([(request, *ref)])
        until = time.monotonic() + DOUBT_S
        try:
            while not connection.take(pending):
                left = until - time.monotonic()
                if left <= 0:
                    self._asker.one(questions.ROLE, self._app.ref)
                    return connection.finish_raw(pending, 0)[0]
                call.wait_readable([connection.fileno()], left)
            return connection.finish_raw(pending, 0)[0]
        finally:
            connection.forget(pending)

    def _open_peer(self) -> Connection | None:
        """None where none is offered, or another process answers at the address."""
        address = answers.text(self._asker.one(questions.BUS_ADDRESS, self._app.ref))
        if not address:
            return None
        try:
            peer = Connection(address, is_bus=False, message_bytes_max=MESSAGE_BYTES_MAX)
        except OSError:
            return None
        if peer.peer == self._app.pid:
            return peer
        peer.close()
        return None
