"""Sets a number through the Value interface, and reads it back."""

from __future__ import annotations

import math

from ....errors import invalid
from ..app_state import answers, questions
from ..atspi import Ref
from . import requests
from .asking import Asker
from .bus import Actor
from .set_text import not_arrived

#: Toolkits count in binary fractions: a value that differs by less is the same.
PRECISION = 1e-6


def parse_number(value: str) -> float:
    """Raises INVALID_PARAMS."""
    try:
        number = float(value.strip())
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise invalid("/args/value", "a number is needed")
    return number


def number_of(asker: Asker, ref: Ref) -> float | None:
    return answers.property_number(asker.one(questions.CURRENT_VALUE, ref))


def shown(number: float | None) -> str | None:
    """As in a state: without decimals where it has none."""
    if number is None or not math.isfinite(number):
        return None
    return str(int(number)) if number == int(number) else repr(number)


def set_number(asker: Asker, actor: Actor, ref: Ref, number: float) -> None:
    """Raises CONFLICT `not_arrived`: refused, ignored, or cut to the limits."""
    actor.do(requests.set_number(number), ref)
    if not asker.eventually(lambda: is_number(number_of(asker, ref), number)):
        raise not_arrived()


def is_number(held: float | None, number: float) -> bool:
    return held is not None and abs(held - number) <= PRECISION * max(1.0, abs(number))
