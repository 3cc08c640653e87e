"""Walks a tree with the part of the screen that each node can be seen in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .geometry import Box, has_area, intersection
from .nodes import Node

#: Roles whose extents hide what is outside of them; as the renderer's rule 12 has them.
CLIPPING = frozenset((
    "scroll pane", "document web", "document frame", "document text", "document spreadsheet", "document presentation",
    "document email", "list", "list box", "description list", "tree", "tree table", "table", "split pane", "viewport",
))


def with_clips(roots: Sequence[Node]) -> Iterator[tuple[Node, Box | None]]:
    """Every node, parents first, with what is left of the screen for what is in it; None: nothing is known."""
    pending: list[tuple[Node, Box | None]] = [(root, None) for root in reversed(roots)]
    are_roots = set(map(id, roots))
    while pending:
        node, clip = pending.pop()
        if (id(node) in are_roots or node.role in CLIPPING) and node.extents is not None and has_area(node.extents):
            clip = node.extents if clip is None else intersection(clip, node.extents)
        yield node, clip
        pending += [(child, clip) for child in reversed(node.children)]


def all_nodes(roots: Sequence[Node]) -> list[Node]:
    """Parents first, in document order."""
    found, pending = [], list(reversed(roots))
    while pending:
        node = pending.pop()
        found.append(node)
        pending += reversed(node.children)
    return found
