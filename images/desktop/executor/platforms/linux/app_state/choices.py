"""What a closed list of GTK 4 shows: it neither has a name nor says what is selected, so the text inside of it has to."""

from __future__ import annotations

from collections.abc import Sequence

from .clips import all_nodes
from .geometry import has_area
from .nodes import Node


def take_choices(roots: Sequence[Node]) -> None:
    for node in all_nodes(roots):
        if node.role == "combo box" and not node.selected:
            texts = (text for text in all_nodes(node.children) if text.role == "label" and has_area(text.extents))
            node.selected = next((text.name for text in texts if text.name), None)
