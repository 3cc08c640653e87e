"""Windows that the window manager leaves alone: menus, lists that fell open, tooltips."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_ulong

from . import x11
from .display import Display
from .x11 import x11 as lib


def overriding_windows(display: Display) -> list[int]:
    """Those that can be seen, bottom to top."""
    root, parent, count = c_ulong(), c_ulong(), ctypes.c_uint()
    children = x11.UlongOut()
    lib.XQueryTree(display.dpy, display.root, byref(root), byref(parent), byref(children), byref(count))
    if not children:
        return []
    windows = children[: count.value]
    lib.XFree(ctypes.cast(children, ctypes.c_void_p))
    return [window for window in windows if _is_overriding(display, window)]


def _is_overriding(display: Display, window: int) -> bool:
    attributes = x11.XWindowAttributes()
    if not lib.XGetWindowAttributes(display.dpy, window, byref(attributes)):
        display.sync()
        return False
    is_plain = attributes.class_ == x11.INPUT_OUTPUT and attributes.map_state == x11.IS_VIEWABLE
    return is_plain and bool(attributes.override_redirect)
