"""Rectangles x, y, width, height in pixels, as nodes have them."""

from __future__ import annotations

Box = tuple[int, int, int, int]

#: GTK's x and y of what has no place are the smallest integers; the renderer uses the same bound.
UNPLACED_BELOW = -2_147_483_000


def has_area(box: Box | None) -> bool:
    return box is not None and box[2] > 0 and box[3] > 0 and box[0] > UNPLACED_BELOW and box[1] > UNPLACED_BELOW


def intersection(one: Box, other: Box) -> Box:
    """Without area (width or height not above 0) when they have nothing in common."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


def union(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def points(box: Box, step_x: int, step_y: int, columns_max: int, rows_max: int) -> list[tuple[int, int]]:
    """A grid of points inside, row by row: no further apart than the steps unless that makes too many."""
    step_x, step_y = max(step_x, -(-box[2] // columns_max)), max(step_y, -(-box[3] // rows_max))
    columns = range(box[0] + min(step_x, box[2]) // 2, box[0] + box[2], step_x)
    rows = range(box[1] + min(step_y, box[3]) // 2, box[1] + box[3], step_y)
    return [(x, y) for y in rows for x in columns]
