"""One connection to a bus: many calls are written at once, their replies are picked up by serial in any order."""

from __future__ import annotations

import os
import select
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from urllib.parse import unquote

from .message import FIXED_HEADER, MESSAGE_BYTES_MAX, Call, Question, RawReply, Reply, Signal, decode_raw, message_length
from .wire import WireError

BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
CONNECT_S = 2.0
#: What the other end may say before the first message.
ANSWER_BYTES_MAX = 4_096
#: How long the other end may refuse to take what we write, in seconds.
WRITE_S = 2.0
READ_BYTES = 1 << 18
SIGNALS_MAX = 10_000


class Pending:
    """Calls on their way. `serials` in the order of the calls."""

    def __init__(self, serials: list[int]) -> None:
        self.serials = serials


class Connection:
    """Usable from several threads. Every method raises OSError once the bus is gone."""

    def __init__(self, address: str, is_bus: bool = True, message_bytes_max: int = MESSAGE_BYTES_MAX) -> None:
        """Connects, authenticates and says Hello, which only a bus wants to hear. Raises OSError."""
        self._message_bytes_max = message_bytes_max
        self._lock = threading.RLock()
        self._socket = _connect(address)
        self._serial = 0
        self._buffer = bytearray()
        self._awaited = FIXED_HEADER  # bytes that the buffer must hold before reading it is of use
        self._wanted: set[int] = set()
        self._replies: dict[int, RawReply] = {}
        self._signals: deque[Signal] = deque(maxlen=SIGNALS_MAX)
        self.name = ""
        try:
            _authenticate(self._socket)
            if is_bus:
                self._greet()
        except OSError:
            self.close()
            raise

    @property
    def peer(self) -> int:
        """The process at the other end, as the kernel knows it."""
        return struct.unpack("3i", self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]

    def begin(self, calls: Iterable[Call]) -> Pending:
        """Writes all calls at once and does not wait for answers."""
        with self._lock:
            numbered = [(call, self._number()) for call in calls]
            pending = self._await([serial for _, serial in numbered])
            self._write(b"".join([call.encode(serial) for call, serial in numbered]))
            return pending

    def ask(self, questions: Iterable[tuple[Question, str, str]]) -> Pending:
        """`begin` with questions, each to an object: its bus name and path."""
        with self._lock:
            numbered = [(question, name, path, self._number()) for question, name, path in questions]
            pending = self._await([serial for *_, serial in numbered])
            self._write(b"".join([question.encode(name, path, serial) for question, name, path, serial in numbered]))
            return pending

    def finish(self, pending: Pending, seconds: float) -> list[Reply | None]:
        """The replies in the order of the calls; None for what did not come in time and is then still awaited."""
        with self._lock:
            try:
                return [raw.read() if raw is not None else None for raw in self.finish_raw(pending, seconds)]
            except WireError as error:
                raise self._abort(error) from error

    def finish_raw(self, pending: Pending, seconds: float) -> list[RawReply | None]:
        """`finish` without reading the values."""
        until = time.monotonic() + seconds
        with self._lock:
            for serial in pending.serials:
                while serial in self._wanted:
                    if not self._receive(until - time.monotonic()):
                        until = 0  # what is there already is still taken
                        break
            return [self._replies.pop(serial, None) for serial in pending.serials]

    def forget(self, pending: Pending) -> None:
        """Drops replies that still come."""
        with self._lock:
            self._wanted.difference_update(pending.serials)
            for serial in pending.serials:
                self._replies.pop(serial, None)

    def has_all(self, pending: Pending) -> bool:
        """Whether every reply is in, without waiting."""
        with self._lock:
            while self._receive(0):
                pass
            return not any(serial in self._wanted for serial in pending.serials)

    def fileno(self) -> int:
        return self._socket.fileno()

    def take(self, pending: Pending) -> bool:
        """Reads at most once what has arrived, without waiting; whether every reply is in. For who waits by himself: no
        flood of messages keeps it here."""
        with self._lock:
            if any(serial in self._wanted for serial in pending.serials):
                self._receive(0)
            return not any(serial in self._wanted for serial in pending.serials)

    def call_all(self, calls: Sequence[Call], seconds: float) -> list[Reply | None]:
        """`begin` and `finish`; what does not come in time is dropped."""
        pending = self.begin(calls)
        replies = self.finish(pending, seconds)
        self.forget(pending)
        return replies

    def listen(self, rule: str) -> None:
        """Subscribes to signals, by a match rule of the specification."""
        (reply,) = self.call_all([Call(*BUS, "AddMatch", "s", (rule,))], CONNECT_S)
        if reply is None or reply.error:
            raise OSError("the bus refused the match rule")

    def signals(self) -> list[Signal]:
        """What has arrived since the last time, without waiting."""
        with self._lock:
            while self._receive(0):
                pass
            found = list(self._signals)
            self._signals.clear()
            return found

    def close(self) -> None:
        self._socket.close()

    def _greet(self) -> None:
        (hello,) = self.call_all([Call(*BUS, "Hello")], CONNECT_S)
        if hello is None or hello.error:
            raise OSError("the bus did not greet")
        self.name = hello.body[0]

    def _number(self) -> int:
        self._serial = self._serial % 0xFFFF_FFFF + 1
        return self._serial

    def _await(self, serials: list[int]) -> Pending:
        self._wanted.update(serials)
        return Pending(serials)

    def _write(self, data: bytes) -> None:
        """Answers are taken meanwhile: an application that waits until we read would not read what we write."""
        left = memoryview(data)
        until = time.monotonic() + WRITE_S
        poller = select.poll()
        poller.register(self._socket, select.POLLIN | select.POLLOUT)
        while left:
            try:
                left = left[self._socket.send(left, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                ready = poller.poll(max(0.0, until - time.monotonic()) * 1000)
                if not ready:
                    self.close()  # a part of a message is out: nothing can follow it
                    raise TimeoutError("the bus does not take what we write") from None
                if ready[0][1] & ~select.POLLOUT:
                    self._receive(0)

    def _receive(self, seconds: float) -> bool:
        """Reads once; False when nothing came in time."""
        poller = select.poll()
        poller.register(self._socket, select.POLLIN)
        if not poller.poll(max(0.0, seconds) * 1000):
            return False
        block = self._socket.recv(READ_BYTES)
        if not block:
            raise ConnectionResetError("the bus closed the connection")
        self._buffer += block
        if len(self._buffer) >= self._awaited:
            self._parse()
        return True

    def _parse(self) -> None:
        at = 0
        data = bytes(self._buffer)
        size = len(data)
        self._awaited = FIXED_HEADER
        try:
            while size - at >= FIXED_HEADER:
                length = message_length(data, at)
                if length > self._message_bytes_max:
                    raise WireError("the message is too long")
                if size - at < length:
                    self._awaited = length
                    break
                self._sort(decode_raw(data[at : at + length]))
                at += length
        except WireError as error:
            raise self._abort(error) from error
        del self._buffer[:at]

    def _abort(self, error: WireError) -> ConnectionAbortedError:
        self.close()
        return ConnectionAbortedError(str(error))

    def _sort(self, message: RawReply | Signal | None) -> None:
        if isinstance(message, Signal):
            self._signals.append(message)
        elif message and message.serial in self._wanted:
            self._wanted.discard(message.serial)
            self._replies[message.serial] = message


def _connect(address: str) -> socket.socket:
    """The first unix socket of an address such as unix:path=/run/bus,guid=12ab;unix:abstract=/tmp/x."""
    for candidate in address.split(";"):
        transport, _, rest = candidate.partition(":")
        options = dict(part.partition("=")[::2] for part in rest.split(","))
        path = options.get("path") or ("\0" + options["abstract"] if "abstract" in options else None)
        if transport == "unix" and path:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
            connection.settimeout(CONNECT_S)
            try:
                connection.connect(unquote(path))
            except OSError:
                connection.close()
                raise
            return connection
    raise OSError("the bus has no unix socket")


def _authenticate(connection: socket.socket) -> None:
    """EXTERNAL: the kernel tells the bus who we are."""
    connection.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
    answer = b""
    until = time.monotonic() + CONNECT_S
    while not answer.endswith(b"\r\n"):
        connection.settimeout(max(0.001, until - time.monotonic()))
        block = connection.recv(512)
        if not block or len(answer) > ANSWER_BYTES_MAX:
            raise ConnectionResetError("the bus closed the connection")
        answer += block
    if not answer.startswith(b"OK "):
        raise PermissionError("the bus refused us")
    connection.sendall(b"BEGIN\r\n")
