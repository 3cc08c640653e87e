"""Reads the values of answers. What is not of the expected type is as if it had not been answered: None.

The usual types are read without the general reader, which takes several times as long.
"""

from __future__ import annotations

import struct
from typing import Any

from ..atspi import Ref
from ..dbus import RawReply, Reader, WireError

#: Of one action.
KEYS_MAX = 100
#: Longer strings are cut: a text's start is shown, never all of it. Characters.
STRING_MAX = 4_000
#: Objects that are taken of a list, and the longest other answer that is read value by value, in bytes.
REFS_MAX, ANSWER_BYTES_MAX = 10_000, 1 << 18
_FOUR = struct.Struct("<4i").unpack_from
_TWO = struct.Struct("<2I").unpack_from
_ONE = struct.Struct("<I").unpack_from
_SIGNED = struct.Struct("<i").unpack_from
_DOUBLE = struct.Struct("<d").unpack_from


def read(reply: RawReply | None, signature: str) -> tuple[Any, ...] | None:
    """The values, where the answer is one of this signature. One that is much longer than any sensible one is none."""
    if reply is None or reply.error is not None or reply.signature != signature or len(reply.data) > ANSWER_BYTES_MAX:
        return None
    try:
        return Reader(reply.data, reply.order).read(signature)
    except WireError:
        return None


def states(reply: RawReply | None) -> int | None:
    """Both words of a set of states as one number."""
    if reply is not None and reply.signature == "au" and reply.order == "<" and len(reply.data) == 12:
        low, high = _TWO(reply.data, 4)
        return low | high << 32
    words = read(reply, "au")
    return None if words is None else sum(word << 32 * at for at, word in enumerate(words[0][:2]))


def property_text(reply: RawReply | None) -> str | None:
    """A property of type string."""
    if reply is None or reply.error is not None:
        return None
    data = reply.data
    if reply.signature == "v" and reply.order == "<" and data[:3] == b"\1s\0" and len(data) >= 8:
        (size,) = _ONE(data, 4)
        return data[8 : 8 + size].decode("utf-8", "replace")[:STRING_MAX]
    values = read(reply, "v")
    return values[0][:STRING_MAX] if values and isinstance(values[0], str) else None


def text(reply: RawReply | None) -> str | None:
    if reply is not None and reply.error is None and reply.signature == "s" and reply.order == "<" and len(reply.data) > 4:
        (size,) = _ONE(reply.data, 0)
        return reply.data[4 : 4 + size].decode("utf-8", "replace")[:STRING_MAX]
    values = read(reply, "s")
    return values[0][:STRING_MAX] if values else None


def property_number(reply: RawReply | None) -> float | int | None:
    """A property of a number's type."""
    if reply is None or reply.error is not None:
        return None
    data = reply.data
    if reply.signature == "v" and reply.order == "<":
        if data[:3] == b"\1i\0" and len(data) >= 8:
            return _SIGNED(data, 4)[0]
        if data[:3] == b"\1d\0" and len(data) >= 16:
            return _DOUBLE(data, 8)[0]
    values = read(reply, "v")
    return values[0] if values and isinstance(values[0], int | float) and not isinstance(values[0], bool) else None


def number(reply: RawReply | None) -> int | None:
    if reply is not None and reply.error is None and reply.order == "<" and len(reply.data) >= 4:
        if reply.signature == "u":
            return _ONE(reply.data, 0)[0]
        if reply.signature == "i":
            return _SIGNED(reply.data, 0)[0]
    values = read(reply, "u") or read(reply, "i")
    return values[0] if values else None


def flag(reply: RawReply | None) -> bool | None:
    values = read(reply, "b")
    return values[0] if values else None


def rectangle(reply: RawReply | None) -> tuple[int, int, int, int] | None:
    if reply is not None and reply.error is None and reply.signature == "(iiii)" and reply.order == "<" and len(reply.data) == 16:
        return _FOUR(reply.data, 0)
    values = read(reply, "(iiii)")
    return values[0] if values else None


def ref(reply: RawReply | None) -> Ref | None:
    values = read(reply, "(so)")
    return values[0] if values else None


def refs(reply: RawReply | None) -> list[Ref] | None:
    """The first REFS_MAX of them."""
    if reply is None or reply.error is not None or reply.signature != "a(so)" or reply.order != "<" or len(reply.data) < 4:
        values = read(reply, "a(so)")
        return values[0][:REFS_MAX] if values else None
    data = reply.data
    found: list[Ref] = []
    at, end = 8, 8 + _ONE(data, 0)[0]
    try:
        while at < end and len(found) < REFS_MAX:
            at += -at % 8
            (size,) = _ONE(data, at)
            name = data[at + 4 : at + 4 + size].decode()
            at += 5 + size
            at += -at % 4
            (size,) = _ONE(data, at)
            found.append((name, data[at + 4 : at + 4 + size].decode()))
            at += 5 + size
    except (struct.error, UnicodeDecodeError):
        return None
    return found


def strings(reply: RawReply | None) -> list[str] | None:
    values = read(reply, "as")
    return values[0] if values else None


def dictionary(reply: RawReply | None) -> dict[str, str] | None:
    values = read(reply, "a{ss}")
    return values[0] if values else None


def actions(reply: RawReply | None) -> list[str] | None:
    """The names of `a(sss)`: name, description, key binding."""
    values = read(reply, "a(sss)")
    return [entry[0][:STRING_MAX] for entry in values[0]] if values else None


def action_keys(reply: RawReply | None) -> list[str]:
    """The keys that do one of the actions, as the toolkit writes them: `b` of a page's access key, `<Alt>f;<Alt>f;` of GTK."""
    values = read(reply, "a(sss)")
    return [entry[2][:KEYS_MAX] for entry in values[0] if entry[2].strip("; ")] if values else []


def relations(reply: RawReply | None) -> dict[int, list[Ref]] | None:
    values = read(reply, "a(ua(so))")
    return dict(values[0]) if values else None
