"""Texts of web pages that are out of sight: scrolled away, beside the page, without an area. For who judges a page, not for who uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..atspi import Ref
from . import questions
from .answers import property_number, refs
from .answers import text as text_of
from .asking import Asking
from .item_reader import ItemReader
from .names import TEXT
from .node_reader import real
from .nodes import SHOWING, Node

DOCUMENTS = frozenset(("document web", "document frame"))
#: Of all texts of a window together, and of one that has to be asked for.
CHARACTERS_MAX = 20_000
TEXTS_MAX = 2_000
ASKED_MAX = 100
ONE_CHARACTERS_MAX = 1_000
#: Below what shows that are asked for.
LEVELS_MAX = 12
#: What was typed says nothing about a page, and may be secret.
FIELDS = frozenset(("text", "entry", "password text", "spin button", "editbar", "autocomplete", "combo box"))


def unseen_texts(asking: Asking, nodes: Sequence[Node], items: ItemReader) -> list[str]:
    """In document order, each once. `nodes`: what shows; `items` has just read it, and named all that it was told of."""
    leaves = _leaves(asking, [node for node in nodes if node.role in DOCUMENTS], items)
    silent = [node for node in leaves if not node.name and node.interfaces & TEXT][:ASKED_MAX]
    counts = asking.all([(questions.CHARACTER_COUNT, node.ref) for node in silent])
    long = [(node, int(count)) for node, reply in zip(silent, counts, strict=True) if (count := property_number(reply))]
    replies = asking.all([(questions.TEXT_RANGE.of(0, min(count, ONE_CHARACTERS_MAX)), node.ref) for node, count in long])
    asked = {node.ref: text_of(reply) or "" for (node, _), reply in zip(long, replies, strict=True)}
    texts: dict[str, None] = {}
    characters = 0
    for node in leaves:
        said = (node.name or asked.get(node.ref, "")).strip()
        if not said or said in texts or characters + len(said) > CHARACTERS_MAX or len(texts) >= TEXTS_MAX:
            continue
        characters += len(said)
        texts[said] = None
    return list(texts)


def _leaves(asking: Asking, documents: Sequence[Node], items: ItemReader) -> list[Node]:
    """What has nothing below it and does not show. What the list leaves out is asked for, level by level; what shows has been."""
    below, items.below = items.below, {}
    level = documents
    met = {document.ref for document in documents}
    for _ in range(LEVELS_MAX):
        found = _walk(level, below, met)
        parents = [node for node in found if node.count > 0 and not node.states & SHOWING and node.ref not in below][:ASKED_MAX]
        if not parents:
            break
        replies = asking.all([(questions.CHILDREN, node.ref) for node in parents])
        children = {node.ref: real(refs(reply) or []) for node, reply in zip(parents, replies, strict=True)}
        wanted = dict.fromkeys(ref for each in children.values() for _, ref in each)
        read = items.read_nodes(asking, list(wanted)[:TEXTS_MAX])
        for ref, each in children.items():
            below[ref] = [read[child] for _, child in each if child in read]
        level = parents
    found = _walk(documents, below, {document.ref for document in documents})
    return [node for node in found if not node.states & SHOWING and not below.get(node.ref)]


def _walk(nodes: Sequence[Node], below: Mapping[Ref, Sequence[Node]], met: set[Ref]) -> list[Node]:
    """All below them that is no field, parents first, in document order; of nodes met before nothing."""
    found: list[Node] = []
    pending = list(reversed(nodes))
    while pending:
        node = pending.pop()
        found.append(node)
        children = [child for child in below.get(node.ref, ()) if child.ref not in met and child.role not in FIELDS]
        met.update(child.ref for child in children)
        pending += reversed(children)
    return found
