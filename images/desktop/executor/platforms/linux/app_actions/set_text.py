"""Sets what a field holds, and reads it back: by EditableText, else as a person would, over a selection of all."""

from __future__ import annotations

from ....errors import conflict
from ..app_state import answers, questions
from ..keynames import CONTROL_L, keysym_of_name
from . import requests
from .asking import Asker
from .bus import Actor
from .focusing import require_focus
from .hands import Hands
from .nodes import Node
from .texts import content_of, is_secret, length_of, lengths

ALL = (CONTROL_L, ord("a"))
#: Keys that would do something else in a field than stand there: such text is pasted.
PASTED = frozenset("\n\r\t")


def not_arrived() -> Exception:
    return conflict("not_arrived", "the element does not hold the value")


def set_by_interface(asker: Asker, actor: Actor, node: Node, value: str) -> None:
    """Raises CONFLICT `not_arrived` when it is refused, or holds something else afterwards."""
    reply = actor.do(requests.set_contents(value), node.ref)
    if reply is not None and answers.flag(reply) is not True:
        raise not_arrived()
    if not asker.eventually(lambda: holds(asker, node, value)):
        raise not_arrived()


def set_by_keys(asker: Asker, actor: Actor, hands: Hands, node: Node, value: str, window_id: int) -> str:
    """The way it was done. Raises like `set_by_interface`."""
    hands.activate(window_id, asker.call)
    require_focus(asker, actor, node)
    hands.keyboard.chord(ALL, asker.call)
    is_pasted = not PASTED.isdisjoint(value)
    try:
        _write(asker, hands, node, value, is_pasted)
    finally:
        # Only now: a program may fetch what it pastes more than once.
        if is_pasted and is_secret(node):
            hands.keyboard.forget_pasted(asker.call)
    return "clipboard" if is_pasted else "keyboard"


def _write(asker: Asker, hands: Hands, node: Node, value: str, is_pasted: bool) -> None:
    """Over what is selected."""
    if not value:
        press(hands, asker, "BackSpace")
    elif is_pasted:
        hands.keyboard.paste(value, asker.call)
    else:
        hands.keyboard.type_text(value, asker.call)
    hands.settle(asker.call)
    if not asker.eventually(lambda: holds(asker, node, value) or _completes(asker, node, value)):
        raise not_arrived()
    if not holds(asker, node, value):
        press(hands, asker, "Delete")
        if not asker.eventually(lambda: holds(asker, node, value)):
            raise not_arrived()


def press(hands: Hands, asker: Asker, *names: str) -> None:
    for name in names:
        hands.keyboard.chord([keysym_of_name(name, "")], asker.call)


def holds(asker: Asker, node: Node, value: str) -> bool:
    """Of a password only the length is known."""
    if is_secret(node):
        return length_of(asker, node.ref) in lengths(value)
    return content_of(asker, node) == value


def _completes(asker: Asker, node: Node, value: str) -> bool:
    """An address bar has completed what was typed, with its own part selected."""
    content = None if is_secret(node) else content_of(asker, node)
    if not value or content is None or len(content) <= len(value) or not content.startswith(value):
        return False
    values = answers.read(asker.one(questions.FIRST_SELECTION, node.ref), "ii")
    return values is not None and values[0] in lengths(value) and values[1] in lengths(content)
