"""Keyboard and pointer for one application: its window is brought to the front first, and nothing goes to another one."""

from __future__ import annotations

from collections.abc import Sequence

from ....calls import Call
from ....errors import CONFLICT, NOT_FOUND, RpcError, conflict
from ..app_state.xwindows import XWindows
from ..focus import Focus
from ..keyboard import LinuxKeyboard
from ..pointer import LinuxPointer
from ..windows import LinuxWindows

Point = tuple[int, int]
#: To the right and down.
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
#: Clicks of the wheel: of a page, and of one call at most.
PAGE_CLICKS, WHEEL_MAX = 5, 100
#: How long a program may take to handle the input before, in seconds.
HANDLED_S = 5.0


class Hands:
    def __init__(
        self, windows: LinuxWindows, clients: XWindows, pointer: LinuxPointer, keyboard: LinuxKeyboard, focus: Focus
    ) -> None:
        """`focus`: with a display of its own."""
        self._windows = windows
        self._clients = clients
        self._pointer = pointer
        self._focus = focus
        self.keyboard = keyboard

    def activate(self, window_id: int, call: Call) -> None:
        """From now on keys of this call reach this window or nothing. Raises NOT_FOUND, CONFLICT `focus_changed`."""
        try:
            if not self._windows.has_keyboard(window_id, call):
                self._windows.activate(window_id, call)
        except RpcError as error:
            if error.code == NOT_FOUND:
                raise RpcError(NOT_FOUND, "there is no such window", {"reason": "window"}) from None
            if error.code == CONFLICT:
                raise conflict("focus_changed", "the window does not come to the front") from None
            raise
        call.window = window_id

    def settle(self, call: Call) -> None:
        """Until the program in front has handled all input so far, where it can say so."""
        self._focus.ping(HANDLED_S, call)

    def has_popup(self, window_id: int) -> bool:
        """Whether a menu or a list of the window's application is open."""
        own = next((window for window in self._clients.managed() if window.id == window_id), None)
        return own is not None and any(window.is_mapped and window.pid == own.pid for window in self._clients.unmanaged())

    def click(self, point: Point, button: str, count: int, window_id: int, call: Call) -> None:
        self._reach([point], window_id, call)
        self._pointer.click(*point, button, count, call)

    def drag(self, start: Point, end: Point, window_id: int, call: Call) -> None:
        self._reach([start], window_id, call)
        self._pointer.drag(start, end, "left", call)

    def page(self, point: Point, direction: str, pages: float, window_id: int, call: Call) -> str:
        """By the wheel, where nothing says how far that goes."""
        x, y = DIRECTIONS[direction]
        clicks = min(max(1, round(pages * PAGE_CLICKS)), WHEEL_MAX)
        self.wheel(point, (x * clicks, y * clicks), window_id, call)
        return "wheel"

    def wheel(self, point: Point, delta: Point, window_id: int, call: Call) -> None:
        self._reach([point], window_id, call)
        self._pointer.scroll(*point, *delta, call)

    def _reach(self, points: Sequence[Point], window_id: int, call: Call) -> None:
        """Raises CONFLICT `focus_changed` where another application's window lies over a point."""
        self.activate(window_id, call)
        managed = self._clients.managed()
        own = next((window for window in managed if window.id == window_id), None)
        for x, y in points:
            above = [window for window in (*self._clients.unmanaged(), *managed) if window.is_mapped and window.frame.holds(x, y)]
            if not above or not (above[0].id == window_id or own and own.pid and above[0].pid == own.pid):
                raise conflict("focus_changed", "the application has no window there, or another one lies over it")
