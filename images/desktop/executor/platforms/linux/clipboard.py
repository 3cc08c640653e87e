"""Owner of the CLIPBOARD selection (or PRIMARY, where xterm pastes from): a thread with its own connection answers
whoever asks for the text. Texts above INCR_BYTES travel in chunks (INCR), each after the requestor deleted the last.

ICCCM section 2: https://x.org/releases/X11R7.6/doc/xorg-docs/specs/ICCCM/icccm.html
"""

from __future__ import annotations

import ctypes
import logging
import os
import select
import threading
import time
from ctypes import byref
from dataclasses import dataclass, field

from ...calls import Call
from ...errors import conflict
from . import x11
from .display import Display
from .x11 import XEvent, XSelectionRequestEvent
from .x11 import x11 as lib

log = logging.getLogger("executor")
XA_ATOM, XA_STRING, XA_INTEGER = 4, 31, 19
INCR_BYTES = 256 * 1024
#: A requestor that read the property but never deletes it counts as served after this many seconds.
UNDELETED_S = 0.3
TEXT_TARGETS = ("UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT")


@dataclass
class Offer:
    """One text on the clipboard; `fetched_fd` (an eventfd) is readable once somebody has all of it."""

    data: bytes
    latin1: bytes | None
    fetched_fd: int = field(default_factory=lambda: os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK))


@dataclass
class Transfer:
    """A text on its way into a requestor's property. `left` is None when it went in one piece."""

    offer: Offer
    kind: int
    left: memoryview | None
    served_at: float


class Clipboard:
    def __init__(self, display: Display) -> None:
        self._display = display
        self._window = lib.XCreateSimpleWindow(display.dpy, display.root, -10, -10, 1, 1, 0, 0, 0)
        self._offer: Offer | None = None
        self._transfers: dict[tuple[int, int], Transfer] = {}
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._targets = {display.atom(name): name for name in TEXT_TARGETS}
        display.sync()
        threading.Thread(target=self._serve, name="clipboard", daemon=True).start()

    def offer(self, text: str, selection: str, call: Call) -> Offer:
        """Puts text on CLIPBOARD or PRIMARY. Raises CONFLICT (`clipboard`) when another program takes it meanwhile.

        PRIMARY only on demand: a GTK field that loses it drops its selection, which a paste should replace.
        """
        call.check()
        latin1 = text.encode("latin-1") if all(ord(character) < 256 for character in text) else None
        with self._display.lock:
            if self._offer:
                os.close(self._offer.fetched_fd)
                self._transfers = {key: t for key, t in self._transfers.items() if t.offer is not self._offer}
            self._offer = offer = Offer(text.encode(), latin1)
            atom = self._display.atom(selection)
            lib.XSetSelectionOwner(self._display.dpy, atom, self._window, x11.CURRENT_TIME)
            owner = lib.XGetSelectionOwner(self._display.dpy, atom)
        os.eventfd_write(self._wake, 1)
        if owner != self._window:
            raise conflict("clipboard", "another program holds the clipboard")
        return offer

    def wait_fetched(self, offer: Offer, seconds: float, call: Call) -> None:
        """Raises CONFLICT (`not_pasted`) when nobody fetched the whole text in time."""
        if not call.wait_readable([offer.fetched_fd], seconds):
            raise conflict("not_pasted", "the focused program did not take the text from the clipboard")

    def _serve(self) -> None:
        poller = select.poll()
        poller.register(self._display.fd, select.POLLIN)
        poller.register(self._wake, select.POLLIN)
        while True:
            poller.poll(UNDELETED_S * 1000 / 2 if self._transfers else None)
            with self._display.lock:
                try:
                    os.eventfd_read(self._wake)
                except BlockingIOError:
                    pass  # the X socket woke us, or the time is up
                try:
                    for event in self._display.events():
                        self._handle(event)
                    self._expire()
                except Exception:
                    log.exception("clipboard")
                self._display.sync()  # forgets the errors of requestors that are gone
                if lib.XPending(self._display.dpy):
                    os.eventfd_write(self._wake, 1)

    def _handle(self, event: XEvent) -> None:
        if event.type == x11.SELECTION_REQUEST:
            self._answer(event.request)
        elif event.type == x11.PROPERTY_NOTIFY and event.property.state == x11.PROPERTY_DELETE:
            self._continue((event.any.window, event.property.atom))

    def _answer(self, request: XSelectionRequestEvent) -> None:
        requestor, target = request.requestor, request.target
        name = request.property or target
        accepted = self._store(requestor, name, target)
        answer = XEvent()
        answer.selection.type = x11.SELECTION_NOTIFY
        answer.selection.window = requestor
        answer.selection.selection = request.selection
        answer.selection.target = target
        answer.selection.property = name if accepted else x11.NONE
        answer.selection.time = request.time
        lib.XSendEvent(self._display.dpy, requestor, 0, 0, byref(answer))

    def _store(self, requestor: int, name: int, target: int) -> bool:
        """Writes what was asked for into the requestor's property; False when it cannot be had."""
        if self._offer is None:
            return False
        if target == self._display.atom("TARGETS"):
            atoms = [target, *self._targets] + ([XA_STRING] if self._offer.latin1 is not None else [])
            self._write_numbers(requestor, name, XA_ATOM, atoms)
            return True
        if target == XA_STRING and self._offer.latin1 is not None:
            data, kind = self._offer.latin1, XA_STRING
        elif target in self._targets:
            is_plain = self._targets[target] == "TEXT"
            data, kind = self._offer.data, self._display.atom("UTF8_STRING") if is_plain else target
        else:
            return False
        lib.XSelectInput(self._display.dpy, requestor, x11.PROPERTY_CHANGE_MASK)
        left = None
        if len(data) > INCR_BYTES:
            left = memoryview(data)
            self._write_numbers(requestor, name, self._display.atom("INCR"), [len(data)])
        else:
            self._write(requestor, name, kind, data)
        self._transfers[requestor, name] = Transfer(self._offer, kind, left, time.monotonic())
        return True

    def _continue(self, key: tuple[int, int]) -> None:
        """The requestor deleted the property: it has read it."""
        transfer = self._transfers.get(key)
        if transfer is None:
            return
        if transfer.left is None:
            self._finish(key)
            return
        chunk, transfer.left = transfer.left[:INCR_BYTES], transfer.left[INCR_BYTES:]
        self._write(*key, transfer.kind, bytes(chunk))
        if not chunk:
            self._finish(key)

    def _expire(self) -> None:
        now = time.monotonic()
        for key, transfer in list(self._transfers.items()):
            if transfer.left is None and now - transfer.served_at > UNDELETED_S:
                self._finish(key)
            elif now - transfer.served_at > 60:
                del self._transfers[key]

    def _finish(self, key: tuple[int, int]) -> None:
        transfer = self._transfers.pop(key)
        if transfer.offer is self._offer:
            os.eventfd_write(transfer.offer.fetched_fd, 1)

    def _write(self, window: int, name: int, kind: int, data: bytes) -> None:
        lib.XChangeProperty(self._display.dpy, window, name, kind, 8, x11.PROP_MODE_REPLACE, data, len(data))

    def _write_numbers(self, window: int, name: int, kind: int, numbers: list[int]) -> None:
        array = (ctypes.c_long * len(numbers))(*numbers)
        lib.XChangeProperty(self._display.dpy, window, name, kind, 32, x11.PROP_MODE_REPLACE, array, len(numbers))
