"""Reads objects one by one, all of them in one round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import atspi
from ..atspi import Ref
from ..dbus import Question, RawReply
from . import answers, questions
from .asking import Asking
from .names import INTERFACE_BITS, STATE_BITS, TEXT, role_name
from .nodes import SHOWING, VISIBLE, Node

#: What may change, and what an object keeps for good.
CHANGING = (questions.STATES, questions.NAME, questions.DESCRIPTION, questions.CHILD_COUNT)
LASTING = (questions.ROLE, questions.INTERFACES)
DEFUNCT = STATE_BITS["defunct"]

#: Role and interfaces.
Lasting = tuple[str, int]


def read_nodes(asking: Asking, refs: Sequence[Ref], known: dict[Ref, Lasting], is_gtk4: bool = False) -> dict[Ref, Node]:
    """Nodes without children; `known` is used and completed. An object that is gone, or another application's, is left out.

    The role of what holds text is asked each time: a field that showed its text may hide a password now. (Chromium and Qt change
    an object's role; no toolkit changes its interfaces.)
    """
    refs = [ref for ref in refs if asking.owns(ref)]
    asked = []
    for ref in refs:
        asked += [(question, ref) for question in CHANGING]
        asked += [(question, ref) for question in _asked_again(known.get(ref))]
    replies = iter(asking.all(asked))
    nodes = {}
    for ref in refs:
        states, name, description, count = (next(replies) for _ in CHANGING)
        again = [next(replies) for _ in _asked_again(known.get(ref))]
        if len(again) == len(LASTING):
            known[ref] = _lasting(*again)
        elif again:
            known[ref] = (role_name(answers.number(again[0]) or 0), known[ref][1])
        node = _node(ref, known[ref], states)
        if node is None:
            del known[ref]
            continue
        node.name = answers.property_text(name) or ""
        node.description = answers.property_text(description) or ""
        counted = answers.property_number(count)
        node.count = counted if isinstance(counted, int) else -1
        if is_gtk4 and node.states & VISIBLE:
            node.states |= SHOWING  # only GTK 4's windows say that they show
        nodes[ref] = node
    return nodes


def real(refs: Iterable[Ref]) -> list[tuple[int, Ref]]:
    """Positions and objects, without null ones."""
    return [(index, ref) for index, ref in enumerate(refs) if ref[1] != atspi.NULL_PATH]


def _asked_again(lasting: Lasting | None) -> Sequence[Question]:
    if lasting is None:
        return LASTING
    return (questions.ROLE,) if lasting[1] & TEXT else ()


def _lasting(role: RawReply, interfaces: RawReply) -> Lasting:
    names = answers.strings(interfaces) or []
    bits = 0
    for name in names:
        bits |= INTERFACE_BITS.get(name, 0)
    return role_name(answers.number(role) or 0), bits


def _node(ref: Ref, lasting: Lasting, states: RawReply) -> Node | None:
    bits = answers.states(states)
    if bits is None or bits & DEFUNCT:
        return None
    node = Node(ref)
    node.role, node.interfaces = lasting
    node.states = bits
    return node
