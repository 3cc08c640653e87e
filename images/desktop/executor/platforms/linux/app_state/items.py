"""Reads the answer of Cache.GetItems: every object an ATK application has told the bus about, in one message.

`a((so)(so)(so)iiassusau)`: object, application, parent, position in it, number of children, interfaces, name, role,
description, states. The general reader takes eight times as long.
"""

from __future__ import annotations

import struct

from ..atspi import Ref
from ..dbus import RawReply
from .answers import STRING_MAX
from .names import INTERFACE_BITS, role_name
from .nodes import NODES_MAX, Node

SIGNATURE = "a((so)(so)(so)iiassusau)"
_ONE = struct.Struct("<I").unpack_from
_TWO_SIGNED = struct.Struct("<2i").unpack_from
_TWO = struct.Struct("<2I").unpack_from


def read_items(reply: RawReply) -> dict[Ref, Node] | None:
    """By object; None when the application does not answer with such items. What is broken is left out with all after it."""
    if reply.error is not None or reply.signature != SIGNATURE or reply.order != "<":
        return None
    nodes: dict[Ref, Node] = {}
    try:
        _read_all(reply.data, nodes)
    except (struct.error, UnicodeDecodeError, IndexError):
        return nodes
    return nodes


def _read_all(data: bytes, nodes: dict[Ref, Node]) -> None:
    interfaces_of: dict[bytes, int] = {}
    names: dict[bytes, str] = {}
    (size,) = _ONE(data, 0)
    at, end = 8, min(8 + size, len(data))

    def text(at: int) -> tuple[str, int]:
        """A string and where it ends; the usual ones (bus names, empty ones) are made once."""
        (length,) = _ONE(data, at)
        raw = data[at + 4 : at + 4 + length]
        known = names.get(raw)
        if known is None:
            known = raw.decode()
            if length < 16:
                names[raw] = known
        return known, at + 5 + length

    while at < end and len(nodes) < NODES_MAX:
        at += -at % 8
        bus, at = text(at)
        path, at = text(at + -at % 4)
        at += -at % 8
        _, at = text(at)  # the application
        _, at = text(at + -at % 4)
        at += -at % 8
        parent_bus, at = text(at)
        parent_path, at = text(at + -at % 4)
        at += -at % 4
        index, count = _TWO_SIGNED(data, at)
        (length,) = _ONE(data, at + 8)
        start, at = at + 12, at + 12 + length
        block = data[start:at]
        interfaces = interfaces_of.get(block)
        if interfaces is None:
            interfaces = interfaces_of[block] = _interfaces(block)
        name, at = text(at + -at % 4)
        at += -at % 4
        (role,) = _ONE(data, at)
        description, at = text(at + 4)
        at += -at % 4
        (length,) = _ONE(data, at)
        low, high = _TWO(data, at + 4) if length == 8 else (0, 0)
        at += 4 + length
        node = Node((bus, path))
        node.role, node.name, node.description = role_name(role), name[:STRING_MAX], description[:STRING_MAX]
        node.states, node.interfaces, node.count = low | high << 32, interfaces, count
        node.parent_ref, node.index = (parent_bus, parent_path), index
        nodes[node.ref] = node


def _interfaces(block: bytes) -> int:
    bits, at = 0, 0
    while at < len(block):
        at += -at % 4
        (length,) = _ONE(block, at)
        bits |= INTERFACE_BITS.get(block[at + 4 : at + 4 + length].decode("ascii", "replace"), 0)
        at += 5 + length
    return bits
