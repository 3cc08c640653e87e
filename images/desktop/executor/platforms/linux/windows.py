"""Windows by EWMH (https://specifications.freedesktop.org/wm-spec/latest/) over one kept connection."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from ctypes import byref, c_int, c_ulong
from dataclasses import dataclass

from ...calls import Call
from ...errors import NOT_FOUND, RpcError, conflict
from ..base import Rect, WindowInfo
from . import x11
from .display import Display
from .x11 import x11 as lib

#: Source indication 2: a pager acts for the user, so the window manager does not refuse it as focus stealing.
SOURCE_PAGER = 2
ACTIVATED_S, POLL_S = 2.0, 0.004


@dataclass(frozen=True)
class Painters:
    """Who may have painted: processes with a window there, and whoever has no window that we know of."""

    there: frozenset[int | None]
    all: frozenset[int | None]

    def may_include(self, pid: int) -> bool:
        return pid in self.there or pid not in self.all


class LinuxWindows:
    def __init__(self, display: Display) -> None:
        """`display`: a connection of its own; its events are read and dropped here."""
        self._display = display
        self._layout: list[tuple[int | None, Rect]] | None = None
        lib.XSelectInput(display.dpy, display.root, x11.SUBSTRUCTURE_NOTIFY_MASK)

    def all(self) -> list[WindowInfo]:
        with self._display.lock:
            active = self._active()
            found = [self._describe(window, active) for window in reversed(self._stacking())]
            self._notice_changes()
        return [window for window in found if window]

    def get(self, window_id: int) -> WindowInfo:
        with self._display.lock:
            if window_id in self._stacking():
                window = self._describe(window_id, self._active())
                if window:
                    return window
        raise RpcError(NOT_FOUND, "there is no such window")

    def activate(self, window_id: int, call: Call) -> None:
        self.get(window_id)
        with self._display.lock:
            self._display.send_to_root(window_id, "_NET_ACTIVE_WINDOW", [SOURCE_PAGER, x11.CURRENT_TIME, 0])
            self._display.sync()
        waited = 0.0
        while waited < ACTIVATED_S:
            with self._display.lock:
                if self._active() == window_id and self._is_focused(window_id):
                    return
            call.sleep(POLL_S)
            waited += POLL_S
        self.get(window_id)
        raise conflict("not_activated", "the window manager did not activate the window")

    def rectangles_of(self, pid: int | None) -> list[Rect]:
        """Where a process's windows are, its menus and other unmanaged ones too; with None, all windows.

        A process none of whose windows names it gets the windows that name nobody.
        """
        with self._display.lock:
            layout = self._current_layout()
        own = [rect for owner, rect in layout if pid is None or owner == pid]
        return own or [rect for owner, rect in layout if owner is None]

    def painters(self, painted: Sequence[Rect]) -> Painters:
        """Whose windows lie where the screen was painted."""
        with self._display.lock:
            layout = self._current_layout()
        there = {owner for owner, rect in layout if any(map(rect.overlaps, painted))}
        return Painters(frozenset(there), frozenset(owner for owner, _ in layout))

    def _current_layout(self) -> list[tuple[int | None, Rect]]:
        """Owner and place of every visible window; read again only after a window came, went or moved."""
        self._notice_changes()
        if self._layout is None:
            windows = [*self._stacking(), *self._unmanaged()]
            described = [info for window in windows if (info := self._describe(window, 0)) and info.visible]
            self._layout = [(info.pid, info.rect) for info in described]
        return self._layout

    def _notice_changes(self) -> None:
        self._display.sync()
        for event in self._display.events():
            if event.type != x11.MAPPING_NOTIFY:  # all others are about windows that came, went or moved
                self._layout = None

    def _unmanaged(self) -> list[int]:
        """Viewable windows that the window manager leaves alone."""
        root, parent, count = c_ulong(), c_ulong(), ctypes.c_uint()
        children = x11.UlongOut()
        display = self._display
        lib.XQueryTree(display.dpy, display.root, byref(root), byref(parent), byref(children), byref(count))
        if not children:
            return []
        windows = children[: count.value]
        lib.XFree(ctypes.cast(children, ctypes.c_void_p))
        return [window for window in windows if self._is_unmanaged(window)]

    def _is_unmanaged(self, window: int) -> bool:
        attributes = x11.XWindowAttributes()
        if not lib.XGetWindowAttributes(self._display.dpy, window, byref(attributes)):
            self._display.sync()
            return False
        is_plain = attributes.class_ == x11.INPUT_OUTPUT and attributes.map_state == x11.IS_VIEWABLE
        return is_plain and bool(attributes.override_redirect)

    def _stacking(self) -> list[int]:
        """Bottom to top, as the window manager says."""
        return self._display.property_numbers(self._display.root, "_NET_CLIENT_LIST_STACKING")

    def _active(self) -> int:
        return next(iter(self._display.property_numbers(self._display.root, "_NET_ACTIVE_WINDOW")), 0)

    def _is_focused(self, window_id: int) -> bool:
        """The keyboard is really there: in the window or one inside it. A window that takes none is left out."""
        focus, revert = c_ulong(), c_int()
        lib.XGetInputFocus(self._display.dpy, byref(focus), byref(revert))
        window = focus.value
        while window > 1:
            if window == window_id:
                return True
            window = self._parent(window)
        return not self._takes_keyboard(window_id)

    def _takes_keyboard(self, window_id: int) -> bool:
        hints = self._display.property_numbers(window_id, "WM_HINTS")
        has_input_hint = len(hints) > 1 and hints[0] & 1
        return not has_input_hint or bool(hints[1])

    def _parent(self, window: int) -> int:
        root, parent, count = c_ulong(), c_ulong(), ctypes.c_uint()
        children = x11.UlongOut()
        if not lib.XQueryTree(self._display.dpy, window, byref(root), byref(parent), byref(children), byref(count)):
            self._display.sync()
            return 0
        if children:
            lib.XFree(ctypes.cast(children, ctypes.c_void_p))
        return parent.value

    def _describe(self, window: int, active: int) -> WindowInfo | None:
        """None when it is gone: windows may close between two requests."""
        display = self._display
        attributes = x11.XWindowAttributes()
        if not lib.XGetWindowAttributes(display.dpy, window, byref(attributes)):
            display.sync()
            return None
        x, y, child = c_int(), c_int(), c_ulong()
        lib.XTranslateCoordinates(display.dpy, window, display.root, 0, 0, byref(x), byref(y), byref(child))
        left, right, top, bottom = (display.property_numbers(window, "_NET_FRAME_EXTENTS") + [0] * 4)[:4]
        title = display.property_bytes(window, "_NET_WM_NAME") or display.property_bytes(window, "WM_NAME")
        pid = next(iter(display.property_numbers(window, "_NET_WM_PID")), None)
        return WindowInfo(
            id=window,
            title=title.decode("utf-8", "replace"),
            pid=pid,
            process_name=_process_name(pid) or self._class_name(window),
            rect=Rect(
                x.value - left, y.value - top, attributes.width + left + right, attributes.height + top + bottom
            ),
            visible=attributes.map_state == x11.IS_VIEWABLE,
            active=window == active,
        )

    def _class_name(self, window: int) -> str:
        """For a window that names no process: the first part of WM_CLASS, mostly the program's name."""
        return self._display.property_bytes(window, "WM_CLASS").split(b"\0")[0].decode("latin-1")


def _process_name(pid: int | None) -> str:
    if pid is None:
        return ""
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
            return file.read().rstrip("\n")
    except OSError:
        return ""
