"""Types at the caret of the field that has the keyboard, in place of what is selected there, as a person's typing would."""

from __future__ import annotations

from ..app_state import answers, questions
from . import requests
from .asking import Asker
from .bus import Actor
from .nodes import Node
from .set_text import not_arrived
from .texts import is_secret, length_of, lengths, part_of

#: In a field of one line these are keys: Return submits, Tab goes on to the next field.
KEYS = frozenset("\n\t")


def can_insert(node: Node, text: str) -> bool:
    """Whether inserting does what typing would. A cell of a table is only written into while it is edited."""
    if not {"EditableText", "Text"} <= node.interfaces or node.role == "table cell":
        return False
    return node.has("multi-line") or KEYS.isdisjoint(text)


def insert_at_caret(asker: Asker, actor: Actor, node: Node, text: str) -> bool:
    """False when the field took nothing of it; what was selected may be gone. Raises CONFLICT `not_arrived` when it holds something else."""
    ref = node.ref
    before, caret = length_of(asker, ref), answers.property_number(asker.one(questions.CARET, ref))
    if before is None or not isinstance(caret, int):
        return False
    start, end = _selection(asker, node) or (caret, caret)
    if not 0 <= start <= end <= before:
        return False
    if end > start:
        if not actor.has_done(requests.delete(start, end), ref):
            return False
        if not asker.eventually(lambda: length_of(asker, ref) == before - (end - start)):
            raise not_arrived()
    kept = before - (end - start)
    reply = actor.do(requests.insert(start, text, actor.toolkit()), ref)
    grown = asker.eventually(lambda: (length_of(asker, ref) or 0) - kept)
    if not grown and reply is not None:
        return False
    if grown not in lengths(text) or not (is_secret(node) or part_of(asker, ref, start, start + grown) == text):
        raise not_arrived()
    if answers.property_number(asker.one(questions.CARET, ref)) != start + grown:
        actor.do(requests.set_caret(start + grown), ref)
    return True


def _selection(asker: Asker, node: Node) -> tuple[int, int] | None:
    if not answers.number(asker.one(questions.SELECTION_COUNT, node.ref)):
        return None
    values = answers.read(asker.one(questions.FIRST_SELECTION, node.ref), "ii")
    if values is None or values[0] == values[1]:
        return None
    return min(values), max(values)
