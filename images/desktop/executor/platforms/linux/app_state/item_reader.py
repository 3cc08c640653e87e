"""Reads a tree from the list of all its objects (Cache.GetItems): GTK 2, GTK 3, Chromium and LibreOffice answer it.

Names, states and children counts in it are of this moment. It leaves out what the toolkit makes on demand, so where the
known children are not as many as the parent says, the parent is asked for them.

While the keyboard is in Chromium's find bar, its window tells of the bar alone; the list still has the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..atspi import Ref
from . import answers, questions
from .asking import Asking
from .items import read_items
from .level_reader import CHILDREN_MAX, KNOWN_MAX, attach, opens
from .names import TABLE
from .node_reader import Lasting, read_nodes, real
from .nodes import DEPTH_MAX, MANAGES, NODES_MAX, Node

#: The role of what lies over a Chromium window and is no dialog: behind a dialog nothing can be used, so that stays hidden.
BAR = "frame"


class ItemReader:
    """Remembers the interfaces of objects that are in no list."""

    def __init__(self, is_chromium: bool = False) -> None:
        self._is_chromium = is_chromium
        self._known: dict[Ref, Lasting] = {}
        #: By parent, of the last reading that was to name all: what is known of, showing or not.
        self.below: dict[Ref, list[Node]] = {}

    def read_nodes(self, asking: Asking, refs: Sequence[Ref]) -> dict[Ref, Node]:
        return read_nodes(asking, refs, self._known)

    def read(self, asking: Asking, roots: Sequence[Ref], names_all: bool = False) -> list[Node] | None:
        """The roots with all below them that shows; None when the application does not list its objects."""
        self.below = {}
        if len(self._known) > KNOWN_MAX:
            self._known.clear()
        items = read_items(asking.one(questions.CACHE_ITEMS, (roots[0][0], questions.CACHE_PATH)), names_all)
        if not items:
            return None
        own = {ref: node for ref, node in items.items() if asking.owns(ref)}
        tree = _Tree(asking, own, self._known, roots[:1] if self._is_chromium else ())
        if names_all:
            self.below = tree.below
            for children in self.below.values():
                children.sort(key=lambda child: child.index)
        return tree.run(list(roots))


class _Tree:
    """`hiding`: windows that may tell of a bar alone."""

    def __init__(
        self, asking: Asking, items: dict[Ref, Node], known: dict[Ref, Lasting], hiding: Sequence[Ref]
    ) -> None:
        self._asking = asking
        self._known = known
        self._hiding = hiding
        self._nodes = items
        self.below: dict[Ref, list[Node]] = {}
        for node in items.values():
            if node.parent_ref is not None:
                self.below.setdefault(node.parent_ref, []).append(node)

    def run(self, roots: list[Ref]) -> list[Node]:
        self._read([ref for ref in roots if ref not in self._nodes])
        reached = {ref for ref in roots if ref in self._nodes}
        level = [self._nodes[ref] for ref in roots if ref in self._nodes]
        depth = 0
        while level and depth < DEPTH_MAX and len(reached) < NODES_MAX:
            level = self._descend(level, reached)
            depth += 1
        return [self._nodes[ref] for ref in roots if ref in self._nodes]

    def _descend(self, level: list[Node], reached: set[Ref]) -> list[Node]:
        self._count(level)
        opened = [node for node in level if opens(node)]
        following: list[Node] = []
        for node, children in zip(opened, self._children_of(opened), strict=True):
            following += attach(node, children, reached)
        return following

    def _count(self, level: list[Node]) -> None:
        """The list does not say how many children a manager of descendants has."""
        managers = [node for node in level if node.states & MANAGES and not node.interfaces & TABLE and node.count < 0]
        replies = self._asking.all([(questions.CHILD_COUNT, node.ref) for node in managers])
        for node, reply in zip(managers, replies, strict=True):
            count = answers.property_number(reply)
            node.count = count if isinstance(count, int) else -1

    def _children_of(self, parents: list[Node]) -> list[list[tuple[int, Node]]]:
        """Of each, with their positions; asked for where the list does not have them all."""
        known: dict[Ref, list[tuple[int, Node]]] = {}
        asked = []
        for node in parents:
            listed = sorted(self.below.get(node.ref, ()), key=lambda child: child.index)
            if [child.index for child in listed] == list(range(node.count)):
                known[node.ref] = [(child.index, child) for child in listed]
            else:
                asked.append(node.ref)
        replies = self._asking.all([(questions.CHILDREN, ref) for ref in asked])
        found = {ref: real(answers.refs(reply) or [])[:CHILDREN_MAX] for ref, reply in zip(asked, replies, strict=True)}
        unknown = dict.fromkeys(ref for refs in found.values() for _, ref in refs if ref not in self._nodes)
        self._read(list(unknown)[:NODES_MAX])
        for ref, refs in found.items():
            known[ref] = [(index, self._nodes[child]) for index, child in refs if child in self._nodes]
            if ref in self._hiding:
                known[ref] += self._hidden_by(ref, [child for _, child in known[ref]])
            self.below[ref] = [child for _, child in known[ref]]
        return [known[node.ref] for node in parents]

    def _hidden_by(self, window: Ref, told: list[Node]) -> list[tuple[int, Node]]:
        """What the window has no place for any more, though it is its parent; after all that it tells of."""
        if [child.role for child in told] != [BAR]:
            return []
        hidden = (child for child in self.below.get(window, ()) if child is not told[0] and child.index < 0)
        return list(enumerate(hidden, start=len(told)))

    def _read(self, refs: list[Ref]) -> None:
        self._nodes.update(read_nodes(self._asking, refs, self._known))
