"""The element that has the keyboard: found, or made to have it."""

from __future__ import annotations

from ....errors import conflict
from ..app_state import answers, questions
from ..app_state.names import STATE_BITS
from ..atspi import Ref
from . import requests
from .asking import Asker
from .bus import Actor
from .nodes import Node, has_state, is_object, read_nodes, states_of

FOCUSED_NUMBER = STATE_BITS["focused"].bit_length() - 1
#: Objects that are looked at, and asked at once, where the toolkit does not search.
WALK_MAX, ROUND_MAX = 20_000, 500
#: Children that an object which makes them on demand is asked for; a letter in Writer is such a one, too.
CHILDREN_MAX = 200
#: Candidates for the focus: an element, and what is around it.
FOUND_MAX = 50


def grab_focus(asker: Asker, actor: Actor, node: Node) -> bool:
    """Whether the element says, in the end, that it has the focus."""
    if has_state(states_of(asker, node.ref), "focused"):
        return True
    actor.do(requests.GRAB_FOCUS, node.ref)
    return bool(asker.eventually(lambda: has_state(states_of(asker, node.ref), "focused")))


def require_focus(asker: Asker, actor: Actor, node: Node) -> None:
    """What is typed next goes to the focus. Raises CONFLICT `not_arrived`."""
    if not grab_focus(asker, actor, node):
        raise conflict("not_arrived", "the element does not take the keyboard")


def focused_node(asker: Asker, root: Ref, may_search: bool = True) -> Node | None:
    """Below a window: one that takes text where there are several, else the last of them. `may_search`: the application may be
    asked to search by itself."""
    refs = _search(asker, root) if may_search else None
    if refs is None:
        refs = _walk(asker, root)
    nodes = [node for node in read_nodes(asker, refs[-FOUND_MAX:]) if node and node.has("focused")]
    taking = [node for node in nodes if node.is_editable or node.role == "terminal"]
    return next(reversed(taking or nodes), None)


def _search(asker: Asker, root: Ref) -> list[Ref] | None:
    """The application searches by itself; None where it does not."""
    listed = answers.refs(asker.one(requests.matches([], [FOCUSED_NUMBER], FOUND_MAX), root))
    return None if listed is None else [ref for ref in listed if _is_of(ref, root)]


def _walk(asker: Asker, root: Ref) -> list[Ref]:
    """Breadth first through all that can be seen; of a table only what is selected in it, as the cell with the cursor is."""
    found: list[Ref] = []
    seen = {root}
    level = [root]
    while level and len(seen) < WALK_MAX:
        following: list[Ref] = []
        for start in range(0, len(level), ROUND_MAX):
            some = level[start : start + ROUND_MAX]
            states = [answers.states(reply) or 0 for reply in asker.all([(questions.STATES, ref) for ref in some])]
            found += [ref for ref, bits in zip(some, states, strict=True) if has_state(bits, "focused")]
            visible = [(ref, bits) for ref, bits in zip(some, states, strict=True) if has_state(bits, "visible")]
            tables = _tables(asker, [ref for ref, bits in visible if has_state(bits, "manages-descendants")])
            replies = asker.all([(questions.FIRST_SELECTED, ref) for ref in tables])
            following += [ref for reply in replies if (ref := answers.ref(reply))]
            for reply in asker.all([(questions.CHILDREN, ref) for ref, _ in visible if ref not in tables]):
                following += answers.refs(reply) or []
        level = [ref for ref in dict.fromkeys(following) if ref not in seen and _is_of(ref, root)]
        seen.update(level)
    return found


def _tables(asker: Asker, refs: list[Ref]) -> frozenset[Ref]:
    """Those that are not even asked for their children: a sheet would begin to make a billion of them."""
    counts = asker.all([(questions.CHILD_COUNT, ref) for ref in refs])
    return frozenset(
        ref for ref, reply in zip(refs, counts, strict=True) if not 0 <= (answers.property_number(reply) or 0) <= CHILDREN_MAX
    )


def _is_of(ref: Ref, root: Ref) -> bool:
    return is_object(ref) and ref[0] == root[0]
