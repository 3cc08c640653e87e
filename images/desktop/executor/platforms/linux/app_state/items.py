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
from .nodes import NODES_MAX, SHOWING, Node

SIGNATURE = "a((so)(so)(so)iiassusau)"
_ONE = struct.Struct("<I").unpack_from
_PLACE = struct.Struct("<iiI").unpack_from
_TWO = struct.Struct("<2I").unpack_from


def read_items(reply: RawReply, names_all: bool = False) -> dict[Ref, Node] | None:
    """By object; None when the application does not answer with such items. What is broken is left out with all after it.

    `names_all`: also of what does not show.
    """
    if reply.error is not None or reply.signature != SIGNATURE or reply.order != "<":
        return None
    nodes: dict[Ref, Node] = {}
    try:
        _read_all(reply.data, nodes, 0 if names_all else SHOWING)
    except (struct.error, UnicodeDecodeError, IndexError):
        return nodes
    return nodes


def _read_all(data: bytes, nodes: dict[Ref, Node], named: int) -> None:
    """`named`: states of those whose names are read. A string is its length, its bytes and a zero; numbers and arrays begin at multiples of 4, structs at multiples of 8."""
    interfaces_of: dict[bytes, int] = {}
    buses: dict[bytes, str] = {}
    at, end = 8, min(8 + _ONE(data, 0)[0], len(data))
    while at < end and len(nodes) < NODES_MAX:
        at = at + 7 & -8
        size = _ONE(data, at)[0]
        bus = data[at + 4 : at + 4 + size]
        at = at + 8 + size & -4
        size = _ONE(data, at)[0]
        path = data[at + 4 : at + 4 + size]
        at = at + 12 + size & -8
        at = at + 8 + _ONE(data, at)[0] & -4  # the application is left out
        at = at + 12 + _ONE(data, at)[0] & -8
        size = _ONE(data, at)[0]
        parent_bus = data[at + 4 : at + 4 + size]
        at = at + 8 + size & -4
        size = _ONE(data, at)[0]
        parent_path = data[at + 4 : at + 4 + size]
        at = at + 8 + size & -4
        index, count, size = _PLACE(data, at)
        block = data[at + 12 : at + 12 + size]
        at = at + 15 + size & -4
        size = _ONE(data, at)[0]
        name = data[at + 4 : at + 4 + size]
        at = at + 8 + size & -4
        role, size = _TWO(data, at)
        description = data[at + 8 : at + 8 + size]
        at = at + 12 + size & -4
        size = _ONE(data, at)[0]
        low, high = _TWO(data, at + 4) if size == 8 else (0, 0)
        at += 4 + size

        node = Node((buses.get(bus) or buses.setdefault(bus, bus.decode()), path.decode()))
        node.parent_ref = (buses.get(parent_bus) or buses.setdefault(parent_bus, parent_bus.decode()), parent_path.decode())
        node.role, node.index, node.count = role_name(role), index, count
        node.states = low | high << 32
        interfaces = interfaces_of.get(block)
        if interfaces is None:
            interfaces = interfaces_of[block] = _interfaces(block)
        node.interfaces = interfaces
        if low & named == named:  # nobody reads the others' names
            node.name, node.description = name.decode()[:STRING_MAX], description.decode()[:STRING_MAX]
        nodes[node.ref] = node


def _interfaces(block: bytes) -> int:
    bits, at = 0, 0
    while at < len(block):
        at += -at % 4
        (length,) = _ONE(block, at)
        bits |= INTERFACE_BITS.get(block[at + 4 : at + 4 + length].decode("ascii", "replace"), 0)
        at += 5 + length
    return bits
