"""Reads an application's top-level objects on the accessibility bus."""

from __future__ import annotations

from ...base import Rect
from .. import atspi
from ..atspi import Ref
from . import answers, questions
from .app_windows import TopLevel
from .asking import Asking
from .names import role_name

#: More windows than anybody has open; further ones are not looked at.
WINDOWS_MAX = 200


def read_top_levels(asking: Asking, app: Ref) -> list[TopLevel]:
    """In the application's order. Raises RpcError like `asking`."""
    children = answers.refs(asking.one(questions.CHILDREN, app)) or []
    numbered = [(index, ref) for index, ref in enumerate(children) if asking.owns(ref) and ref[1] != atspi.NULL_PATH][:WINDOWS_MAX]
    asked = (questions.ROLE, questions.NAME, questions.STATES, questions.EXTENTS)
    replies = iter(asking.all([(question, ref) for _, ref in numbered for question in asked]))
    tops = []
    for index, ref in numbered:
        role, name, states, extents = (next(replies) for _ in asked)
        place = answers.rectangle(extents)
        tops.append(
            TopLevel(
                ref, index, role_name(answers.number(role) or 0), answers.property_text(name) or "",
                answers.states(states) or 0, Rect(*place) if place else None,
            )
        )
    return tops
