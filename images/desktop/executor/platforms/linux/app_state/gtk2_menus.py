"""The open menus of GTK 2: their items never say that they show, and stand where they were when a menu is closed again."""

from __future__ import annotations

from collections.abc import Sequence

from . import answers, questions
from .asking import Asking
from .clips import all_nodes
from .geometry import Box, has_area
from .node_reader import read_nodes, real
from .nodes import SHOWING, VISIBLE, Node
from .xwindows import XWindow

#: Pixels by which a menu's window is larger than its items, on each side.
EDGE = 8
#: Menus in menus.
DEPTH_MAX = 8
ITEMS_MAX = 1_000


def show_open_menus(asking: Asking, roots: Sequence[Node], unmanaged: Sequence[XWindow]) -> None:
    """What is as wide as a window that pops up, and inside of it, is an item of an open menu: it is read, and shows."""
    boxes = [(window.rect.x, window.rect.y, window.rect.width, window.rect.height) for window in unmanaged]
    menus = [node for node in all_nodes(roots) if node.role == "menu" and not node.children]
    for _ in range(DEPTH_MAX):
        if not boxes or not menus:
            return
        menus = [item for menu in _open(asking, menus, boxes) for item in menu.children if item.role == "menu"]


def _open(asking: Asking, menus: Sequence[Node], boxes: Sequence[Box]) -> list[Node]:
    """Those of the menus that are open, now with their items."""
    replies = asking.all([(questions.CHILDREN, menu.ref) for menu in menus])
    items = [
        (menu, index, ref)
        for menu, reply in zip(menus, replies, strict=True)
        for index, ref in real(answers.refs(reply) or [])
        if asking.owns(ref)
    ][:ITEMS_MAX]
    places = asking.all([(questions.EXTENTS, ref) for _, _, ref in items])
    shown = [item for item, place in zip(items, places, strict=True) if _is_in_one(answers.rectangle(place), boxes)]
    nodes = read_nodes(asking, [ref for _, _, ref in shown], {})
    for menu, index, ref in shown:
        node = nodes.get(ref)
        if node is not None and node.states & VISIBLE:
            node.states |= SHOWING
            node.index = index
            menu.children.append(node)
    return [menu for menu in menus if menu.children]


def _is_in_one(box: Box | None, boxes: Sequence[Box]) -> bool:
    if box is None or not has_area(box):
        return False
    x, y, width, height = box
    return any(
        0 <= x - left <= EDGE and 0 <= left + wide - x - width <= EDGE and y >= top and y + height <= top + high
        for left, top, wide, high in boxes
    )
