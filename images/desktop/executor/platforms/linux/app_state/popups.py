"""Open lists that a toolkit leaves where they belong in its tree (Qt's combo boxes): they become roots of their own."""

from __future__ import annotations

from collections.abc import Sequence

from .clips import all_nodes
from .geometry import has_area, intersection
from .nodes import LISTS, Node
from .xwindows import XWindow


def lift_open_lists(roots: list[Node], unmanaged: Sequence[XWindow]) -> None:
    """A list in a combo box is open when a window that pops up lies around it."""
    boxes = [(window.rect.x, window.rect.y, window.rect.width, window.rect.height) for window in unmanaged]
    for node in all_nodes(roots[:1]):
        if node.role != "combo box":
            continue
        for child in list(node.children):
            box = child.extents
            if child.role not in LISTS or box is None or not has_area(box):
                continue
            if any(intersection(box, other) == box for other in boxes):
                node.children.remove(child)
                roots.append(child)
