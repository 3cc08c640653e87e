"""Actions that no object offers and an agent still needs: raising the window, scrolling what has a visible scroll bar."""

from __future__ import annotations

from collections.abc import Sequence

from .clips import all_nodes
from .names import STATE_BITS
from .nodes import SHOWING, Node

VERTICAL, HORIZONTAL = STATE_BITS["vertical"], STATE_BITS["horizontal"]


def add_extra_actions(roots: Sequence[Node]) -> None:
    if roots:
        roots[0].extra_actions = ["Raise"]
    for node in all_nodes(roots):
        if node.role == "scroll pane":
            bars = [child for child in node.children if child.role == "scroll bar" and child.states & SHOWING and _is_there(child)]
            names = []
            if any(_is_horizontal(bar) for bar in bars):
                names += ["Scroll Left", "Scroll Right"]
            if any(not _is_horizontal(bar) for bar in bars):
                names += ["Scroll Up", "Scroll Down"]
            if names:
                node.extra_actions = names


def _is_there(bar: Node) -> bool:
    return bar.extents is None or (bar.extents[2] > 0 and bar.extents[3] > 0)


def _is_horizontal(bar: Node) -> bool:
    if bar.states & (VERTICAL | HORIZONTAL):
        return bool(bar.states & HORIZONTAL)
    return bar.extents is not None and bar.extents[2] > bar.extents[3]
