"""What a text element holds. A password's text is never asked for: bullets stand for it."""

from __future__ import annotations

from ..app_state import answers, questions
from ..atspi import Ref
from . import requests
from .asking import Asker
from .nodes import Node, children_of

PASSWORD = "password text"
BULLET = "•"
#: Stands in a text for an object in it.
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"
#: Longest text that is read, in characters.
TEXT_MAX = 200_000
DEPTH_MAX = 6


def is_secret(node: Node) -> bool:
    return node.role == PASSWORD


def lengths(text: str) -> set[int]:
    """What toolkits may call its length: characters, or UTF-16 units (Qt)."""
    return {len(text), len(text.encode("utf-16-le")) // 2}


def length_of(asker: Asker, ref: Ref) -> int | None:
    count = answers.property_number(asker.one(questions.CHARACTER_COUNT, ref))
    return count if isinstance(count, int) and count >= 0 else None


def content_of(asker: Asker, node: Node) -> str | None:
    """None where it has no text, or does not say."""
    if "Text" not in node.interfaces:
        return None
    count = length_of(asker, node.ref)
    if count is None:
        return None
    if is_secret(node):
        return BULLET * min(count, TEXT_MAX)
    return _whole(asker, node.ref, 0)


def part_of(asker: Asker, ref: Ref, start: int, end: int) -> str | None:
    values = answers.read(asker.one(requests.text_range(start, end), ref), "s")
    return values[0] if values else None


def _whole(asker: Asker, ref: Ref, depth: int) -> str | None:
    """With the texts of objects in it, each on a line: the paragraphs of a rich text."""
    count = length_of(asker, ref)
    text = part_of(asker, ref, 0, min(count, TEXT_MAX)) if count else ""
    if text is None or OBJECT not in text or depth >= DEPTH_MAX:
        return text
    inner = [_whole(asker, child, depth + 1) or "" for child in children_of(asker, ref)[: text.count(OBJECT)]]
    lines, rest = [], text
    for part in inner:
        before, _, rest = rest.partition(OBJECT)
        lines += [before, part]
    return "\n".join(line for line in (*lines, rest) if line)
