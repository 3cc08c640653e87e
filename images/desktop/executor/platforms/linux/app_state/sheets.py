"""Cells of a spreadsheet: of hundreds in sight only those with content, or with the focus, are of use."""

from __future__ import annotations

from collections.abc import Sequence

from ..atspi import Ref
from . import answers, questions
from .asking import Asking
from .clips import all_nodes
from .names import STATE_BITS
from .nodes import Node

#: Rows and columns of a sheet that are read.
SHEET_ROWS_MAX, SHEET_COLUMNS_MAX = 60, 30
FOCUSED = STATE_BITS["focused"]


def sheets_of(roots: Sequence[Node]) -> set[int]:
    """The tables of spreadsheets, by `id`."""
    documents = (node for node in all_nodes(roots) if node.role == "document spreadsheet")
    return {id(child) for document in documents for child in document.children}


def with_content(asking: Asking, cells: Sequence[Ref]) -> set[Ref]:
    own = [ref for ref in dict.fromkeys(cells) if asking.owns(ref)]
    replies = iter(asking.all([(question, ref) for ref in own for question in (questions.STATES, questions.CHARACTER_COUNT)]))
    found = set()
    for ref in own:
        states, count = answers.states(next(replies)), answers.property_number(next(replies))
        if states is not None and (count or states & FOCUSED):
            found.add(ref)
    return found
