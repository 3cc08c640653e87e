"""The pointer through XTEST: each action is one batch of events and one round trip."""

from __future__ import annotations

from ...calls import Call
from .delivery import Delivery
from .injector import Injector

BUTTONS = {"left": 1, "middle": 2, "right": 3, "button4": 4, "button5": 5}
WHEEL_UP, WHEEL_DOWN, WHEEL_LEFT, WHEEL_RIGHT = 4, 5, 6, 7
#: Toolkits start a drag only after a pause and several motions: seconds, number of steps.
DRAG_HOLD_S, DRAG_STEPS, DRAG_STEP_S = 0.05, 10, 0.012


class LinuxPointer:
    def __init__(self, injector: Injector, delivery: Delivery) -> None:
        self._injector = injector
        self._delivery = delivery

    def move(self, x: int, y: int, call: Call) -> None:
        with self._injector.batch(call) as batch:
            batch.motion(x, y)

    def click(self, x: int, y: int, button: str, count: int, call: Call) -> None:
        for turn in range(count):
            if turn:
                self._delivery.wait(call)
            try:
                with self._injector.batch(call) as batch:
                    batch.motion(x, y)
                    batch.button(BUTTONS[button], True)
                    batch.button(BUTTONS[button], False)
            finally:
                self._delivery.expect()

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str, call: Call) -> None:
        self._delivery.wait(call)  # while the pointer is held, nobody could tell that the button is down
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
            self._delivery.expect()

    def scroll(self, x: int, y: int, delta_x: int, delta_y: int, call: Call) -> None:
        with self._injector.batch(call) as batch:
            batch.motion(x, y)
            for delta, backward, forward in ((delta_y, WHEEL_UP, WHEEL_DOWN), (delta_x, WHEEL_LEFT, WHEEL_RIGHT)):
                for _ in range(abs(delta)):
                    button = forward if delta > 0 else backward
                    batch.button(button, True)
                    batch.button(button, False)
