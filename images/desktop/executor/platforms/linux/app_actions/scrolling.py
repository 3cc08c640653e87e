"""Scrolls the area around an element: by its scroll bar, by the page's own action, or by the wheel."""

from __future__ import annotations

import math

from ...base import Rect
from ..app_state import answers, questions
from . import requests
from .actions import action_names
from .asking import Asker
from .bus import Actor
from .elements import Found
from .hands import DIRECTIONS, WHEEL_MAX, Hands
from .nodes import Node, children_of, read_nodes
from .places import Places
from .set_number import PRECISION, is_number, number_of

SCROLLED = frozenset(("scroll pane",))
CHILDREN_MAX = 50
#: A click of the wheel, in pixels: Chromium's, and what GTK 3 makes of the height of a view.
CHROMIUM_PX, GTK_POWER = 120, 2 / 3


class Scroller:
    def __init__(self, asker: Asker, actor: Actor, hands: Hands, places: Places, found: Found, window_id: int) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._places = places
        self._found = found
        self._window_id = window_id

    def scroll(self, direction: str, pages: float) -> str:
        """How it was done. At the end of what can be scrolled nothing moves, and nothing is wrong."""
        around = [self._found.node, *(node for node in read_nodes(self._asker, self._places.ancestors()) if node)]
        return (
            self._by_bar(around, direction, pages)
            or self._by_action(around, direction, pages)
            or self._by_wheel(direction, pages)
        )

    def _by_bar(self, around: list[Node], direction: str, pages: float) -> str | None:
        pane = next((node for node in around if node.role in SCROLLED), None)
        bar = self._bar_of(pane, direction) if pane else None
        view = self._places.extents(pane.ref) if pane else None
        if bar is None or view is None:
            return None
        values = [
            answers.property_number(reply) for reply in self._asker.all(
                [(question, bar.ref) for question in (questions.CURRENT_VALUE, requests.MINIMUM, requests.MAXIMUM)]
            )
        ]
        if any(value is None or not math.isfinite(value) for value in values):
            return None
        current, low, high = (float(value or 0) for value in values)
        x, y = DIRECTIONS[direction]
        size = view.width if x else view.height
        aim = min(max(current + (x + y) * pages * size, low), high)
        if is_number(current, aim):
            return "value"
        self._actor.do(requests.set_number(aim), bar.ref)
        moved = self._asker.eventually(lambda: self._has_moved(bar, current))
        return "value" if moved else None

    def _has_moved(self, bar: Node, before: float) -> bool:
        now = number_of(self._asker, bar.ref)
        return now is not None and abs(now - before) > PRECISION

    def _bar_of(self, pane: Node, direction: str) -> Node | None:
        """The visible scroll bar of that axis."""
        wanted = "horizontal" if DIRECTIONS[direction][0] else "vertical"
        nodes = read_nodes(self._asker, children_of(self._asker, pane.ref)[:CHILDREN_MAX])
        bars = [node for node in nodes if node and node.role == "scroll bar" and "Value" in node.interfaces]
        return next((bar for bar in bars if bar.has(wanted) and bar.has("visible")), None)

    def _by_action(self, around: list[Node], direction: str, pages: float) -> str | None:
        """Whole pages; the nearest element that can, can."""
        wanted = f"scroll{direction}"
        for node in around:
            names = action_names(self._asker, node)
            if wanted in names:
                for _ in range(max(1, round(pages))):
                    self._actor.do(requests.do_action(names.index(wanted)), node.ref)
                return "action"
        return None

    def _by_wheel(self, direction: str, pages: float) -> str:
        self._hands.activate(self._window_id, self._asker.call)
        point = self._places.point()
        view = self._places.view() or Rect(*point, 1, 1)
        x, y = DIRECTIONS[direction]
        size = view.width if x else view.height
        step = CHROMIUM_PX if self._found.element.toolkit == "chromium" else max(1.0, size**GTK_POWER)
        clicks = min(max(1, round(pages * size / step)), WHEEL_MAX)
        self._hands.wheel(point, (x * clicks, y * clicks), self._window_id, self._asker.call)
        return "wheel"
