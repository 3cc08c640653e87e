"""A plain X client for tests, apart from the executor's own: it draws, reads pixels, and asks what is pressed.

python-xlib would do, but it keeps event tables per process and breaks when one process talks to two kinds of server.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char, c_char_p, c_int, c_uint, c_ulong, c_void_p

from PIL import Image

_x = ctypes.CDLL("libX11.so.6")
_test = ctypes.CDLL("libXtst.so.6")
_test.XTestFakeKeyEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
for _name, _result, _arguments in (
    ("XOpenDisplay", c_void_p, [c_char_p]), ("XCloseDisplay", c_int, [c_void_p]),
    ("XDefaultRootWindow", c_ulong, [c_void_p]), ("XDefaultGC", c_void_p, [c_void_p, c_int]),
    ("XSetForeground", c_int, [c_void_p, c_void_p, c_ulong]),
    ("XFillRectangle", c_int, [c_void_p, c_ulong, c_void_p, c_int, c_int, c_uint, c_uint]),
    ("XSync", c_int, [c_void_p, c_int]), ("XQueryKeymap", c_int, [c_void_p, c_char * 32]),
    ("XQueryPointer", c_int, [c_void_p, c_ulong, *[c_void_p] * 7]),
    ("XCreateSimpleWindow", c_ulong, [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint, c_ulong, c_ulong]),
    ("XMapWindow", c_int, [c_void_p, c_ulong]), ("XDestroyWindow", c_int, [c_void_p, c_ulong]),
    ("XStoreName", c_int, [c_void_p, c_ulong, c_char_p]),
    ("XGetImage", c_void_p, [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_ulong, c_int]),
    ("XFree", c_int, [c_void_p]), ("XIconifyWindow", c_int, [c_void_p, c_ulong, c_int]),
    ("XInternAtom", c_ulong, [c_void_p, c_char_p, c_int]), ("XGetSelectionOwner", c_ulong, [c_void_p, c_ulong]),
    ("XSetSelectionOwner", c_int, [c_void_p, c_ulong, c_ulong, c_ulong]),
    ("XStringToKeysym", c_ulong, [c_char_p]), ("XKeysymToKeycode", c_uint, [c_void_p, c_ulong]),
):
    _function = getattr(_x, _name)
    _function.restype, _function.argtypes = _result, _arguments


class XClient:
    def __init__(self, display: str) -> None:
        self._dpy = _x.XOpenDisplay(display.encode())
        assert self._dpy, "the display opens"
        self.root = _x.XDefaultRootWindow(self._dpy)

    def close(self) -> None:
        _x.XCloseDisplay(self._dpy)

    def draw(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """A filled rectangle on the root window, drawn when this returns."""
        context = _x.XDefaultGC(self._dpy, 0)
        _x.XSetForeground(self._dpy, context, colour)
        _x.XFillRectangle(self._dpy, self.root, context, x, y, width, height)
        _x.XSync(self._dpy, 0)

    def picture(self, width: int, height: int) -> Image.Image:
        """The screen, read over the socket and not through shared memory."""
        image = _x.XGetImage(self._dpy, self.root, 0, 0, width, height, 0xFFFFFFFF, 2)
        data = ctypes.cast(image + 16, ctypes.POINTER(c_void_p))[0]  # XImage.data
        try:
            raw = ctypes.string_at(data, width * height * 4)
        finally:
            _x.XFree(data)
            _x.XFree(image)
        return Image.frombytes("RGB", (width, height), raw, "raw", "BGRX")

    def window(self, title: str, colour: int, width: int = 200, height: int = 200) -> int:
        window = _x.XCreateSimpleWindow(self._dpy, self.root, 300, 300, width, height, 0, 0, colour)
        _x.XStoreName(self._dpy, window, title.encode())
        _x.XMapWindow(self._dpy, window)
        _x.XSync(self._dpy, 0)
        return window

    def destroy(self, window: int) -> None:
        _x.XDestroyWindow(self._dpy, window)
        _x.XSync(self._dpy, 0)

    def iconify(self, window: int) -> None:
        _x.XIconifyWindow(self._dpy, window, 0)
        _x.XSync(self._dpy, 0)

    def selection_owner(self, selection: str) -> int:
        """The window; 0 when nobody holds it."""
        return _x.XGetSelectionOwner(self._dpy, _x.XInternAtom(self._dpy, selection.encode(), 0))

    def own_selection(self, selection: str, window: int) -> None:
        """For a window of this client, which answers nobody; 0: nobody holds it any more."""
        _x.XSetSelectionOwner(self._dpy, _x.XInternAtom(self._dpy, selection.encode(), 0), window, 0)
        _x.XSync(self._dpy, 0)

    def press(self, key: str) -> None:
        """Presses and holds a key."""
        code = _x.XKeysymToKeycode(self._dpy, _x.XStringToKeysym(key.encode())) & 0xFF
        _test.XTestFakeKeyEvent(self._dpy, code, 1, 0)
        _x.XSync(self._dpy, 0)

    def keys_down(self) -> bytes:
        """32 bytes, a bit per keycode."""
        keys = (c_char * 32)()
        _x.XQueryKeymap(self._dpy, keys)
        return keys.raw

    def pointer(self) -> tuple[int, int, int]:
        """x, y and the mask of pressed buttons and modifiers."""
        window, child, mask = c_ulong(), c_ulong(), c_uint()
        places = [c_int() for _ in range(4)]
        _x.XQueryPointer(self._dpy, self.root, byref(window), byref(child), *map(byref, places), byref(mask))
        return places[0].value, places[1].value, mask.value
