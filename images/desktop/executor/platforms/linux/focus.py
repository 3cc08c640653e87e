"""The window that has the keyboard: what kind of program it is, and whether it has handled all input so far."""

from __future__ import annotations

import time
from ctypes import byref

from ...calls import Call
from ...errors import conflict
from .display import Display
from .x11 import CLIENT_MESSAGE, STRUCTURE_NOTIFY_MASK, SUBSTRUCTURE_NOTIFY_MASK, XEvent
from .x11 import x11 as lib

XTERM_CLASSES = frozenset(("xterm", "uxterm", "urxvt", "rxvt", "st", "st-256color"))
TERMINAL_CLASSES = frozenset((
    "xfce4-terminal", "gnome-terminal", "gnome-terminal-server", "lxterminal", "mate-terminal", "konsole",
    "terminator", "tilix", "qterminal", "alacritty", "kitty", "sakura", "terminology", "kgx",
))


class Focus:
    """Its display is its own: a ping reads and drops all events."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._serial = 0

    def _window(self) -> int:
        """The active top-level window, 0 when there is none."""
        return next(iter(self._display.property_numbers(self._display.root, "_NET_ACTIVE_WINDOW")), 0)

    def require(self, window: int | None) -> None:
        """Raises CONFLICT `focus_changed` when the keyboard is not that window's (0: no window's). None: any may have it."""
        if window is None:
            return
        with self._display.lock:
            active = self._window()
        if active != window:
            raise conflict("focus_changed", "another window has the keyboard than the one that the keys were meant for")

    def pid(self) -> int | None:
        """The process of the window that has the keyboard, as that window says."""
        with self._display.lock:
            window = self._window()
            return next(iter(self._display.property_numbers(window, "_NET_WM_PID")), None) if window else None

    def kind(self) -> str:
        """`xterm`, `terminal` or `other`: terminals paste with other keys."""
        with self._display.lock:
            names = self._display.property_bytes(self._window(), "WM_CLASS")
        parts = {part.decode("latin-1").lower() for part in names.split(b"\0")}
        if parts & XTERM_CLASSES:
            return "xterm"
        return "terminal" if parts & TERMINAL_CLASSES else "other"

    def ping(self, seconds: float, call: Call) -> bool:
        """True when the focused program answered, so it has handled all input sent before. False: it cannot say."""
        with self._display.lock:
            window = self._window()
            protocols = self._display.property_numbers(window, "WM_PROTOCOLS") if window else []
            if self._display.atom("_NET_WM_PING") not in protocols:
                return False
            self._serial = self._serial % 0x7FFF_FFFF + 1
            # The answer is sent to the root window with the second of these masks, by Qt with the first; they are selected only
            # for so long.
            lib.XSelectInput(self._display.dpy, self._display.root, STRUCTURE_NOTIFY_MASK | SUBSTRUCTURE_NOTIFY_MASK)
            try:
                self._send(window)
                return self._wait_answer(window, seconds, call)
            finally:
                lib.XSelectInput(self._display.dpy, self._display.root, 0)
                self._display.sync()

    def _wait_answer(self, window: int, seconds: float, call: Call) -> bool:
        until = time.monotonic() + seconds
        while True:
            for event in self._display.events():
                if event.type == CLIENT_MESSAGE and self._is_answer(event, window):
                    return True
            left = until - time.monotonic()
            if left <= 0:
                return False
            call.wait_readable([self._display.fd], left)

    def _send(self, window: int) -> None:
        event = XEvent()
        event.client.type = CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self._display.atom("WM_PROTOCOLS")
        event.client.format = 32
        event.client.data[:] = (self._display.atom("_NET_WM_PING"), self._serial, window, 0, 0)
        lib.XSendEvent(self._display.dpy, window, 0, 0, byref(event))
        self._display.sync()

    def _is_answer(self, event: XEvent, window: int) -> bool:
        data = event.client.data
        return data[0] == self._display.atom("_NET_WM_PING") and data[1] == self._serial and data[2] == window
