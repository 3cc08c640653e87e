"""The window manager, as far as input has to wait for it.

It grabs clicks: the pointer stands still (and later clicks queue in the server) until it has raised and focused the
window, and keys overtake. So text typed right after a click would land in the window that had the focus before.
"""

from __future__ import annotations

import select
import time

from . import x11
from .display import Display
from .x11 import x11 as lib

#: A window manager that does not answer in this time is not waited for any longer, in seconds.
ANSWER_S = 0.25


class WindowManager:
    def __init__(self, display: Display) -> None:
        """`display`: a connection of its own; its events are read and dropped here."""
        self._display = display
        self._window = lib.XCreateSimpleWindow(display.dpy, display.root, -10, -10, 1, 1, 0, 0, 0)
        lib.XSelectInput(display.dpy, self._window, x11.PROPERTY_CHANGE_MASK)
        self._answers = display.atom("_NET_FRAME_EXTENTS")
        self._is_able = display.atom("_NET_REQUEST_FRAME_EXTENTS") in display.property_numbers(
            display.root, "_NET_SUPPORTED"
        )

    def has_told_focus(self) -> bool:
        """Whether the active window that it names has the keyboard. It hears of its own change of focus by an event."""
        with self._display.lock:
            focused = self._display.focus_path()
            active = self._display.property_numbers(self._display.root, "_NET_ACTIVE_WINDOW")
            if any(active):
                return active[0] in focused
            return not set(focused) & set(self._display.property_numbers(self._display.root, "_NET_CLIENT_LIST"))

    def wait_handled(self) -> bool:
        """Returns once it has handled every event sent to it so far: it answers requests in their order.

        False when it cannot say: there is none, it does not know the request, or it hangs.
        """
        if not self._is_able:
            return False
        with self._display.lock:
            self._display.send_to_root(self._window, "_NET_REQUEST_FRAME_EXTENTS", [])
            self._display.sync()
            until = time.monotonic() + ANSWER_S
            poller = select.poll()
            poller.register(self._display.fd, select.POLLIN)
            while True:
                for event in self._display.events():
                    if event.type == x11.PROPERTY_NOTIFY and event.property.atom == self._answers:
                        return True
                left = until - time.monotonic()
                if left <= 0:
                    return False
                poller.poll(left * 1000)
