"""What another program holds on a selection, as text: asked for over a connection and a window of its own.

Nothing changes for anybody: the owner stays the owner, no window is shown, no key is pressed.
ICCCM sections 2.4, 2.7.2: https://x.org/releases/X11R7.6/doc/xorg-docs/specs/ICCCM/icccm.html
"""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable

from ...calls import Call
from ...errors import conflict
from . import x11
from .display import Display
from .x11 import XEvent
from .x11 import x11 as lib

#: For all of it, in seconds: an owner that hangs must not keep the asker.
ANSWER_S = 1.0
#: The best first. Programs answer one or the other; only Latin-1 comes as STRING.
TARGETS = (("UTF8_STRING", "utf-8"), ("STRING", "latin-1"))
PROPERTY = "DESKFLEET_TEXT"


class SelectionReader:
    def __init__(self, display: Display) -> None:
        self._display = display

    def read(self, selection: str, bytes_max: int, call: Call) -> tuple[str, bool]:
        """The text, and whether it was longer than `bytes_max` bytes. "": nobody holds it, or what is held is no text.

        Raises CONFLICT (`not_responding`) when its owner does not answer in ANSWER_S.
        """
        with self._display.lock:
            until = time.monotonic() + ANSWER_S
            owner = lib.XGetSelectionOwner(self._display.dpy, self._display.atom(selection))
            if owner == x11.NONE:
                return "", False
            for target, encoding in TARGETS:
                data = self._convert(selection, target, bytes_max, until, call)
                if data is not None:
                    # A character that the limit cuts in two is left out.
                    text = codecs.getincrementaldecoder(encoding)("replace").decode(data[:bytes_max])
                    return text, len(data) > bytes_max
        return "", False

    def _convert(self, selection: str, target: str, bytes_max: int, until: float, call: Call) -> bytes | None:
        """None: the owner does not have it in this form. At least one byte more than `bytes_max` where it has more."""
        display = self._display
        # A window for each question: what a late owner still sends has nowhere to go, a sender of chunks sees it go.
        window = lib.XCreateSimpleWindow(display.dpy, display.root, -10, -10, 1, 1, 0, 0, 0)
        try:
            lib.XSelectInput(display.dpy, window, x11.PROPERTY_CHANGE_MASK)
            name = display.atom(PROPERTY)
            lib.XConvertSelection(
                display.dpy, display.atom(selection), display.atom(target), name, window, x11.CURRENT_TIME
            )
            answered = self._wait(lambda event: _answer_of(event, window), until, call)
            if answered == x11.NONE:
                return None
            if display.property_kind(window, PROPERTY) != display.atom("INCR"):
                return display.property_bytes(window, PROPERTY)
            return self._chunks(window, name, bytes_max, until, call)
        finally:
            lib.XDestroyWindow(display.dpy, window)
            display.sync()

    def _chunks(self, window: int, name: int, bytes_max: int, until: float, call: Call) -> bytes:
        """Each after the one before was deleted; an empty one is the end."""
        display = self._display
        data = bytearray()
        lib.XDeleteProperty(display.dpy, window, name)
        while len(data) <= bytes_max:
            self._wait(lambda event: _is_chunk(event, window, name) or None, until, call)
            chunk = display.property_bytes(window, PROPERTY)
            lib.XDeleteProperty(display.dpy, window, name)
            if not chunk:
                break
            data += chunk
        return bytes(data)

    def _wait(self, wanted: Callable[[XEvent], int | None], until: float, call: Call) -> int:
        while True:
            for event in self._display.events():
                found = wanted(event)
                if found is not None:
                    return found
            left = until - time.monotonic()
            if left <= 0 or not call.wait_readable([self._display.fd], left):
                raise conflict("not_responding", "the program that holds the clipboard does not answer")


def _answer_of(event: XEvent, window: int) -> int | None:
    """The property of the owner's answer, NONE where it refused."""
    is_answer = event.type == x11.SELECTION_NOTIFY and event.any.window == window
    return event.selection.property if is_answer else None


def _is_chunk(event: XEvent, window: int, name: int) -> bool:
    return (
        event.type == x11.PROPERTY_NOTIFY
        and event.any.window == window
        and event.property.atom == name
        and event.property.state == x11.PROPERTY_NEW_VALUE
    )
