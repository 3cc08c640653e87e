"""What an application's tree says that its windows show, and where: for who masks pictures of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..atspi import COORDINATES_SCREEN
from ..dbus import Question
from . import answers
from .asking import Asking
from .questions import TEXT

#: Of all applications together.
TEXTS_MAX, CHARACTERS_MAX = 4_000, 200_000
RANGE_EXTENTS = Question(TEXT, "GetRangeExtents", "iiu", (0, 0, COORDINATES_SCREEN))
#: A terminal tells its last characters alone, so nobody could say where they stand; a password field tells nothing.
SILENT = frozenset(("terminal", "password text"))
FIELDS = frozenset(("text", "entry", "spin button", "editbar", "autocomplete", "combo box"))


class Texts:
    """Collects until there are too many."""

    def __init__(self) -> None:
        self.found: list[dict[str, object]] = []
        self.is_complete = True
        self._left = CHARACTERS_MAX

    def add_tree(self, pid: int, roots: Iterable[dict[str, Any]]) -> None:
        """In document order. What has parts says with its name what they say."""
        pending = list(roots)[::-1]
        while pending and self.is_complete:
            node = pending.pop()
            children = node.get("children", ())
            pending += children[::-1]
            if node["role"] in SILENT or "showing" not in node["states"]:
                continue
            if node.get("text"):
                self._add(pid, node, node["text"], is_content=True)
            elif node.get("name") and not children:
                self._add(pid, node, node["name"], is_content=False)
            elif node.get("name") and node["role"] in FIELDS:
                self._add(pid, node, node["name"], is_content=False)

    def _add(self, pid: int, node: dict[str, Any], text: str, is_content: bool) -> None:
        x, y, width, height = node.get("extents") or (0, 0, 0, 0)
        if width <= 0 or height <= 0:
            return
        self._left -= len(text)
        if self._left < 0 or len(self.found) >= TEXTS_MAX:
            self.is_complete = False
            return
        self.found.append({
            "pid": pid, "key": node["key"], "text": text, "content": is_content,
            "x": x, "y": y, "width": width, "height": height,
        })


def range_extents(asking: Asking, ranges: Sequence[dict[str, Any]]) -> list[dict[str, int] | None]:
    """Where characters of the texts of objects stand; None where it does not say."""
    asked = []
    for one in ranges:
        bus, _, path = one["key"].partition("|")
        asked.append((RANGE_EXTENTS.of(one["start"], one["end"], COORDINATES_SCREEN), (bus, path)))
    if not all(asking.owns(ref) for _, ref in asked):
        return [None] * len(asked)
    return [_rectangle(answers.read(reply, "iiii")) for reply in asking.all(asked)]


def _rectangle(box: tuple[int, int, int, int] | None) -> dict[str, int] | None:
    if box is None or box[2] <= 0 or box[3] <= 0:
        return None
    return dict(zip(("x", "y", "width", "height"), box, strict=True))
