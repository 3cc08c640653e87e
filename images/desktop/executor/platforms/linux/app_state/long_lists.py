"""Leaves out rows that are scrolled away before anything more is read of them: the renderer would drop them anyway.

How many there are in all, and the number of the first that is left, stay known.
"""

from __future__ import annotations

from collections.abc import Sequence

from .clips import CLIPPING, all_nodes, with_clips
from .geometry import Box, has_area, intersection
from .nodes import LISTS, ROWS, Node

#: Shorter lists are left whole; of longer ones so many rows are kept at most, as the renderer does.
WHOLE_MAX, KEPT_MAX = 40, 20


def deciding_nodes(roots: Sequence[Node]) -> list[Node]:
    """Whose extents say which rows are in sight; [] where no list is long."""
    lists = [node for node in all_nodes(roots) if _is_long(node)]
    if not lists:
        return []
    rows = [child for node in lists for child in node.children if child.role in ROWS]
    return [*roots, *(node for node in all_nodes(roots) if node.role in CLIPPING and node not in roots), *rows]


def cut_long_lists(roots: Sequence[Node]) -> None:
    for node, clip in with_clips(roots):
        if _is_long(node) and clip is not None:
            _cut(node, clip)


def _is_long(node: Node) -> bool:
    return node.role in LISTS and sum(child.role in ROWS for child in node.children) > WHOLE_MAX


def _cut(node: Node, clip: Box) -> None:
    rows = [child for child in node.children if child.role in ROWS]
    in_sight = [row for row in rows if row.extents is None or (has_area(row.extents) and has_area(intersection(row.extents, clip)))]
    kept = (in_sight or rows)[:KEPT_MAX]
    keeps = set(map(id, kept))
    offset = node.first_row or 0
    node.rows, node.first_row = node.rows or len(rows), offset + rows.index(kept[0])
    node.children = [child for child in node.children if child.role not in ROWS or id(child) in keeps]
