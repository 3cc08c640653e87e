"""Descendants that are made on demand: of a table with a million rows those in sight, grouped into rows.

Where they are is asked point by point (GetAccessibleAtPoint on a grid): no toolkit says which rows it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .. import atspi
from ..atspi import COORDINATES_SCREEN, Ref
from . import answers, questions
from .asking import Asking
from .clips import all_nodes, with_clips
from .geometry import Box, has_area, points, union
from .level_reader import CHILDREN_MAX, attach
from .names import STATE_BITS, TABLE
from .node_reader import Lasting, read_nodes, real
from .nodes import MANAGES, ROWS, SHOWING, Node
from .sheets import SHEET_COLUMNS_MAX, SHEET_ROWS_MAX, sheets_of, with_content

#: Rows and columns that are read; the renderer shows no more rows.
ROWS_MAX, COLUMNS_MAX = 20, 20
#: Steps of the grid, in pixels: half the height of the smallest rows. Points of one table at most, each way.
STEP_X, STEP_Y, POINTS_X_MAX, POINTS_Y_MAX = 40, 9, 40, 100
#: Of things that are in no table: steps, and points at most, each way.
ITEM_STEPS = (45, 20, 30, 40)
#: Tables and lists of one capture.
TABLES_MAX = 30
#: Cells of one capture, and those of them whose parts are read; parts of a cell.
CELLS_MAX, CELLS_WITH_PARTS_MAX, PARTS_MAX = 4_000, 400, 10
#: What a row has from its cells, and from the first of them.
OF_ANY_CELL = sum(STATE_BITS[name] for name in ("checked", "selected", "expandable", "expanded", "focused"))
OF_FIRST_CELL = sum(
    STATE_BITS[name]
    for name in ("enabled", "sensitive", "visible", "selectable", "showing", "focusable", "transient", "active")
)
OF_EMPTY_ROW = sum(STATE_BITS[name] for name in ("enabled", "sensitive", "visible", "showing"))
EXPANDABLE, EXPANDED = STATE_BITS["expandable"], STATE_BITS["expanded"]


@dataclass
class Managed:
    """`clip`: the part of it that is in sight. `hits`: objects that were met there, each once."""

    node: Node
    clip: Box
    is_sheet: bool
    hits: list[Ref] = field(default_factory=list)
    rows: int = 0
    columns: int = 0
    first_row: int = 0
    shown_rows: list[int] = field(default_factory=list)
    shown_columns: list[int] = field(default_factory=list)

    @property
    def is_table(self) -> bool:
        return bool(self.node.interfaces & TABLE)


def fill_managed(asking: Asking, roots: list[Node]) -> list[Node]:
    """Adds what is in sight to who manages its descendants; returns the new nodes, without details. The places of the others
    must be known."""
    sheets = sheets_of(roots)
    found = [
        Managed(node, clip, id(node) in sheets)
        for node, clip in with_clips(roots)
        if clip is not None and has_area(clip) and has_area(node.extents) and _is_unread(node)
    ][:TABLES_MAX]
    if not found:
        return []
    tables = [managed for managed in found if managed.is_table]
    _read_sizes(asking, tables)
    _find_hits(asking, found)
    _find_rows(asking, tables)
    made = [*_read_tables(asking, tables), *_read_lists(asking, [managed for managed in found if not managed.is_table])]
    for managed in found:
        for node in all_nodes(managed.node.children):
            node.is_made, node.shift = node.row is None, managed.node.shift
    return made


def _is_unread(node: Node) -> bool:
    return not node.children and (bool(node.states & MANAGES) or node.count > CHILDREN_MAX)


def _read_sizes(asking: Asking, tables: list[Managed]) -> None:
    asked = [(question, table.node.ref) for table in tables for question in (questions.ROW_COUNT, questions.COLUMN_COUNT)]
    sizes = iter(asking.all(asked))
    for table in tables:
        table.rows, table.columns = (max(0, int(answers.property_number(next(sizes)) or 0)) for _ in range(2))


def _find_hits(asking: Asking, found: list[Managed]) -> None:
    asked, owners = [], []
    for managed in found:
        for x, y in _points(managed):
            asked.append((questions.AT_POINT.of(x, y - managed.node.shift, COORDINATES_SCREEN), managed.node.ref))
            owners.append(managed)
    met: dict[int, dict[Ref, None]] = {id(managed): {} for managed in found}
    for managed, reply in zip(owners, asking.all(asked), strict=True):
        ref = answers.ref(reply)
        if ref and asking.owns(ref) and ref[1] != atspi.NULL_PATH and ref != managed.node.ref:
            met[id(managed)][ref] = None
    for managed in found:
        managed.hits = list(met[id(managed)])


def _points(managed: Managed) -> list[tuple[int, int]]:
    """Rows lie one below the other: two columns of points find them, and two rows of points the columns of a wide table. A
    sheet has cells everywhere. What is in no table may lie anywhere."""
    x, y, width, height = managed.clip
    if not managed.is_table:
        return points(managed.clip, *ITEM_STEPS)
    if managed.is_sheet:
        column, row = (x + width // 2, y, 1, height), (x, y + height // 2, width, 1)
        return points(column, 1, STEP_Y, 1, POINTS_Y_MAX) + points(row, STEP_X, 1, POINTS_X_MAX, 1)
    found = points((x, y, max(1, width * 2 // 3), height), width // 3 + 1, STEP_Y, 2, POINTS_Y_MAX)
    if managed.columns > COLUMNS_MAX:
        found += points((x, y, width, max(1, height * 2 // 3)), STEP_X, height // 3 + 1, POINTS_X_MAX, 2)
    return found


def _find_rows(asking: Asking, tables: list[Managed]) -> None:
    """Rows and columns in sight, by the positions of the cells that were met."""
    indices = iter(asking.all([(questions.INDEX, ref) for table in tables for ref in table.hits]))
    placed = [(table, answers.number(next(indices))) for table in tables for _ in table.hits]
    placed = [(table, index) for table, index in placed if index is not None and index >= 0]
    both = (questions.ROW_AT, questions.COLUMN_AT)
    asked = [(question.of(index), table.node.ref) for table, index in placed for question in both]
    replies = iter(asking.all(asked))
    for table, _ in placed:
        row, column = answers.number(next(replies)), answers.number(next(replies))
        if row is not None and column is not None and 0 <= row < table.rows and 0 <= column < table.columns:
            table.shown_rows.append(row)
            table.shown_columns.append(column)
    for table in tables:
        if table.shown_rows:
            rows_max, columns_max = (SHEET_ROWS_MAX, SHEET_COLUMNS_MAX) if table.is_sheet else (ROWS_MAX, COLUMNS_MAX)
            first, last = min(table.shown_rows), max(table.shown_rows)
            table.shown_rows = list(range(first, min(last + 1, first + rows_max)))
            table.first_row = first
            start = 0 if table.columns <= columns_max else min(table.shown_columns)
            end = table.columns if table.columns <= columns_max else max(table.shown_columns) + 1
            table.shown_columns = list(range(start, min(end, start + columns_max)))


def _read_tables(asking: Asking, tables: list[Managed]) -> list[Node]:
    cells_asked = [(table, row, column) for table in tables for row in table.shown_rows for column in table.shown_columns]
    del cells_asked[CELLS_MAX:]
    headers_asked = [(table, column) for table in tables for column in _header_columns(table)]
    asked = [(questions.CELL_AT.of(row, column), table.node.ref) for table, row, column in cells_asked]
    asked += [(questions.HEADER_OF.of(column), table.node.ref) for table, column in headers_asked]
    refs = [answers.ref(reply) for reply in asking.all(asked)]
    known: dict[Ref, Lasting] = {}
    of_sheets = [ref for (table, *_), ref in zip(cells_asked, refs, strict=False) if ref and table.is_sheet]
    empty = set(of_sheets) - with_content(asking, of_sheets)
    wanted = dict.fromkeys(ref for ref in refs if ref and ref[1] != atspi.NULL_PATH and ref not in empty)
    nodes = read_nodes(asking, list(wanted), known)
    with_parts = [node for node in nodes.values() if 0 < node.count <= PARTS_MAX][:CELLS_WITH_PARTS_MAX]
    inside = _read_inside(asking, with_parts)
    header_nodes = [nodes[ref] for ref in refs[len(cells_asked) :] if ref in nodes]
    for header, reply in zip(header_nodes, asking.all([(questions.INDEX, node.ref) for node in header_nodes]), strict=True):
        header.index = answers.number(reply) or 0
    cells: dict[int, dict[int, list[tuple[int, Node]]]] = {id(table): {} for table in tables}
    for (table, row, column), ref in zip(cells_asked, refs, strict=False):
        if ref in nodes:
            cells[id(table)].setdefault(row, []).append((column, nodes[ref]))
        elif table.is_sheet:
            cells[id(table)].setdefault(row, [])
    headers: dict[int, list[tuple[int, Node]]] = {id(table): [] for table in tables}
    for (table, column), ref in zip(headers_asked, refs[len(cells_asked) :], strict=True):
        if ref in nodes:
            headers[id(table)].append((column, nodes[ref]))
    for table in tables:
        _build(table, headers[id(table)], cells[id(table)])
    return [*nodes.values(), *inside]


def _read_inside(asking: Asking, cells: list[Node]) -> list[Node]:
    """GTK's cells of several parts: a picture and a text."""
    replies = asking.all([(questions.CHILDREN, cell.ref) for cell in cells])
    parts = [real(answers.refs(reply) or [])[:PARTS_MAX] for reply in replies]
    nodes = read_nodes(asking, list(dict.fromkeys(ref for refs in parts for _, ref in refs)), {})
    found = []
    for cell, refs in zip(cells, parts, strict=True):
        found += attach(cell, [(index, nodes[ref]) for index, ref in refs if ref in nodes], {cell.ref})
    return found


def _header_columns(table: Managed) -> Sequence[int]:
    if table.is_sheet:
        return ()  # their names are those of the columns: A, B, C
    return range(table.columns) if table.columns <= COLUMNS_MAX else table.shown_columns


def _build(table: Managed, headers: list[tuple[int, Node]], rows: dict[int, list[tuple[int, Node]]]) -> None:
    node = table.node
    node.rows, node.first_row = table.rows, table.first_row
    for column, header in headers:
        if header.states & SHOWING and header.ref != node.ref:
            node.children.append(header)
    names = {column: header.name for column, header in headers}
    for number, cells in rows.items():
        for column, cell in cells:
            cell.index = column
            if names.get(column):
                cell.attributes = {"column": names[column]}
        if table.columns == 1 and cells and cells[0][1].role in ROWS:  # a list: its items are rows already
            cells[0][1].index = number
            node.children.append(cells[0][1])
        else:
            node.children.append(row_of(node.ref, number, [cell for _, cell in cells]))


def row_of(table: Ref, number: int, cells: list[Node]) -> Node:
    """A row that no object stands for. Its key is the table's with the row's number."""
    row = Node((table[0], f"{table[1]}#r{number}"))
    row.role, row.row, row.children = "table row", number, cells
    row.states = cells[0].states & OF_FIRST_CELL if cells else OF_EMPTY_ROW
    for cell in cells:
        row.states |= cell.states & OF_ANY_CELL
    return row


def complete_rows(roots: list[Node]) -> None:
    """What rows have from their cells' details: a place, and actions, or else that they can be expanded."""
    for node, _ in with_clips(roots):
        if node.row is None:
            continue
        node.extents = union([cell.extents for cell in node.children if cell.extents is not None and has_area(cell.extents)])
        offered = ([name for name in cell.actions or () if name.lower() != "toggle"] for cell in node.children)
        node.actions = next(filter(None, offered), None)
        if node.states & EXPANDABLE and not any("xpand" in name for name in node.actions or ()):
            node.extra_actions = ["Collapse" if node.states & EXPANDED else "Expand"]


def _read_lists(asking: Asking, lists: list[Managed]) -> list[Node]:
    """Children that were met, in their order."""
    hits = [ref for managed in lists for ref in managed.hits]
    nodes = read_nodes(asking, list(dict.fromkeys(hits)), {})
    indices = iter(asking.all([(questions.INDEX, ref) for ref in hits]))
    for managed in lists:
        placed = [(answers.number(next(indices)), ref) for ref in managed.hits]
        for index, ref in sorted((index, ref) for index, ref in placed if index is not None and index >= 0):
            if ref in nodes:
                nodes[ref].index = index
                managed.node.children.append(nodes[ref])
        managed.node.rows = managed.node.count if managed.node.count > 0 else None
        managed.node.first_row = managed.node.children[0].index if managed.node.children else None
    return list(nodes.values())
