"""Places that toolkits report wrongly, put right.

GTK 4 counts from its surface, which is larger than what is seen of it by the shadow; LibreOffice leaves out the height of its
menu bar for all that it draws itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from .clips import all_nodes
from .geometry import Box
from .nodes import Node
from .xwindows import XWindow


def shift_gtk4(roots: Sequence[Node], windows: Sequence[XWindow | None]) -> None:
    """Each root by the origin of its window and half of what this is larger than the root."""
    for root, window in zip(roots, windows, strict=True):
        if window is not None and root.extents is not None:
            _shift(all_nodes([root]), *gtk4_offset(root.extents, window))


def move_gtk4_popovers(root: Node, unmanaged: Sequence[XWindow]) -> None:
    """What pops up has a window of its own, and is in the tree where it belongs: the node of that size is moved onto it."""
    left = list(unmanaged)
    for node in all_nodes([root]):
        if node is root or node.extents is None:
            continue
        x, y, *size = node.extents
        window = next((window for window in left if [window.rect.width, window.rect.height] == size), None)
        if window is not None:
            left.remove(window)
            _shift(all_nodes([node]), window.rect.x - x, window.rect.y - y)


def gtk4_offset(root: Box, window: XWindow) -> tuple[int, int]:
    """From the coordinates in which GTK 4 says where a top level is, to the screen's."""
    x = window.rect.x + (window.rect.width - root[2]) // 2 - root[0]
    y = window.rect.y + (window.rect.height - root[3]) // 2 - root[1]
    return x, y


def shift_office(root: Node) -> None:
    """Where one of LibreOffice's widgets fills one of GTK's, or the other way round, and is off by just that height, it and all
    in it are moved onto it. Sometimes LibreOffice is right, so the height alone says nothing."""
    heights = {node.extents[3] for node in all_nodes([root]) if node.role == "menu bar" and node.extents is not None} - {0}
    pending: list[tuple[Node, int]] = [(root, 0)]
    while pending:
        node, shift = pending.pop()
        pending += [(child, shift + _offset(child, node, heights)) for child in node.children]
        node.shift = shift
        if shift:
            _shift([node], 0, shift)


def _offset(child: Node, node: Node, heights: set[int]) -> int:
    """What brings the child onto the node that it fills."""
    if child.extents is None or node.extents is None:
        return 0
    same_place = child.extents[0] == node.extents[0] and child.extents[2:] == node.extents[2:]
    offset = node.extents[1] - child.extents[1]
    return offset if same_place and abs(offset) in heights else 0


def _shift(nodes: Sequence[Node], x: int, y: int) -> None:
    for node in nodes:
        if node.extents is not None:
            left, top, width, height = node.extents
            node.extents = (left + x, top + y, width, height)
