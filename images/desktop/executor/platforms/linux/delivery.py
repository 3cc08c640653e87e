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
        self._told = 0

    def expect(self) -> None:
        """Something was clicked. Called after it was sent: who waits earlier does not wait for it."""
        self._sent += 1

    def wait(self, call: Call) -> None:
        """Until keys go where the last click went: the window manager is done and no button counts as pressed (a
        frozen pointer still shows it).
        """
        if self._delivered != self._sent:
            with self._lock:
                self._wait_delivered(call)

    def wait_told(self, call: Call) -> None:
        """Also until the window manager calls the window active that has the keyboard. For who asks which that is."""
        if self._told == self._sent:
            return
        with self._lock:
            sent = self._sent
            until = time.monotonic() + FROZEN_S
            if self._wait_delivered(call):
                while not self._manager.has_told_focus() and time.monotonic() < until:
                    call.sleep(LOOK_S)
            self._told = sent

    def _wait_delivered(self, call: Call) -> bool:
        """False when the window manager hangs: it will tell nothing either."""
        sent = self._sent
        if self._delivered == sent:
            return True
        until = time.monotonic() + FROZEN_S
        has_answered = self._manager.wait_handled()
        while self._injector.has_button_down() and time.monotonic() < until:
            call.sleep(LOOK_S)
            has_answered = self._manager.wait_handled()
        self._delivered = sent
        return has_answered
