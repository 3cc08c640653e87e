"""Ticks and unticks, only where that changes something."""

from __future__ import annotations

from ....errors import invalid
from ..atspi import Ref
from .asking import Asker
from .nodes import has_state, states_of

WORDS = {
    "on": True, "true": True, "1": True, "yes": True, "checked": True,
    "off": False, "false": False, "0": False, "no": False, "unchecked": False,
}


def parse_boolean(value: str) -> bool:
    """Raises INVALID_PARAMS."""
    wanted = WORDS.get(value.strip().lower())
    if wanted is None:
        raise invalid("/args/value", "on or off is needed")
    return wanted


def shown_state(asker: Asker, ref: Ref) -> str:
    """As in a state: on, off or mixed."""
    states = states_of(asker, ref)
    if has_state(states, "indeterminate"):
        return "mixed"
    return "on" if has_state(states, "checked") or has_state(states, "pressed") else "off"
