"""Texts of web pages that are out of sight: scrolled away, beside the page, without an area. For who judges a page, not for who uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..atspi import Ref
from . import questions
from .answers import property_number
from .answers import text as text_of
from .asking import Asking
from .names import TEXT
from .nodes import SHOWING, Node

DOCUMENTS = frozenset(("document web", "document frame"))
#: Of all texts of a window together, and of one that has to be asked for.
CHARACTERS_MAX = 20_000
TEXTS_MAX = 2_000
ASKED_MAX = 100
ONE_CHARACTERS_MAX = 1_000
#: What was typed says nothing about a page, and may be secret.
FIELDS = frozenset(("text", "entry", "password text", "spin button", "editbar", "autocomplete", "combo box"))


def unseen_texts(asking: Asking, nodes: Sequence[Node], below: Mapping[Ref, Sequence[Node]]) -> list[str]:
    """In document order, each once. `nodes`: what shows. `below`: what is listed, by parent."""
    leaves: list[Node] = []
    for document in (node for node in nodes if node.role in DOCUMENTS):
        _collect(document, below, leaves)
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


def _collect(document: Node, below: Mapping[Ref, Sequence[Node]], leaves: list[Node]) -> None:
    """What has nothing below it and does not show; another document in it is one of its own."""
    pending = [document]
    met = {document.ref}
    while pending:
        node = pending.pop()
        children = [child for child in below.get(node.ref, ()) if child.ref not in met and child.role not in FIELDS]
        if not children and not node.states & SHOWING:
            leaves.append(node)
        met.update(child.ref for child in children)
        pending += sorted(children, key=lambda child: child.index, reverse=True)
