"""Where to point at an element: the middle of what can be seen of it, in pixels of the screen."""

from __future__ import annotations

from ....errors import conflict
from ...base import Rect
from ..app_state import answers, questions
from ..atspi import Ref
from . import requests
from .asking import Asker
from .bus import Actor
from .elements import Found
from .hands import Point
from .nodes import is_object, read_nodes

#: Ancestors that show only a part of what is in them.
CLIPS = frozenset(("scroll pane", "viewport", "document web", "document frame", "frame", "window", "dialog", "alert"))
ANCESTORS_MAX, COLUMNS_MAX = 60, 20
#: Where GTK says that something is which is nowhere.
UNPLACED = -(1 << 30)


class Places:
    """For one element. `moved`: from its toolkit's coordinates to the screen's."""

    def __init__(self, asker: Asker, actor: Actor, found: Found, moved: Point = (0, 0)) -> None:
        self._asker = asker
        self._actor = actor
        self._found = found
        self._moved = moved

    def point(self) -> Point:
        """Scrolls the element into view where the toolkit can. Raises CONFLICT `not_visible`."""
        rect = self.visible()
        if rect is None:
            self._bring_into_view()
            rect = self._asker.eventually(self.visible)
        if rect is None:
            raise conflict("not_visible", "nothing of the element can be seen: scroll to it")
        return rect.x + rect.width // 2, rect.y + rect.height // 2

    def _bring_into_view(self) -> None:
        """GTK has no such request for cells, but shows the one that gets the cursor."""
        ref = next(iter(self._cells()), self._found.node.ref)
        if self._actor.has_done(requests.SCROLL_INTO_VIEW, ref):
            return
        if self._found.row is not None or self._found.node.role == "table cell":
            self._actor.do(requests.GRAB_FOCUS, ref)

    def visible(self) -> Rect | None:
        """What its ancestors and the window show of it."""
        rect = self._row_extents() if self._found.row is not None else self.extents(self._found.node.ref)
        for clip in self._clips():
            rect = rect and rect.overlap(clip)
        return rect

    def extents(self, ref: Ref) -> Rect | None:
        place = answers.rectangle(self._asker.one(questions.EXTENTS, ref))
        if place is None or place[2] <= 0 or place[3] <= 0 or min(place[:2]) <= UNPLACED:
            return None
        return Rect(place[0] + self._moved[0], place[1] + self._moved[1], place[2], place[3])

    def view(self) -> Rect | None:
        """The nearest ancestor that scrolls what is in it, or the element itself."""
        clips = self._clips()
        return clips[0] if clips else self.extents(self._found.node.ref)

    def _clips(self) -> list[Rect]:
        """Of the element and the objects around it, nearest first."""
        nodes = read_nodes(self._asker, self.ancestors())
        found = [self.extents(node.ref) for node in nodes if node and node.role in CLIPS]
        if self._found.row is not None:
            found.insert(0, self.extents(self._found.node.ref))
        return [rect for rect in found if rect]

    def ancestors(self) -> list[Ref]:
        """Nearest first, up to the window."""
        own = self._found.node.ref
        found: list[Ref] = []
        at = own
        while len(found) < ANCESTORS_MAX:
            values = answers.read(self._asker.one(questions.PARENT, at), "v")
            parent = values[0] if values and type(values[0]) is tuple and len(values[0]) == 2 else None
            if not is_object(parent) or parent[0] != own[0] or parent == self._found.app.ref or parent in found:
                break
            found.append(parent)
            at = parent
        return found

    def _row_extents(self) -> Rect | None:
        """Around the cells of a row that was made up of them."""
        rects = [rect for cell in self._cells() if (rect := self.extents(cell))]
        if not rects:
            return None
        left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
        right, bottom = max(rect.x + rect.width for rect in rects), max(rect.y + rect.height for rect in rects)
        return Rect(left, top, right - left, bottom - top)

    def _cells(self) -> list[Ref]:
        """Of a row that was made up of them."""
        table, row = self._found.node.ref, self._found.row
        if row is None:
            return []
        count = answers.property_number(self._asker.one(questions.COLUMN_COUNT, table)) or 0
        replies = self._asker.all([(requests.cell_at(row, at), table) for at in range(min(int(count), COLUMNS_MAX))])
        return [ref for reply in replies if is_object(ref := answers.ref(reply)) and ref[0] == table[0]]
