"""The windows of the display as app state needs them: client areas, classes, kinds, and unmanaged ones such as menus."""

from __future__ import annotations

from ctypes import byref, c_int, c_ulong
from dataclasses import dataclass

from ...base import Rect
from .. import x11
from ..display import Display
from ..overriding import overriding_windows
from ..x11 import x11 as lib
from .xres import ClientIds

STACKING = "_NET_CLIENT_LIST_STACKING"
PIDS_MAX = 1_000
#: Longer titles and classes are cut. Characters.
TITLE_MAX = 4_000
#: Kinds of windows that are no window of an application's work: kept out unless there is nothing else.
BACKGROUND_KINDS = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")


@dataclass(frozen=True)
class XWindow:
    """`rect`: the client area, without the window manager's frame; `frame`: with it. Pixels of the screen.

    `instance` and `wm_class`: the two parts of WM_CLASS, empty where there is none.
    """

    id: int
    pid: int | None
    title: str
    instance: str
    wm_class: str
    rect: Rect
    frame: Rect
    is_mapped: bool
    is_active: bool
    is_modal: bool
    is_background: bool


class XWindows:
    """`display`: a connection of its own; `lock` of it guards every method."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._clients = ClientIds()
        self._pids: dict[int, int | None] = {}

    def managed(self) -> list[XWindow]:
        """What the window manager lists, topmost first."""
        with self._display.lock:
            active = next(iter(self._numbers(self._display.root, "_NET_ACTIVE_WINDOW")), 0)
            listed = self._numbers(self._display.root, STACKING)
            found = [self._describe(window, active) for window in reversed(listed)]
        return [window for window in found if window]

    def unmanaged(self) -> list[XWindow]:
        """Viewable windows that the window manager leaves alone (menus, lists of combo boxes), topmost first."""
        with self._display.lock:
            found = [self._describe(window, 0) for window in reversed(overriding_windows(self._display))]
        return [window for window in found if window]

    def _describe(self, window: int, active: int) -> XWindow | None:
        """None when it is gone: windows may close between two requests."""
        display = self._display
        attributes = x11.XWindowAttributes()
        if not lib.XGetWindowAttributes(display.dpy, window, byref(attributes)):
            display.sync()
            return None
        x, y, child = c_int(), c_int(), c_ulong()
        lib.XTranslateCoordinates(display.dpy, window, display.root, 0, 0, byref(x), byref(y), byref(child))
        left, right, top, bottom = (self._numbers(window, "_NET_FRAME_EXTENTS") + [0] * 4)[:4]
        rect = Rect(x.value, y.value, attributes.width, attributes.height)
        title = display.property_bytes(window, "_NET_WM_NAME") or display.property_bytes(window, "WM_NAME")
        names = [part.decode("latin-1")[:TITLE_MAX] for part in display.property_bytes(window, "WM_CLASS").split(b"\0")]
        kinds = self._numbers(window, "_NET_WM_WINDOW_TYPE")
        return XWindow(
            id=window,
            pid=self._owner(window),
            title=title.decode("utf-8", "replace")[:TITLE_MAX],
            instance=names[0],
            wm_class=names[1] if len(names) > 1 else "",
            rect=rect,
            frame=Rect(rect.x - left, rect.y - top, rect.width + left + right, rect.height + top + bottom),
            is_mapped=attributes.map_state == x11.IS_VIEWABLE,
            is_active=window == active,
            is_modal=display.atom("_NET_WM_STATE_MODAL") in self._numbers(window, "_NET_WM_STATE"),
            is_background=any(display.atom(kind) in kinds for kind in BACKGROUND_KINDS),
        )

    def _owner(self, window: int) -> int | None:
        """As the window says, else as the server knows."""
        stated = next(iter(self._numbers(window, "_NET_WM_PID")), None)
        if stated:
            return stated
        if window not in self._pids:
            if len(self._pids) >= PIDS_MAX:
                self._pids.clear()
            self._pids[window] = self._clients.pid_of(window)
        return self._pids[window]

    def _numbers(self, window: int, name: str) -> list[int]:
        return self._display.property_numbers(window, name)
