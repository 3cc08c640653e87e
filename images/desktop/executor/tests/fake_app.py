"""A program on the accessibility bus whose answers a test decides: objects that no toolkit would make."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from executor.platforms.linux.dbus import Variant, WireError
from executor.platforms.linux.dbus.message import FIXED_HEADER, message_length
from executor.platforms.linux.dbus.wire import Reader, write

ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = "org.a11y.atspi.Registry"
METHOD_CALL, METHOD_RETURN, ERROR = 1, 2, 3
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
SHOWING = (1 << 8 | 1 << 24 | 1 << 25 | 1 << 30, 0)  # enabled, sensitive, showing, visible
FRAME, PANEL, LABEL, TEXT, PASSWORD, TABLE = 23, 39, 29, 61, 40, 55

@dataclass(frozen=True)
class Encoded:
    """Values as bytes, for answers that take long to encode."""

    signature: str
    data: bytes

    @classmethod
    def of(cls, signature: str, *values: Any) -> Encoded:
        out = bytearray()
        write(signature, values, out)
        return cls(signature, bytes(out))


#: A signature and its values; None: no answer at all; a string: an error of that name.
Answer = tuple[str, tuple[Any, ...]] | Encoded | str | None
#: path, "Interface.Member" (of a property "Get Name"), arguments.
Ask = Callable[[str, str, tuple[Any, ...]], Answer]

UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"


class FakeApp:
    """Runs in this process, whose pid it therefore has. `asked`: every question so far, as (path, what)."""

    def __init__(self, address: str) -> None:
        self.asked: list[tuple[str, str]] = []
        self.answer: Ask = lambda path, what, body: UNKNOWN
        self._serial = 0
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(20)
        self._socket.connect(dict(part.partition("=")[::2] for part in address.partition(":")[2].split(","))["path"])
        self._socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self._data = b""
        while b"\r\n" not in self._data:
            self._data += self._socket.recv(1_000)
        self._data = b""
        self._socket.sendall(b"BEGIN\r\n")
        self._call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "", ())
        self.name = self._next()[2][0]
        self._socket.settimeout(None)

    def start(self, answer: Ask, is_listed: bool = True) -> None:
        """Answers, and enters the list of applications unless told otherwise."""
        self.answer = answer
        threading.Thread(target=self._serve, daemon=True).start()
        if is_listed:
            self._call(REGISTRY, ROOT, "org.a11y.atspi.Socket", "Embed", "(so)", ((self.name, ROOT),))

    def close(self) -> None:
        """Once or more often."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                kind, fields, body, serial = self._next()
            except (OSError, WireError):
                return
            if kind == METHOD_CALL:
                self._reply(fields, body, serial)

    def _reply(self, fields: dict[int, Any], body: tuple[Any, ...], serial: int) -> None:
        interface = fields.get(INTERFACE, "").rpartition(".")[2]
        what = f"{fields[MEMBER]} {body[1]}" if interface == "Properties" else f"{interface}.{fields[MEMBER]}"
        self.asked.append((fields[PATH], what))
        answer = self.answer(fields[PATH], what, body)
        if answer is None:
            return
        head = [(REPLY_SERIAL, Variant("u", serial)), (DESTINATION, Variant("s", fields[SENDER]))]
        if isinstance(answer, str):
            self._send(ERROR, [*head, (ERROR_NAME, Variant("s", answer))], Encoded("", b""))
        else:
            encoded = answer if isinstance(answer, Encoded) else Encoded.of(answer[0], *answer[1])
            self._send(METHOD_RETURN, head, encoded)

    def _call(self, name: str, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]) -> None:
        fields = [
            (PATH, Variant("o", path)), (INTERFACE, Variant("s", interface)), (MEMBER, Variant("s", member)),
            (DESTINATION, Variant("s", name)),
        ]
        self._send(METHOD_CALL, fields, Encoded.of(signature, *body))

    def _send(self, kind: int, fields: list[tuple[int, Variant]], body: Encoded) -> None:
        out = bytearray()
        if body.signature:
            fields = [*fields, (SIGNATURE, Variant("g", body.signature))]
        with self._lock:
            self._serial += 1
            write("yyyyuua(yv)", (ord("l"), kind, 0, 1, len(body.data), self._serial, fields), out)
            out.extend(b"\0" * (-len(out) % 8))
            try:
                self._socket.sendall(bytes(out) + body.data)
            except OSError:
                return  # closed by the test, or by the bus because we say too much

    def _next(self) -> tuple[int, dict[int, Any], tuple[Any, ...], int]:
        while len(self._data) < FIXED_HEADER or len(self._data) < message_length(self._data):
            block = self._socket.recv(1 << 16)
            if not block:
                raise ConnectionResetError
            self._data += block
        length = message_length(self._data)
        message, self._data = self._data[:length], self._data[length:]
        reader = Reader(message, "<", 8)
        (serial,) = reader.read("u")
        (pairs,) = reader.read("a(yv)")
        fields = dict(pairs)
        body = Reader(message[reader.at + -reader.at % 8 :], "<").read(fields.get(SIGNATURE, ""))
        return message[1], fields, body, serial


def usual(what: str, *, role: int = PANEL, name: str = "", children: list[tuple[str, str]] | None = None, count: int | None = None,
          interfaces: tuple[str, ...] = ("Accessible", "Component"), states: tuple[int, int] = SHOWING) -> Answer:
    """What a well-behaved object answers."""
    children = children or []
    answers: dict[str, Answer] = {
        "Accessible.GetRole": ("u", (role,)),
        "Accessible.GetState": ("au", (list(states),)),
        "Accessible.GetChildren": ("a(so)", (children,)),
        "Accessible.GetInterfaces": ("as", ([f"org.a11y.atspi.{entry}" for entry in interfaces],)),
        "Accessible.GetRelationSet": ("a(ua(so))", ([],)),
        "Component.GetExtents": ("(iiii)", ((10, 20, 300, 200),)),
        "Get Name": ("v", (Variant("s", name),)),
        "Get Description": ("v", (Variant("s", ""),)),
        "Get ChildCount": ("v", (Variant("i", len(children) if count is None else count),)),
        "Get ToolkitName": ("v", (Variant("s", "Fake"),)),
    }
    return answers.get(what, UNKNOWN)
