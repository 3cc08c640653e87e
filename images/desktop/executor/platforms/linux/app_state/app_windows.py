"""Which windows an application has, on the display and on the accessibility bus, and which of them belong together.

Toolkits differ: GTK 4 has no screen coordinates, GTK 3 counts the shadow or the frame, so titles come before places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...base import Rect
from ..atspi import Ref
from .names import STATE_BITS
from .xwindows import XWindow

#: How far the rectangles of one window may be apart on both sides, in pixels.
DISTANCE_MAX = 64
SHOWING, MODAL, ACTIVE = (STATE_BITS[name] for name in ("showing", "modal", "active"))


@dataclass(frozen=True)
class TopLevel:
    """A child of an application's object on the accessibility bus. `index`: its position there."""

    ref: Ref
    index: int
    role: str
    name: str
    states: int
    extents: Rect | None

    @property
    def is_showing(self) -> bool:
        return bool(self.states & SHOWING)


@dataclass(frozen=True)
class AppWindows:
    """`main`: the window that an agent works in, and `root`, its object; either may be missing. `popups`: open menus and
    lists, each with the display's window of the same place. `pairs`: every managed window's object. `unmanaged`: the
    display's windows for menus and lists, whether or not they have an object of their own.
    """

    main: XWindow | None
    root: TopLevel | None
    popups: list[tuple[TopLevel, XWindow]] = field(default_factory=list)
    pairs: dict[int, TopLevel] = field(default_factory=dict)
    unmanaged: Sequence[XWindow] = ()

    def root_of(self, window_id: int) -> TopLevel | None:
        return self.pairs.get(window_id)


def match_windows(
    windows: Sequence[XWindow], unmanaged: Sequence[XWindow], tops: Sequence[TopLevel], window_id: int | None = None
) -> AppWindows:
    """`windows` and `unmanaged`: of one process, topmost first. `window_id`: take this window as the main one."""
    pairs = _pairs(windows, tops)
    main = next((window for window in windows if window.id == window_id), None) or main_window(windows, pairs)
    root = pairs.get(main.id) if main else next((top for top in tops if top.is_showing and top.role != "window"), None)
    taken = {top.index for top in pairs.values()}
    free = [top for top in tops if top.index not in taken and top.is_showing and top is not root and top.role != "tool tip"]
    popups = [(top, window) for top in free if (window := _same_place(top, unmanaged))]
    return AppWindows(main, root, popups, pairs, unmanaged)


def main_window(windows: Sequence[XWindow], pairs: dict[int, TopLevel]) -> XWindow | None:
    """The mapped active one, else a modal dialog, else the topmost; panels and desktops only where there is nothing else."""
    mapped = [window for window in windows if window.is_mapped] or list(windows)
    work = [window for window in mapped if not window.is_background] or mapped

    def is_modal(window: XWindow) -> bool:
        return window.is_modal or window.id in pairs and bool(pairs[window.id].states & MODAL)

    active = next((window for window in work if window.is_active), None)
    return active or next(filter(is_modal, work), None) or next(iter(work), None)


def _pairs(windows: Sequence[XWindow], tops: Sequence[TopLevel]) -> dict[int, TopLevel]:
    """Equal titles first, the nearest of several; then whoever is near; at last the only one left on either side."""
    pairs: dict[int, TopLevel] = {}
    free = [top for top in tops if top.role != "window"]

    def pair(window: XWindow, top: TopLevel) -> None:
        pairs[window.id] = top
        free.remove(top)

    for window in windows:
        same = [top for top in free if top.name == window.title]
        if same:
            pair(window, min(same, key=lambda top: (not top.is_showing, _distance(window, top))))
    for window in windows:
        near = [top for top in free if top.is_showing and _distance(window, top) <= DISTANCE_MAX]
        if window.id not in pairs and near:
            pair(window, min(near, key=lambda top: _distance(window, top)))
    left = [window for window in windows if window.id not in pairs and window.is_mapped]
    showing = [top for top in free if top.is_showing]
    if len(left) == 1 and len(showing) == 1:
        pair(left[0], showing[0])
    return pairs


def _distance(window: XWindow, top: TopLevel) -> float:
    """The largest difference of a side, to the client area or to the frame."""
    if top.extents is None:
        return float("inf")
    return min(_largest_difference(top.extents, rect) for rect in (window.rect, window.frame))


def _largest_difference(one: Rect, other: Rect) -> int:
    return max(
        abs(one.x - other.x), abs(one.y - other.y), abs(one.x + one.width - other.x - other.width),
        abs(one.y + one.height - other.y - other.height),
    )


def _same_place(top: TopLevel, unmanaged: Sequence[XWindow]) -> XWindow | None:
    """A popup's object has exactly the rectangle of a window: Chromium keeps further ones, unmapped, that say they show."""
    return next((window for window in unmanaged if window.rect == top.extents), None)
