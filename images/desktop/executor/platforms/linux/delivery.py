"""Whether the clicks sent so far have arrived. A click does not wait for that; what follows it may have to.

What goes where the focus is (keys), or says where it is (the list of windows), waits. Pointer events need not: while
the window manager holds the pointer, the server queues them behind the click.
"""

from __future__ import annotations

import threading
import time

from ...calls import Call
from .injector import Injector
from .manager import WindowManager

#: How long a click may stay held up by a program that froze the pointer, and how often that is looked at. Seconds.
FROZEN_S, LOOK_S = 0.25, 0.0003


class Delivery:
    def __init__(self, injector: Injector, manager: WindowManager) -> None:
        self._injector = injector
        self._manager = manager
        self._lock = threading.Lock()
        self._sent = 0
        self._delivered = 0

    def expect(self) -> None:
        """Something was clicked. Called after it was sent: who waits earlier does not wait for it."""
        self._sent += 1

    def wait(self, call: Call) -> None:
        """Until the window manager is done, no button counts as pressed (a frozen pointer still shows it), and the
        window that has the keyboard is the one that it calls active.
        """
        if self._delivered == self._sent:
            return
        with self._lock:
            sent = self._sent
            if self._delivered == sent:
                return
            until = time.monotonic() + FROZEN_S
            can_tell = self._manager.wait_handled()
            while self._injector.has_button_down() and time.monotonic() < until:
                call.sleep(LOOK_S)
                can_tell = self._manager.wait_handled()
            while can_tell and not self._manager.has_told_focus() and time.monotonic() < until:
                call.sleep(LOOK_S)
            self._delivered = sent
