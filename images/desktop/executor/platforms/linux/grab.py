"""The screen's pixels in shared memory (XShm), and XDAMAGE to know what changed since they were read."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_void_p, memmove
from typing import Any

from . import x11
from .display import Display
from .x11 import XImage, XShmSegmentInfo, xdamage, xext, xfixes
from .x11 import x11 as lib

IPC_PRIVATE, IPC_RMID, IPC_CREAT = 0, 0, 0o1000
BYTES_PER_PIXEL = 4
_libc = ctypes.CDLL(None, use_errno=True)
_libc.shmat.restype = c_void_p
_libc.shmat.argtypes = [c_int, c_void_p, c_int]
_libc.shmdt.argtypes = [c_void_p]


class Grabber:
    """Fills `buffer` (BGRX rows without padding) with the screen. One size; a resized screen needs a new one."""

    def __init__(self, display: Display, width: int, height: int) -> None:
        """Raises OSError unless the screen has 24-bit colour in 32-bit little-endian pixels."""
        self._display = display
        self.width, self.height = width, height
        self.bytes = width * height * BYTES_PER_PIXEL
        self._segment = XShmSegmentInfo()
        self._image = self._attach() if xext.XShmQueryExtension(display.dpy) else None
        if self._image:
            address = self._segment.shmaddr
            self.buffer = (ctypes.c_ubyte * self.bytes).from_address(address)
        else:
            self.buffer = (ctypes.c_ubyte * self.bytes)()

    def grab(self, top: int, bottom: int) -> None:
        """Rows `top` up to `bottom` without it; the rest of `buffer` stays as it was."""
        display = self._display
        rows, at = bottom - top, top * self.width * BYTES_PER_PIXEL
        if self._image:
            image = self._image.contents
            image.height, image.data = rows, self._segment.shmaddr + at
            xext.XShmGetImage(display.dpy, display.root, self._image, 0, top, x11.ALL_PLANES)
            return
        # Without shared memory (a sandbox may refuse it) the pixels come over the socket: slow, but the same.
        image = lib.XGetImage(
            display.dpy, display.root, 0, top, self.width, rows, x11.ALL_PLANES, x11.Z_PIXMAP
        )
        if not image:
            raise OSError("the screen could not be read")
        _check_format(image.contents, self.width)
        memmove(ctypes.addressof(self.buffer) + at, image.contents.data, rows * self.width * BYTES_PER_PIXEL)
        lib.XFree(c_void_p(image.contents.data))
        lib.XFree(ctypes.cast(image, c_void_p))

    def close(self) -> None:
        """Views of `buffer` must be gone by now."""
        if self._image:
            xext.XShmDetach(self._display.dpy, byref(self._segment))
            self._display.sync()
            _libc.shmdt(self._segment.shmaddr)
            self._image = None

    def _attach(self) -> Any:
        """A pointer to an XImage, or None."""
        dpy = self._display.dpy
        image = xext.XShmCreateImage(
            dpy, lib.XDefaultVisual(dpy, 0), lib.XDefaultDepth(dpy, 0), x11.Z_PIXMAP, None, byref(self._segment),
            self.width, self.height,
        )
        if not image:
            return None
        _check_format(image.contents, self.width)
        segment = self._segment
        segment.shmid = _libc.shmget(IPC_PRIVATE, self.bytes, IPC_CREAT | 0o600)
        if segment.shmid < 0:
            return None
        segment.shmaddr = image.contents.data = _libc.shmat(segment.shmid, None, 0)
        segment.readOnly = 0
        xext.XShmAttach(dpy, byref(segment))
        failed = self._display.sync()
        _libc.shmctl(segment.shmid, IPC_RMID, None)  # it lives on until both sides have let go
        return None if failed else image


class DamageTracker:
    """What was painted since the last `take`. The region is moved out in one request, so nothing falls between."""

    def __init__(self, display: Display) -> None:
        """Raises OSError without XDAMAGE."""
        self._display = display
        base, error = c_int(), c_int()
        xfixes.XFixesQueryExtension(display.dpy, byref(base), byref(error))
        if not xdamage.XDamageQueryExtension(display.dpy, byref(base), byref(error)):
            raise OSError("the X server has no DAMAGE extension")
        self.event_type = base.value
        self._damage = xdamage.XDamageCreate(display.dpy, display.root, x11.DAMAGE_REPORT_NON_EMPTY)
        self._region = xfixes.XFixesCreateRegion(display.dpy, None, 0)

    def take(self) -> list[tuple[int, int, int, int]]:
        """Rectangles (x, y, width, height); one round trip."""
        count = c_int()
        xdamage.XDamageSubtract(self._display.dpy, self._damage, x11.NONE, self._region)
        rectangles = xfixes.XFixesFetchRegion(self._display.dpy, self._region, byref(count))
        if not rectangles:
            return []
        found = [(r.x, r.y, r.width, r.height) for r in rectangles[: count.value]]
        lib.XFree(ctypes.cast(rectangles, c_void_p))
        return found


def _check_format(image: XImage, width: int) -> None:
    is_bgrx = (
        image.bits_per_pixel == 32 and image.byte_order == 0 and image.bytes_per_line == width * BYTES_PER_PIXEL
        and (image.red_mask, image.green_mask, image.blue_mask) == (0xFF0000, 0xFF00, 0xFF)
    )
    if not is_bgrx:
        raise OSError("the screen is not 24-bit colour in 32-bit pixels")
