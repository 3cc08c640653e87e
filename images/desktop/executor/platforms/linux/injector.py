"""The one place that makes input events. A batch checks its call and sends under one lock, and `release_all` takes
the same lock: after a stop has released everything, no batch of an ended call can press anything again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from ctypes import byref, c_char, c_int, c_uint, c_ulong

from ...calls import Call
from .display import Display
from .x11 import BUTTON_MASKS, LOCK_MASK, xtst
from .x11 import x11 as lib

ANY_BUTTON = sum(bit for _, bit in BUTTON_MASKS)


class Batch:
    """Events in the order of the calls, sent together."""

    def __init__(self, dpy: int) -> None:
        self._dpy = dpy

    def motion(self, x: int, y: int) -> None:
        xtst.XTestFakeMotionEvent(self._dpy, -1, x, y, 0)

    def button(self, button: int, is_down: bool) -> None:
        xtst.XTestFakeButtonEvent(self._dpy, button, is_down, 0)

    def key(self, keycode: int, is_down: bool) -> None:
        xtst.XTestFakeKeyEvent(self._dpy, keycode, is_down, 0)

    def tap(self, keycode: int) -> None:
        self.key(keycode, True)
        self.key(keycode, False)


class Injector:
    def __init__(self, display: Display) -> None:
        """Raises OSError without the XTEST extension."""
        self.display = display
        out = [c_int() for _ in range(4)]
        if not xtst.XTestQueryExtension(display.dpy, *map(byref, out)):
            raise OSError("the X server has no XTEST extension")
        xtst.XTestGrabControl(display.dpy, 1)  # our events pass even while another client grabs the server

    @contextlib.contextmanager
    def batch(self, call: Call) -> Iterator[Batch]:
        """Keep it short (some tens of milliseconds): a stop waits for it."""
        with self.display.lock:
            call.check()
            try:
                yield Batch(self.display.dpy)
            finally:
                self.display.sync()

    def release_button(self, button: int) -> None:
        with self.display.lock:
            if self._pointer_mask() & dict(BUTTON_MASKS)[button]:
                Batch(self.display.dpy).button(button, False)
            self.display.sync()

    def release_held(self) -> None:
        """Releases keys that are down, so that what is typed next is not a combination with them."""
        with self.display.lock:
            for keycode in self._keys_down():
                Batch(self.display.dpy).key(keycode, False)
            self.display.sync()
            for _ in self.display.events():  # notices of keyboard maps; nobody else reads them here
                pass

    def release_all(self) -> None:
        """Releases every key and button and parks the pointer in the corner where nothing reacts to hovering."""
        with self.display.lock:
            batch = Batch(self.display.dpy)
            for keycode in self._keys_down():
                batch.key(keycode, False)
            mask = self._pointer_mask()
            for button, bit in BUTTON_MASKS:
                if mask & bit:
                    batch.button(button, False)
            width, height = self.display.root_size()
            batch.motion(width - 1, height - 1)
            self.display.sync()

    def has_button_down(self) -> bool:
        with self.display.lock:
            return bool(self._pointer_mask() & ANY_BUTTON)

    def is_caps_locked(self) -> bool:
        with self.display.lock:
            return bool(self._pointer_mask() & LOCK_MASK)

    def _keys_down(self) -> list[int]:
        bits = (c_char * 32)()
        lib.XQueryKeymap(self.display.dpy, bits)
        return [index * 8 + bit for index, byte in enumerate(bits.raw) if byte for bit in range(8) if byte >> bit & 1]

    def _pointer_mask(self) -> int:
        window, other, mask = c_ulong(), c_ulong(), c_uint()
        place = [c_int() for _ in range(4)]
        lib.XQueryPointer(
            self.display.dpy, self.display.root, byref(window), byref(other), *map(byref, place), byref(mask)
        )
        return mask.value
