"""The live view's pipe: raw RFB on the stdio of deskfleet-vnc, on both displays."""

from __future__ import annotations

import os
import struct
import subprocess
import unittest

from support import eventually, run

WIDTH, HEIGHT = (int(part) for part in os.environ["DESKFLEET_SCREEN"].split("x"))
BACKGROUND = (0x2D, 0x43, 0x56)


class Viewer:
    """As much of an RFB client (RFC 6143) as the tests need."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(["/usr/local/bin/deskfleet-vnc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Viewer:
        self.version = self.read(12)
        self.send(b"RFB 003.008\n")
        self.security = self.read(self.read(1)[0])
        self.send(b"\x01")
        self.result = self.read(4)
        self.send(b"\x01")  # shared
        self.width, self.height = struct.unpack(">HH", self.read(4))
        self.read(16)
        (length,) = struct.unpack(">I", self.read(4))
        self.read(length)
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def read(self, count: int) -> bytes:
        data = self.process.stdout.read(count)
        if len(data) != count:
            raise EOFError(f"{len(data)} of {count} bytes")
        return data

    def send(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green, blue of one pixel: raw encoding, 32 bits, little-endian."""
        self.send(struct.pack(">BxxxBBBBHHHBBBxxx", 0, 32, 24, 0, 1, 255, 255, 255, 16, 8, 0))
        self.send(struct.pack(">BxHi", 2, 1, 0))
        self.send(struct.pack(">BBHHHH", 3, 0, x, y, 1, 1))
        if self.read(1) != b"\x00":
            raise AssertionError("not a framebuffer update")
        self.read(3 + 12)
        blue, green, red, _unused = self.read(4)
        return red, green, blue


class Pipe(unittest.TestCase):
    def test_answers_with_the_protocol_and_no_password(self) -> None:
        with Viewer() as viewer:
            self.assertEqual((b"RFB 003.008\n", b"\x01", bytes(4)), (viewer.version, viewer.security, viewer.result))
            self.assertEqual((WIDTH, HEIGHT), (viewer.width, viewer.height))

    def test_shows_the_screen_to_two_viewers_at_once(self) -> None:
        with Viewer() as first, Viewer() as second:
            self.assertEqual([BACKGROUND] * 2, [viewer.pixel(WIDTH - 5, HEIGHT - 5) for viewer in (first, second)])

    def test_a_viewer_moves_the_pointer_but_its_clipboard_goes_nowhere(self) -> None:
        subprocess.run(["xclip", "-selection", "clipboard"], input=b"of the desktop", check=True, timeout=10)
        with Viewer() as viewer:
            viewer.send(struct.pack(">BxxxI", 6, 7) + b"foreign")
            viewer.send(struct.pack(">BBHH", 5, 0, 123, 45))
            eventually(lambda: run("xdotool", "getmouselocation").startswith("x:123 y:45 "), "the pointer at 123, 45")
            self.assertEqual("of the desktop", run("xclip", "-selection", "clipboard", "-o"))

    def test_viewers_that_leave_early_do_not_lock_out_the_next(self) -> None:
        for _time in range(7):
            process = subprocess.Popen(["/usr/local/bin/deskfleet-vnc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            process.communicate(b"", timeout=10)
        with Viewer() as viewer:
            self.assertEqual(bytes(4), viewer.result)


if __name__ == "__main__":
    unittest.main()
