"""What an accessible object is: role, states, interfaces and name, read in one round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from ..app_state import answers, questions
from ..app_state.names import STATE_BITS, role_name
from ..atspi import NULL_PATH, Ref
from ..dbus import RawReply
from .asking import Asker

ASKED = (questions.ROLE, questions.STATES, questions.INTERFACES, questions.NAME)
CHILDREN_MAX = 10_000


@dataclass(frozen=True)
class Node:
    """`states`: bits. `interfaces` without their common prefix. `name` cut as a capture cuts it."""

    ref: Ref
    role: str
    states: int
    interfaces: frozenset[str]
    name: str

    def has(self, state: str) -> bool:
        return has_state(self.states, state)

    @property
    def is_on(self) -> bool:
        """It takes input."""
        return self.has("sensitive") or self.has("enabled")

    @property
    def is_editable(self) -> bool:
        return self.has("editable") and not self.has("read-only") and self.is_on


def has_state(states: int, name: str) -> bool:
    return bool(states & STATE_BITS[name])


def read_node(asker: Asker, ref: Ref) -> Node | None:
    return read_nodes(asker, [ref])[0]


def read_nodes(asker: Asker, refs: Sequence[Ref]) -> list[Node | None]:
    """None for what is gone."""
    replies = asker.all([(question, ref) for ref in refs for question in ASKED])
    size = len(ASKED)
    return [_node(ref, replies[index * size : index * size + size]) for index, ref in enumerate(refs)]


def states_of(asker: Asker, ref: Ref) -> int:
    return answers.states(asker.one(questions.STATES, ref)) or 0


def children_of(asker: Asker, ref: Ref) -> list[Ref]:
    """Without null ones."""
    listed = answers.refs(asker.one(questions.CHILDREN, ref)) or []
    return [child for child in listed[:CHILDREN_MAX] if is_object(child)]


def is_object(ref: Ref | None) -> TypeGuard[Ref]:
    return ref is not None and ref[0] != "" and ref[1] != NULL_PATH


def _node(ref: Ref, replies: Sequence[RawReply]) -> Node | None:
    role, states, interfaces, name = replies
    number = answers.number(role)
    if number is None:
        return None
    short = frozenset(entry.rpartition(".")[2] for entry in answers.strings(interfaces) or [])
    return Node(ref, role_name(number), answers.states(states) or 0, short, answers.property_text(name) or "")
