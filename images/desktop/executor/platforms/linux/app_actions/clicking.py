"""A click on an element, by any button and any number of times."""

from __future__ import annotations

from collections.abc import Callable

from .asking import Asker
from .bus import Actor
from .elements import Found
from .hands import Hands
from .ladder import Ladder
from .places import Places


class Clicker:
    def __init__(self, asker: Asker, actor: Actor, hands: Hands, places: Callable[[Found], Places], window_id: int) -> None:
        self._asker = asker
        self._actor = actor
        self._hands = hands
        self._places = places
        self._window_id = window_id

    def click(self, found: Found, button: str, count: int) -> str:
        """How it was done."""
        return self._by_toolkit(found, button, count) or self.point_at(found, button, count)

    def point_at(self, found: Found, button: str = "left", count: int = 1) -> str:
        """By the pointer."""
        self._hands.activate(self._window_id, self._asker.call)  # before the place is read: a minimised window has none
        self._hands.click(self._places(found).point(), button, count, self._window_id, self._asker.call)
        return "pointer"

    def _by_toolkit(self, found: Found, button: str, count: int) -> str | None:
        ladder = Ladder(self._asker, self._actor, found)
        if ladder.is_drawn:
            return None
        if button == "right" and count == 1:
            return ladder.show_menu()
        if button != "left":
            return None
        if count > 1:
            return ladder.activate() if count == 2 else None
        if ladder.is_window:
            self._hands.activate(self._window_id, self._asker.call)
            return "raise"
        return ladder.select() or ladder.press() or ladder.press_below() or self._by_hit(found, ladder)

    def _by_hit(self, found: Found, ladder: Ladder) -> str | None:
        rect = self._places(found).visible()
        return ladder.press_hit(rect.x + rect.width // 2, rect.y + rect.height // 2) if rect else None
