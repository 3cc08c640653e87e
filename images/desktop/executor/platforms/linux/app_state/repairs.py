"""Places that toolkits report wrongly, put right.

GTK 4 counts from its surface, which is larger than what is seen of it by the shadow; LibreOffice leaves out the height of its
menu bar for all that is not in that bar.
"""

from __future__ import annotations

from collections.abc import Sequence

from .clips import all_nodes
from .nodes import Node
from .xwindows import XWindow


def shift_gtk4(roots: Sequence[Node], windows: Sequence[XWindow | None]) -> None:
    """Each root by the origin of its window and half of what this is larger than the root."""
    for root, window in zip(roots, windows, strict=True):
        if window is None or root.extents is None:
            continue
        x = window.rect.x + (window.rect.width - root.extents[2]) // 2 - root.extents[0]
        y = window.rect.y + (window.rect.height - root.extents[3]) // 2 - root.extents[1]
        _shift(all_nodes([root]), x, y)


def menu_bar_height(root: Node) -> int:
    """Of LibreOffice's own menu bar, 0 where the window has none."""
    bars = [node for node in all_nodes([root]) if node.role == "menu bar" and node.extents is not None]
    return bars[0].extents[3] if bars and bars[0].extents else 0


def shift_office(root: Node, height: int) -> None:
    inside: set[int] = set()
    for node in all_nodes([root]):
        if node.role == "menu bar" or id(node) in inside:
            inside.update(id(child) for child in node.children)
            inside.add(id(node))
    _shift([node for node in all_nodes([root]) if id(node) not in inside and node is not root], 0, height)


def _shift(nodes: Sequence[Node], x: int, y: int) -> None:
    for node in nodes:
        if node.extents is not None:
            left, top, width, height = node.extents
            node.extents = (left + x, top + y, width, height)
