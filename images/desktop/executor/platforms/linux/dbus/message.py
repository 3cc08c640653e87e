"""D-Bus messages: calls out; replies, errors and signals in."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from .wire import Reader, Variant, WireError, write

METHOD_CALL, METHOD_RETURN, ERROR, SIGNAL = 1, 2, 3, 4
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
NO_AUTO_START = 2
FIXED_HEADER = 16
MESSAGE_BYTES_MAX = 1 << 27


@dataclass(frozen=True)
class Call:
    destination: str
    path: str
    interface: str
    member: str
    signature: str = ""
    body: tuple[Any, ...] = ()

    def encode(self, serial: int) -> bytes:
        content = bytearray()
        write(self.signature, self.body, content)
        fields = [
            (PATH, Variant("o", self.path)), (INTERFACE, Variant("s", self.interface)),
            (MEMBER, Variant("s", self.member)), (DESTINATION, Variant("s", self.destination)),
        ]
        if self.signature:
            fields.append((SIGNATURE, Variant("g", self.signature)))
        out = bytearray()
        write("yyyyuua(yv)", (ord("l"), METHOD_CALL, NO_AUTO_START, 1, len(content), serial, fields), out)
        out.extend(b"\0" * (-len(out) % 8))
        return bytes(out + content)


class DbusError(Exception):
    """An error reply: `name` as in org.freedesktop.DBus.Error.UnknownMethod."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Reply:
    """`error` is the name of an error reply, else None."""

    serial: int
    sender: str
    body: tuple[Any, ...]
    error: str | None = None

    def value(self) -> tuple[Any, ...]:
        """Raises DbusError."""
        if self.error is not None:
            raise DbusError(self.error)
        return self.body


@dataclass(frozen=True)
class Signal:
    sender: str
    path: str
    interface: str
    member: str
    body: tuple[Any, ...]


def message_length(data: bytes | bytearray | memoryview) -> int:
    """The length of the message that starts with these 16 bytes. Raises WireError."""
    order = {ord("l"): "<", ord("B"): ">"}.get(data[0])
    if order is None:
        raise WireError("this is no D-Bus message")
    body, _, fields = struct.unpack_from(order + "III", data, 4)
    length = FIXED_HEADER + fields + -fields % 8 + body
    if length > MESSAGE_BYTES_MAX:
        raise WireError("the message is too long")
    return length


def decode(data: bytes) -> Reply | Signal | None:
    """One whole message; None for method calls to us, which nobody has reason to make. Raises WireError."""
    order = "<" if data[0] == ord("l") else ">"
    kind = data[1]
    reader = Reader(data, order, 12)
    (pairs,) = reader.read("a(yv)")
    fields = dict(pairs)
    reader.at += -reader.at % 8
    if kind not in (METHOD_RETURN, ERROR, SIGNAL):
        return None
    body = Reader(data[reader.at :], order).read(fields.get(SIGNATURE, ""))
    sender = fields.get(SENDER, "")
    if kind == SIGNAL:
        return Signal(sender, fields.get(PATH, ""), fields.get(INTERFACE, ""), fields.get(MEMBER, ""), body)
    error = fields.get(ERROR_NAME, "unknown") if kind == ERROR else None
    return Reply(fields.get(REPLY_SERIAL, 0), sender, body, error)
