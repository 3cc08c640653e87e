"""Windows by EWMH (https://specifications.freedesktop.org/wm-spec/latest/) over one kept connection."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, c_int, c_ulong
from dataclasses import dataclass

from ...calls import Call
from ...errors import NOT_FOUND, RpcError, conflict
from ..base import Rect, WindowInfo
from . import x11
from .delivery import Delivery
from .display import Display
from .overriding import overriding_windows
from .x11 import x11 as lib

#: Source indication 2: a pager acts for the user, so the window manager does not refuse it as focus stealing.
SOURCE_PAGER = 2
ACTIVATED_S, POLL_S = 2.0, 0.004
STACKING = "_NET_CLIENT_LIST_STACKING"


@dataclass(frozen=True)
class Painters:
    """Who may have painted: processes with a window there, and whoever has no window that we know of."""

    there: frozenset[int | None]
    all: frozenset[int | None]

    def may_include(self, pid: int) -> bool:
        return pid in self.there or pid not in self.all


@dataclass(frozen=True)
class Shape:
    """`rect`: with its frame."""

    window: int
    rect: Rect
    visible: bool


class LinuxWindows:
    def __init__(self, display: Display, delivery: Delivery) -> None:
        """`display`: a connection of its own; its events are read and dropped here."""
        self._display = display
        self._delivery = delivery
        self._layout: list[tuple[int | None, Rect]] | None = None
        self._listed: set[int] = set()
        self._places: dict[int, tuple[int, ...]] = {}
        lib.XSelectInput(display.dpy, display.root, x11.SUBSTRUCTURE_NOTIFY_MASK | x11.PROPERTY_CHANGE_MASK)

    def all(self, call: Call) -> list[WindowInfo]:
        self._delivery.wait_told(call)
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

    def has_keyboard(self, window_id: int, call: Call) -> bool:
        """Whether it is active and has the keyboard. Raises NOT_FOUND."""
        self._delivery.wait_told(call)
        self.get(window_id)
        with self._display.lock:
            return self._active() == window_id and self._is_focused(window_id)

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
            managed = self._stacking()
            shapes = [shape for window in [*managed, *overriding_windows(self._display)] if (shape := self._shape(window))]
            self._listed = set(managed)
            self._layout = [(self._owner(shape.window), shape.rect) for shape in shapes if shape.visible]
        return self._layout

    def _notice_changes(self) -> None:
        """Forgets the layout if a window came, went or moved. Most events only say that one was raised, or asked."""
        self._display.sync()
        is_listed_anew = False
        for event in self._display.events():
            if event.type in (x11.MAP_NOTIFY, x11.UNMAP_NOTIFY, x11.REPARENT_NOTIFY, x11.GRAVITY_NOTIFY):
                self._layout = None
            elif event.type == x11.DESTROY_NOTIFY:
                self._places.pop(event.configure.configured, None)
            elif event.type == x11.CONFIGURE_NOTIFY and self._has_moved(event.configure):
                self._layout = None
            elif event.type == x11.PROPERTY_NOTIFY and event.property.atom == self._display.atom(STACKING):
                is_listed_anew = True
        if is_listed_anew and self._layout is not None and set(self._stacking()) != self._listed:
            self._layout = None

    def _has_moved(self, event: x11.XConfigureEvent) -> bool:
        place = (event.x, event.y, event.width, event.height)
        known, self._places[event.configured] = self._places.get(event.configured), place
        return place != known

    def _stacking(self) -> list[int]:
        """Bottom to top, as the window manager says."""
        return self._display.property_numbers(self._display.root, STACKING)

    def _active(self) -> int:
        return next(iter(self._display.property_numbers(self._display.root, "_NET_ACTIVE_WINDOW")), 0)

    def _is_focused(self, window_id: int) -> bool:
        """The keyboard is really there: in the window or one inside it. A window that takes none is left out."""
        return window_id in self._display.focus_path() or not self._takes_keyboard(window_id)

    def _takes_keyboard(self, window_id: int) -> bool:
        hints = self._display.property_numbers(window_id, "WM_HINTS")
        has_input_hint = len(hints) > 1 and hints[0] & 1
        return not has_input_hint or bool(hints[1])

    def _describe(self, window: int, active: int) -> WindowInfo | None:
        """None when it is gone: windows may close between two requests."""
        display = self._display
        shape = self._shape(window)
        if shape is None:
            return None
        title = display.property_bytes(window, "_NET_WM_NAME") or display.property_bytes(window, "WM_NAME")
        pid = self._owner(window)
        return WindowInfo(
            id=window,
            title=title.decode("utf-8", "replace"),
            pid=pid,
            process_name=_process_name(pid) or self._class_name(window),
            rect=shape.rect,
            visible=shape.visible,
            active=window == active,
        )

    def _shape(self, window: int) -> Shape | None:
        """None when it is gone."""
        display = self._display
        attributes = x11.XWindowAttributes()
        if not lib.XGetWindowAttributes(display.dpy, window, byref(attributes)):
            display.sync()
            return None
        x, y, child = c_int(), c_int(), c_ulong()
        lib.XTranslateCoordinates(display.dpy, window, display.root, 0, 0, byref(x), byref(y), byref(child))
        left, right, top, bottom = (display.property_numbers(window, "_NET_FRAME_EXTENTS") + [0] * 4)[:4]
        rect = Rect(x.value - left, y.value - top, attributes.width + left + right, attributes.height + top + bottom)
        return Shape(window, rect, attributes.map_state == x11.IS_VIEWABLE)

    def _owner(self, window: int) -> int | None:
        return next(iter(self._display.property_numbers(window, "_NET_WM_PID")), None)

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
