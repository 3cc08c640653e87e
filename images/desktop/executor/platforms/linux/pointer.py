"""The pointer through XTEST: each action is one batch of events and one round trip."""

from __future__ import annotations

import time

from ...calls import Call
from .injector import Injector
from .manager import WindowManager

BUTTONS = {"left": 1, "middle": 2, "right": 3}
WHEEL_UP, WHEEL_DOWN, WHEEL_LEFT, WHEEL_RIGHT = 4, 5, 6, 7
#: Toolkits start a drag only after a pause and several motions: seconds, number of steps.
DRAG_HOLD_S, DRAG_STEPS, DRAG_STEP_S = 0.05, 10, 0.012


#: How long a click may stay held up by a program that froze the pointer, and how often that is looked at. Seconds.
FROZEN_S, LOOK_S = 0.25, 0.0003


class LinuxPointer:
    def __init__(self, injector: Injector, manager: WindowManager) -> None:
        self._injector = injector
        self._manager = manager

    def move(self, x: int, y: int, call: Call) -> None:
        with self._injector.batch(call) as batch:
            batch.motion(x, y)

    def click(self, x: int, y: int, button: str, count: int, call: Call) -> None:
        for _ in range(count):
            with self._injector.batch(call) as batch:
                batch.motion(x, y)
                batch.button(BUTTONS[button], True)
                batch.button(BUTTONS[button], False)
            self._wait_delivered(call)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str, call: Call) -> None:
        try:
            with self._injector.batch(call) as batch:
                batch.motion(*start)
                batch.button(BUTTONS[button], True)
            call.sleep(DRAG_HOLD_S)
            for step in range(1, DRAG_STEPS + 1):
                part = step / DRAG_STEPS
                x, y = (round(start[axis] + (end[axis] - start[axis]) * part) for axis in (0, 1))
                with self._injector.batch(call) as batch:
                    batch.motion(x, y)
                call.sleep(DRAG_STEP_S)
            call.sleep(DRAG_HOLD_S)
        finally:
            self._injector.release_button(BUTTONS[button])
        self._wait_delivered(call)

    def scroll(self, x: int, y: int, delta_x: int, delta_y: int, call: Call) -> None:
        with self._injector.batch(call) as batch:
            batch.motion(x, y)
            for delta, backward, forward in ((delta_y, WHEEL_UP, WHEEL_DOWN), (delta_x, WHEEL_LEFT, WHEEL_RIGHT)):
                for _ in range(abs(delta)):
                    button = forward if delta > 0 else backward
                    batch.button(button, True)
                    batch.button(button, False)

    def _wait_delivered(self, call: Call) -> None:
        """Until the window manager is done and no button counts as pressed: a frozen pointer still shows it."""
        until = time.monotonic() + FROZEN_S
        self._manager.wait_handled()
        while self._injector.has_button_down() and time.monotonic() < until:
            call.sleep(LOOK_S)
            self._manager.wait_handled()
