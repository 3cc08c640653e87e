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
#: The specification's limit.
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
        question = Question(self.interface, self.member, self.signature, self.body)
        return question.encode(self.destination, self.path, serial)


class Question:
    """A call that is made to many objects: everything but the object is encoded once."""

    __slots__ = ("_content", "_fields", "_known", "_signature")

    def __init__(self, interface: str, member: str, signature: str = "", body: tuple[Any, ...] = ()) -> None:
        self._signature = signature
        self._content = _content(signature, body)
        self._fields = [(INTERFACE, Variant("s", interface)), (MEMBER, Variant("s", member))]
        if signature:
            self._fields.append((SIGNATURE, Variant("g", signature)))
        self._known: dict[str, bytes] = {}

    def of(self, *values: Any) -> Question:
        """The same question with other values; what is known about its header is shared."""
        other = Question.__new__(Question)
        other._signature, other._fields, other._known = self._signature, self._fields, self._known
        other._content = _content(self._signature, values)
        return other

    def encode(self, destination: str, path: str, serial: int) -> bytes:
        """The path comes last in the header, so that all before it is the same for every object."""
        constant = self._known.get(destination) or self._constant_fields(destination)
        name = path.encode()
        size = len(constant) + PATH_HEAD_BYTES + len(name) + 1
        head = _CALL_HEAD.pack(ord("l"), METHOD_CALL, NO_AUTO_START, 1, len(self._content), serial, size)
        path_head = _PATH_HEAD.pack(PATH, 1, ord("o"), 0, len(name))
        return b"".join((head, constant, path_head, name, b"\0" * (1 + -size % 8), self._content))

    def _constant_fields(self, destination: str) -> bytes:
        """What stands in the header before the path, padded to where the path's field begins."""
        out = bytearray()
        write("a(yv)", ([*self._fields, (DESTINATION, Variant("s", destination))],), out)
        fields = bytes(out[ARRAY_HEAD_BYTES:])
        if len(self._known) >= DESTINATIONS_MAX:
            self._known.clear()
        self._known[destination] = fields + b"\0" * (-len(fields) % 8)
        return self._known[destination]


def _content(signature: str, values: tuple[Any, ...]) -> bytes:
    out = bytearray()
    write(signature, values, out)
    return bytes(out)


_CALL_HEAD, _PATH_HEAD = struct.Struct("<BBBBIII"), struct.Struct("<BBBBI")
PATH_HEAD_BYTES = _PATH_HEAD.size
#: The length of an array and the padding before its first struct.
ARRAY_HEAD_BYTES = 8
DESTINATIONS_MAX = 64


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


_LENGTHS = {ord("l"): struct.Struct("<III").unpack_from, ord("B"): struct.Struct(">III").unpack_from}


def message_length(data: bytes | bytearray | memoryview, at: int = 0) -> int:
    """The length of the message whose first 16 bytes begin at `at`. Raises WireError."""
    read = _LENGTHS.get(data[at])
    if read is None:
        raise WireError("this is no D-Bus message")
    body, _, fields = read(data, at + 4)
    return FIXED_HEADER + fields + -fields % 8 + body


class RawReply:
    """A reply whose values are not read yet. `data` is the body alone; `order` is "<" or ">"; `error` as in Reply."""

    __slots__ = ("data", "error", "order", "sender", "serial", "signature")

    def __init__(self, serial: int, sender: str, signature: str, data: bytes, order: str, error: str | None) -> None:
        self.serial, self.sender, self.signature = serial, sender, signature
        self.data, self.order, self.error = data, order, error

    def read(self) -> Reply:
        """Raises WireError."""
        return Reply(self.serial, self.sender, Reader(self.data, self.order).read(self.signature), self.error)


def decode(data: bytes) -> Reply | Signal | None:
    """One whole message; None for method calls to us, which nobody has reason to make. Raises WireError."""
    raw = decode_raw(data)
    return raw.read() if isinstance(raw, RawReply) else raw


def decode_raw(data: bytes) -> RawReply | Signal | None:
    """As `decode`, with the values of a reply left for later: who makes thousands of calls reads them faster. Raises WireError."""
    return _decode_return(data) or _decode_any(data)


def _decode_any(data: bytes) -> RawReply | Signal | None:
    order = "<" if data[0] == ord("l") else ">"
    kind = data[1]
    reader = Reader(data, order, 12)
    (pairs,) = reader.read("a(yv)")
    fields = dict(pairs)
    body = data[reader.at + -reader.at % 8 :]
    if kind not in (METHOD_RETURN, ERROR, SIGNAL):
        return None
    sender, signature = fields.get(SENDER, ""), fields.get(SIGNATURE, "")
    if kind == SIGNAL:
        values = Reader(body, order).read(signature)
        return Signal(sender, fields.get(PATH, ""), fields.get(INTERFACE, ""), fields.get(MEMBER, ""), values)
    error = fields.get(ERROR_NAME, "unknown") if kind == ERROR else None
    return RawReply(fields.get(REPLY_SERIAL, 0), sender, signature, body, order, error)


def _decode_return(data: bytes) -> RawReply | None:
    """The usual case, fast: a little-endian method return with usual fields. None: read it with care."""
    if data[0] != ord("l") or data[1] != METHOD_RETURN:
        return None
    at, serial, signature, sender = FIXED_HEADER, 0, "", ""
    size = len(data)
    (length,) = _U32(data, 12)
    end = at + length
    if end > size:
        return None
    while at < end:
        at += -at % 8
        if at + 8 > size:
            return None
        code, kind = data[at], data[at + 2]
        if data[at + 1] != 1 or data[at + 3] != 0:
            return None
        if kind == 0x75:  # u
            if code == REPLY_SERIAL:
                (serial,) = _U32(data, at + 4)
            at += 8
        elif kind == 0x73 or kind == 0x6F:  # s, o
            (length,) = _U32(data, at + 4)
            if code == SENDER:
                sender = data[at + 8 : at + 8 + length].decode("ascii", "replace")
            at += 9 + length
        elif kind == 0x67:  # g
            length = data[at + 4]
            if code == SIGNATURE:
                signature = data[at + 5 : at + 5 + length].decode("ascii", "replace")
            at += 6 + length
        else:
            return None
    if at != end:
        return None
    return RawReply(serial, sender, signature, data[end + -end % 8 :], "<", None)


_U32 = struct.Struct("<I").unpack_from
