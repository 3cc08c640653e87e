"""The D-Bus client: values survive the wire, broken messages are errors, and calls are answered out of order."""

from __future__ import annotations

import os
import random
import socket
import struct
import tempfile
import threading
import time
import unittest
from pathlib import Path

from executor.platforms.linux.dbus import Call, Connection, DbusError, Variant
from executor.platforms.linux.dbus.message import decode, message_length
from executor.platforms.linux.dbus.wire import Reader, WireError, split, write


def reply_bytes(serial: int, signature: str = "", body: tuple[object, ...] = (), kind: int = 2, error: str = "") -> bytes:
    content = bytearray()
    write(signature, body, content)
    fields = [(5, Variant("u", serial)), (7, Variant("s", ":1.9"))]
    if signature:
        fields.append((8, Variant("g", signature)))
    if error:
        fields.append((4, Variant("s", error)))
    out = bytearray()
    write("yyyyuua(yv)", (ord("l"), kind, 0, 1, len(content), 77, fields), out)
    out.extend(b"\0" * (-len(out) % 8))
    return bytes(out + content)


class FakeBus:
    """Authenticates one client and hands over the calls it makes: the raw bytes, and their serials."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.address = f"unix:path={Path(self.folder.name) / 'bus'},guid=1"
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(Path(self.folder.name) / "bus"))
        self._server.listen()
        threading.Thread(target=self._greet, daemon=True).start()
        self.connected = threading.Event()

    def _greet(self) -> None:
        self.client, _ = self._server.accept()
        data = b""
        while b"\r\n" not in data:
            data += self.client.recv(1_000)
        self.auth = data
        self.client.sendall(b"OK 1234\r\n")
        while b"BEGIN\r\n" not in data:
            data += self.client.recv(1_000)
        self._rest = data.partition(b"BEGIN\r\n")[2]
        (serial,) = self.serials(1)
        self.client.sendall(reply_bytes(serial, "s", (":1.5",)))
        self.connected.set()

    def serials(self, count: int) -> list[int]:
        found = []
        while len(found) < count:
            while len(self._rest) < 16 or len(self._rest) < message_length(self._rest):
                self._rest += self.client.recv(4_096)
            length = message_length(self._rest)
            found.append(struct.unpack_from("<I", self._rest, 8)[0])
            self._rest = self._rest[length:]
        return found

    def close(self) -> None:
        self._server.close()
        self.client.close()
        self.folder.cleanup()


CALL = Call("org.example", "/path", "org.example.Face", "Do")


class WireTest(unittest.TestCase):
    def test_values_survive(self) -> None:
        for signature, values in (
            ("ybnqiuxtd", (255, True, -5, 65535, -(1 << 31), (1 << 32) - 1, -(1 << 63), (1 << 64) - 1, 0.1)),
            ("sog", ("żółw 中 😀", "/a/b", "a{sv}")), ("as", (["a", "", "bb"],)), ("a(so)", ([("x", "/y")],)),
            ("a{sv}", ({"k": Variant("u", 5), "l": Variant("as", ["z"])},)), ("ay", (b"\0\1\2",)), ("aay", ([b"1", b""],)),
            ("(i(sb)ad)", ((1, ("s", False), [0.5, 1.5]),)), ("v", (Variant("(xx)", (1, 2)),)), ("a(iiibas)", ([],)),
            ("yax", (1, [])), ("yat", (1, [7])), ("a{s(ii)}", ({"a": (1, 2), "b": (3, 4)},)),
        ):
            with self.subTest(signature):
                out = bytearray()
                write(signature, values, out)
                reader = Reader(bytes(out))
                self.assertEqual(reader.read(signature), bare(values))
                self.assertEqual(reader.at, len(out))

    def test_broken_bytes_are_wire_errors(self) -> None:
        out = bytearray()
        write("a{sv}a(so)s", ({"k": Variant("u", 5)}, [("x", "/y")], "end"), out)
        rng = random.Random(4)
        for _ in range(5_000):
            data = bytearray(out)
            for _ in range(rng.randint(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            try:
                Reader(bytes(data[: rng.randint(0, len(data))])).read("a{sv}a(so)s")
            except WireError:
                pass

    def test_bad_signatures(self) -> None:
        for signature in ("(", "a", "z", "(i", "a{", ")", "a" * 100):
            with self.assertRaises(WireError):
                split(signature)

    def test_a_message_in_the_other_byte_order(self) -> None:
        body = struct.pack(">I", 7)
        fields = bytes((5, 1)) + b"u\0" + struct.pack(">I", 9) + bytes((8, 1)) + b"g\0" + bytes((1,)) + b"u\0"
        message = b"B\2\0\1" + struct.pack(">III", len(body), 3, len(fields)) + fields
        message += b"\0" * (-len(message) % 8) + body
        self.assertEqual(message_length(message), len(message))
        reply = decode(message)
        self.assertEqual((reply.serial, reply.body), (9, (7,)))


class ConnectionTest(unittest.TestCase):
    def setUp(self) -> None:
        self.bus = FakeBus()
        self.addCleanup(self.bus.close)
        self.connection = Connection(self.bus.address)
        self.addCleanup(self.connection.close)
        self.bus.connected.wait(5)

    def test_it_greets_as_the_user(self) -> None:
        self.assertEqual(self.connection.name, ":1.5")
        self.assertEqual(self.bus.auth, b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")

    def test_replies_out_of_order_and_in_pieces(self) -> None:
        pending = self.connection.begin([CALL, CALL, CALL])
        serials = self.bus.serials(3)
        data = reply_bytes(serials[2], "u", (2,)) + reply_bytes(serials[0], "u", (0,)) + reply_bytes(serials[1], kind=3, error="org.x.Bad")
        for at in range(0, len(data), 7):
            self.bus.client.sendall(data[at : at + 7])
        first, second, third = self.connection.finish(pending, 5)
        self.assertEqual((first.value(), third.value()), ((0,), (2,)))
        with self.assertRaises(DbusError) as caught:
            second.value()
        self.assertEqual(caught.exception.name, "org.x.Bad")

    def test_what_does_not_come_in_time_may_still_come(self) -> None:
        pending = self.connection.begin([CALL])
        (serial,) = self.bus.serials(1)
        started = time.monotonic()
        self.assertEqual(self.connection.finish(pending, 0.1), [None])
        self.assertLess(time.monotonic() - started, 0.5)
        self.assertFalse(self.connection.has_all(pending))
        self.bus.client.sendall(reply_bytes(serial, "s", ("late",)))
        self.assertEqual(self.connection.finish(pending, 5)[0].value(), ("late",))

    def test_signals_are_kept_and_foreign_replies_dropped(self) -> None:
        out = bytearray()
        fields = [(1, Variant("o", "/o")), (2, Variant("s", "i.f")), (3, Variant("s", "Rang")), (8, Variant("g", "s"))]
        content = bytearray()
        write("s", ("bell",), content)
        write("yyyyuua(yv)", (ord("l"), 4, 0, 1, len(content), 1, fields), out)
        out.extend(b"\0" * (-len(out) % 8))
        self.bus.client.sendall(reply_bytes(4_000) + bytes(out + content))
        time.sleep(0.05)
        (signal,) = self.connection.signals()
        self.assertEqual((signal.path, signal.interface, signal.member, signal.body), ("/o", "i.f", "Rang", ("bell",)))
        self.assertEqual(self.connection.signals(), [])

    def test_a_bus_that_closes_or_lies_is_an_os_error(self) -> None:
        pending = self.connection.begin([CALL])
        self.bus.client.sendall(b"this is not D-Bus at all")
        with self.assertRaises(OSError):
            self.connection.finish(pending, 5)

    def test_a_bus_that_goes_away(self) -> None:
        pending = self.connection.begin([CALL])
        self.bus.client.close()
        with self.assertRaises(OSError):
            self.connection.finish(pending, 5)

    def test_addresses_that_lead_nowhere(self) -> None:
        for address in ("", "tcp:host=x", "unix:path=/no/such/socket", "unix:abstract=/no/such"):
            with self.assertRaises(OSError):
                Connection(address)


def bare(value: object) -> object:
    """What reading gives: variants lose their signature."""
    if isinstance(value, Variant):
        return bare(value.value)
    if isinstance(value, tuple):
        return tuple(map(bare, value))
    if isinstance(value, list):
        return list(map(bare, value))
    if isinstance(value, dict):
        return {key: bare(entry) for key, entry in value.items()}
    return value


if __name__ == "__main__":
    unittest.main()
