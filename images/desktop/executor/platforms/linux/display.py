"""One connection to the X server. Xlib's own error handler would end the process, so ours records instead.

Each part (input, screen, windows, clipboard) has its own connection and lock: none waits for another's replies.
"""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Iterator
from ctypes import byref, c_int, c_ubyte, c_uint, c_ulong, c_void_p
from typing import Any

from . import x11
from .x11 import XEvent
from .x11 import x11 as lib

log = logging.getLogger("executor")
PROPERTY_LONGS_MAX = 1 << 20

_errors: dict[int, int] = {}


def _record_error(display: int, event: Any) -> int:
    _errors[display] = event.contents.error_code
    return 0


_handler = x11.ErrorHandler(_record_error)  # kept: libX11 holds only the pointer


class Display:
    """`lock` guards every use of the connection; methods here expect it to be held."""

    def __init__(self) -> None:
        """Raises OSError when $DISPLAY does not answer."""
        lib.XInitThreads()
        lib.XSetErrorHandler(_handler)
        self.dpy: int = lib.XOpenDisplay(None)
        if not self.dpy:
            raise OSError("the X display cannot be opened")
        self.lock = threading.RLock()
        self.root: int = lib.XDefaultRootWindow(self.dpy)
        self.fd: int = lib.XConnectionNumber(self.dpy)
        self._atoms: dict[str, int] = {}
        self._event = XEvent()

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = lib.XInternAtom(self.dpy, name.encode(), 0)
        return self._atoms[name]

    def sync(self) -> int:
        """One round trip; returns the X error code of anything since the last sync, 0 when there was none."""
        lib.XSync(self.dpy, 0)
        return _errors.pop(self.dpy, 0)

    def events(self) -> Iterator[XEvent]:
        """Events that have arrived; each object is valid until the next one is asked for."""
        while lib.XPending(self.dpy):
            lib.XNextEvent(self.dpy, byref(self._event))
            yield self._event

    def root_size(self) -> tuple[int, int]:
        attributes = x11.XWindowAttributes()
        lib.XGetWindowAttributes(self.dpy, self.root, byref(attributes))
        return attributes.width, attributes.height

    def focus_path(self) -> list[int]:
        """The window that has the keyboard, and those around it, without the root; [] when none has it."""
        focus, revert = c_ulong(), c_int()
        lib.XGetInputFocus(self.dpy, byref(focus), byref(revert))
        path, window = [], focus.value
        while window > x11.POINTER_ROOT and window != self.root:
            path.append(window)
            window = self._parent(window)
        return path

    def _parent(self, window: int) -> int:
        """0 when the window is gone."""
        root, parent, count = c_ulong(), c_ulong(), c_uint()
        children = x11.UlongOut()
        if not lib.XQueryTree(self.dpy, window, byref(root), byref(parent), byref(children), byref(count)):
            self.sync()
            return 0
        if children:
            lib.XFree(ctypes.cast(children, c_void_p))
        return parent.value

    def property_numbers(self, window: int, name: str) -> list[int]:
        """A format-32 property as numbers; [] when there is none or the window is gone."""
        return [value & 0xFFFFFFFF for value in self._property(window, name, 32)]

    def property_kind(self, window: int, name: str) -> int:
        """The atom of a property's type; 0 when there is no such property or the window is gone."""
        kind, form, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = ctypes.POINTER(c_ubyte)()
        lib.XGetWindowProperty(
            self.dpy, window, self.atom(name), 0, 0, 0, x11.ANY_PROPERTY_TYPE,
            byref(kind), byref(form), byref(count), byref(left), byref(data),
        )
        if data:
            lib.XFree(ctypes.cast(data, c_void_p))
        return kind.value

    def property_bytes(self, window: int, name: str) -> bytes:
        return bytes(self._property(window, name, 8))

    def _property(self, window: int, name: str, wanted_format: int) -> list[int] | bytes:
        kind, form, count, left = c_ulong(), c_int(), c_ulong(), c_ulong()
        data = ctypes.POINTER(c_ubyte)()
        status = lib.XGetWindowProperty(
            self.dpy, window, self.atom(name), 0, PROPERTY_LONGS_MAX, 0, x11.ANY_PROPERTY_TYPE,
            byref(kind), byref(form), byref(count), byref(left), byref(data),
        )
        if status or not data:
            _errors.pop(self.dpy, 0)
            return []
        try:
            if form.value != wanted_format:
                return []
            if wanted_format == 8:
                return ctypes.string_at(data, count.value)
            return ctypes.cast(data, ctypes.POINTER(c_ulong))[: count.value]  # 32-bit items come as longs
        finally:
            lib.XFree(ctypes.cast(data, c_void_p))

    def send_to_root(self, window: int, message: str, data: list[int]) -> None:
        """An EWMH request: a client message about `window` for the window manager."""
        event = XEvent()
        event.client.type = x11.CLIENT_MESSAGE
        event.client.window = window
        event.client.message_type = self.atom(message)
        event.client.format = 32
        event.client.data[:] = (data + [0] * 5)[:5]
        mask = x11.SUBSTRUCTURE_REDIRECT_MASK | x11.SUBSTRUCTURE_NOTIFY_MASK
        lib.XSendEvent(self.dpy, self.root, 0, mask, byref(event))

    def close(self) -> None:
        lib.XCloseDisplay(self.dpy)
