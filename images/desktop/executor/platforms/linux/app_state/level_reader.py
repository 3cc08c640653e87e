"""Reads a tree level by level: for toolkits that cannot list all their objects at once (Qt, GTK 4).

The next capture asks everything it remembers in one round and goes on from there, so an unchanged tree takes two rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..atspi import Ref
from . import answers, questions
from .asking import Asking
from .names import TABLE
from .node_reader import Lasting, read_nodes, real
from .nodes import DEPTH_MAX, LISTS, MANAGES, NODES_MAX, ROWS, SHOWING, VISIBLE, Node

#: Remembered objects, showing or not.
KNOWN_MAX = 200_000
#: Children that are looked at, of one parent; further ones are not read.
CHILDREN_MAX = 4_000
#: Children that a manager of descendants is asked to list.
MANAGED_MAX = 300


class LevelReader:
    def __init__(self, is_gtk4: bool) -> None:
        self._is_gtk4 = is_gtk4
        self._known: dict[Ref, Lasting] = {}
        self._last: list[Ref] = []
        self._parents: list[Ref] = []

    def read(self, asking: Asking, roots: Sequence[Ref]) -> list[Node]:
        """The roots that are still there, with all below them that shows."""
        if len(self._known) > KNOWN_MAX:
            self._known.clear()
        walk = _Walk(self, asking)
        found = walk.run(list(roots), self._last, self._parents)
        self._last = list(walk.nodes)
        self._parents = list(walk.children)
        return found

    def read_nodes(self, asking: Asking, refs: Sequence[Ref]) -> dict[Ref, Node]:
        return read_nodes(asking, refs, self._known, self._is_gtk4)


class _Walk:
    def __init__(self, reader: LevelReader, asking: Asking) -> None:
        self._reader = reader
        self._asking = asking
        self.nodes: dict[Ref, Node] = {}
        self.children: dict[Ref, list[tuple[int, Ref]]] = {}

    def run(self, roots: list[Ref], remembered: list[Ref], parents: list[Ref]) -> list[Node]:
        self._read(list(dict.fromkeys([*roots, *remembered])))
        self._read_children([ref for ref in parents if ref in self.nodes and opens(self.nodes[ref])])
        reached = {ref for ref in roots if ref in self.nodes}
        level = [self.nodes[ref] for ref in roots if ref in self.nodes]
        depth = 0
        while level and depth < DEPTH_MAX and len(reached) < NODES_MAX:
            level = self._descend(level, reached)
            depth += 1
        self._forget(reached)
        return [self.nodes[ref] for ref in roots if ref in self.nodes]

    def _descend(self, level: list[Node], reached: set[Ref]) -> list[Node]:
        """Links what is below these nodes; returns the next level. An object that was met before is not met again."""
        opened = [node for node in level if opens(node)]
        self._read_children([node.ref for node in opened if node.ref not in self.children])
        wanted = [ref for node in opened for _, ref in self.children[node.ref] if ref not in self.nodes and ref not in reached]
        self._read(list(dict.fromkeys(wanted))[: max(0, NODES_MAX - len(self.nodes))])
        following: list[Node] = []
        for node in opened:
            children = [(index, self.nodes[ref]) for index, ref in self.children[node.ref] if ref in self.nodes]
            following += attach(node, children, reached)
        return following

    def _read(self, refs: list[Ref]) -> None:
        self.nodes.update(self._reader.read_nodes(self._asking, refs))

    def _read_children(self, refs: list[Ref]) -> None:
        for ref, reply in zip(refs, self._asking.all([(questions.CHILDREN, ref) for ref in refs]), strict=True):
            self.children[ref] = real(answers.refs(reply) or [])[:CHILDREN_MAX]

    def _forget(self, reached: set[Ref]) -> None:
        self.nodes = {ref: node for ref, node in self.nodes.items() if ref in reached}
        self.children = {ref: children for ref, children in self.children.items() if ref in reached}


def attach(node: Node, children: Sequence[tuple[int, Node]], reached: set[Ref]) -> list[Node]:
    """Makes those that show its children, and returns them. One that was met before is not met again. Rows that are scrolled
    away are counted: they are visible, as toolkits say, and do not show."""
    rows, first_row = 0, None
    for index, child in children:
        if child.ref in reached:
            continue
        if len(reached) >= NODES_MAX:
            break
        reached.add(child.ref)
        is_row = child.role in ROWS and bool(child.states & (SHOWING | VISIBLE))
        if child.states & SHOWING:
            child.index = index
            node.children.append(child)
            if is_row and first_row is None:
                first_row = rows
        rows += is_row
    if node.role in LISTS and first_row is not None and rows > sum(child.role in ROWS for child in node.children):
        node.rows, node.first_row = rows, first_row
    return node.children


def opens(node: Node) -> bool:
    """Whether its children are looked at here. Who manages its descendants has as many as it likes, and makes them when
    they are asked for: `managed` asks for those in sight, unless they are few and no table."""
    if not node.states & SHOWING or node.count == 0 or node.count > CHILDREN_MAX:
        return False
    return not node.states & MANAGES or (not node.interfaces & TABLE and 0 < node.count <= MANAGED_MAX)
