"""Frames: valid pictures of exactly the screen, no picture twice, and ids that mean what the caller saw."""

from __future__ import annotations

import io
import random
import subprocess
import threading
import time
import unittest
import zlib

from PIL import Image, ImageChops

from executor import errors
from executor.platforms.linux import png
from executor.platforms.linux.deflate import IsalDeflater, ZlibDeflater, open_deflater

from .client import Failed
from .support import OBSERVE, DesktopTest, eventually
from .xclient import XClient


class PngTest(unittest.TestCase):
    def deflaters(self) -> list[object]:
        found: list[object] = [ZlibDeflater()]
        if isinstance(open_deflater(1 << 20), IsalDeflater):
            found.append(IsalDeflater(1 << 20))
        return found

    def test_strips_make_a_valid_picture_in_any_combination(self) -> None:
        rng = random.Random(5)
        noise, flat = rng.randbytes(64 * 3 * 10), bytes(64 * 3 * 10)
        for deflater in self.deflaters():
            for parts in ([noise], [flat, noise, flat], [noise] * 16, [flat]):
                with self.subTest(deflater=type(deflater).__name__, parts=len(parts)):
                    strips = []
                    for part in parts:
                        rows = b"".join(b"\0" + part[at : at + 64 * 3] for at in range(0, len(part), 64 * 3))
                        strips.append(png.Strip(rows, deflater))
                    data = b"".join(png.assemble(64, 10 * len(parts), strips, deflater))
                    image = Image.open(io.BytesIO(data))
                    image.load()
                    self.assertEqual((image.mode, image.size, image.tobytes()), ("RGB", (64, 10 * len(parts)), b"".join(parts)))
                    self.assert_strict(data)

    def assert_strict(self, data: bytes) -> None:
        """PIL forgives wrong checksums; this does not."""
        at, body = 8, b""
        while at < len(data):
            size = int.from_bytes(data[at : at + 4])
            kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
            self.assertEqual(zlib.crc32(kind + content), int.from_bytes(data[at + 8 + size : at + 12 + size]))
            body += content if kind == b"IDAT" else b""
            at += 12 + size
        stream = zlib.decompressobj()
        stream.decompress(body)
        self.assertTrue(stream.eof)

    def test_adler_combination(self) -> None:
        rng = random.Random(6)
        for _ in range(200):
            one, two = rng.randbytes(rng.randint(0, 9_000)), rng.randbytes(rng.randint(0, 9_000))
            joined = png.combine_adler(zlib.adler32(one), zlib.adler32(two), len(two))
            self.assertEqual(joined, zlib.adler32(one + two))


class FrameTest(DesktopTest):
    def setUp(self) -> None:
        self.x = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(self.x.close)
        self.draw = self.x.draw
        self.draw(0, 0, 1280, 800, 0x203040)

    def capture(self, **args: object) -> dict[str, object]:
        return self.client.tool("computer_screen_capture", **args)

    def picture(self, message: dict[str, object]) -> Image.Image:
        image = Image.open(io.BytesIO(message["payload"]))
        image.load()
        return image

    def truth(self) -> Image.Image:
        return self.x.picture(1280, 800)

    def assert_same(self, one: Image.Image, other: Image.Image) -> None:
        self.assertEqual(one.size, other.size)
        self.assertIsNone(ImageChops.difference(one, other).getbbox())

    def test_regions_outside_the_screen_and_bad_parameters(self) -> None:
        for region in ({"x": 0, "y": 0, "width": 1281, "height": 1}, {"x": 1279, "y": 799, "width": 2, "height": 1},
                       {"x": 5_000, "y": 0, "width": 1, "height": 1}):
            self.assert_fails(errors.OUT_OF_FRAME, "computer_screen_capture", region=region)
        for args in ({"format": "gif"}, {"scale": 0}, {"scale": 1.1}, {"quality": 0}, {"region": {"x": 0}}, {"more": 1},
                     {"region": {"x": -1, "y": 0, "width": 1, "height": 1}}):
            self.assert_fails(errors.INVALID_PARAMS, "computer_screen_capture", **args)

    def test_the_picture_is_the_screen(self) -> None:
        rng = random.Random(8)
        for turn in range(25):
            x, y = rng.randrange(1280), rng.randrange(800)
            self.draw(x, y, rng.randint(1, 300), rng.randint(1, 200), rng.randrange(1 << 24))
            message = self.capture()
            self.assertFalse(message["result"]["frame"]["unchanged"], turn)
            self.assert_same(self.picture(message), self.truth())

    def test_an_unchanged_screen_is_the_same_frame_without_a_picture(self) -> None:
        first = self.capture()
        frame_id = first["result"]["frame"]["frameId"]
        again = self.capture(ifChangedFrom=frame_id)
        self.assertEqual((again["payload"], again["result"]["payloadBytes"]), (b"", 0))
        self.assertEqual(again["result"]["frame"], {**first["result"]["frame"], "unchanged": True})
        whole = self.capture()
        self.assertEqual((whole["result"]["frame"]["frameId"], whole["payload"]), (frame_id, first["payload"]))
        self.draw(0, 0, 1280, 800, 0x203040)  # painted, but the same pixels
        self.assertTrue(self.capture(ifChangedFrom=frame_id)["result"]["frame"]["unchanged"])
        self.draw(9, 9, 1, 1, 0)
        changed = self.capture(ifChangedFrom=frame_id)
        self.assertFalse(changed["result"]["frame"]["unchanged"])
        self.assertNotEqual(changed["result"]["frame"]["frameId"], frame_id)
        self.assert_same(self.picture(changed), self.truth())

    def test_an_id_holds_only_for_the_request_it_came_from(self) -> None:
        region = {"x": 0, "y": 0, "width": 100, "height": 40}
        ids = [self.capture(**args)["result"]["frame"]["frameId"] for args in (
            {}, {"scale": 0.5}, {"format": "jpeg"}, {"format": "jpeg", "quality": 50}, {"region": region},
        )]
        self.assertEqual(len(set(ids)), 5)
        for other in [*ids[1:], "no such id", ""]:
            message = self.capture(ifChangedFrom=other)
            self.assertFalse(message["result"]["frame"]["unchanged"])
            self.assertEqual(message["result"]["frame"]["frameId"], ids[0])
        self.draw(600, 700, 5, 5, 0)
        self.assertTrue(self.capture(region=region, ifChangedFrom=ids[4])["result"]["frame"]["unchanged"])
        self.assertFalse(self.capture(ifChangedFrom=ids[0])["result"]["frame"]["unchanged"])

    def test_region_and_scale(self) -> None:
        self.draw(100, 100, 50, 50, 0xFF8000)
        region = {"x": 90, "y": 95, "width": 70, "height": 61}
        message = self.capture(region=region)
        self.assert_same(self.picture(message), self.truth().crop((90, 95, 160, 156)))
        frame = message["result"]["frame"]
        self.assertEqual((frame["region"], frame["width"], frame["height"], frame["scale"]), (region, 70, 61, 1.0))
        half = self.capture(scale=0.5)
        self.assertEqual((half["result"]["frame"]["width"], half["result"]["frame"]["height"]), (640, 400))
        self.assertEqual(self.picture(half).getpixel((62, 62)), (0xFF, 0x80, 0))
        tiny = self.capture(scale=0.1, region={"x": 0, "y": 0, "width": 1, "height": 1})
        self.assertEqual(self.picture(tiny).size, (1, 1))

    def test_the_whole_screen_comes_for_a_part_of_it_when_the_worker_says_so(self) -> None:
        self.draw(100, 100, 400, 300, 0xFF0000)
        args = {"format": "jpeg", "scale": 0.5, "region": {"x": 90, "y": 90, "width": 70, "height": 60}}
        asked = self.capture(**args)["result"]["frame"]
        params = {"token": 1, "deadlineMs": 20_000, "args": args, "wholeScreen": True}
        whole = self.client.result(self.client.request("computer_screen_capture", params))
        self.assertEqual(whole["result"]["frame"], {**asked, "wholeScreen": True})
        self.assert_same(self.picture(whole), self.truth())
        params["args"] = {**args, "ifChangedFrom": asked["frameId"]}
        again = self.client.result(self.client.request("computer_screen_capture", params))
        self.assertEqual((again["result"]["frame"]["unchanged"], again["payload"]), (True, b""))

    def test_lossy_formats(self) -> None:
        self.draw(100, 100, 400, 300, 0xFF0000)
        for name in ("jpeg", "webp"):
            message = self.capture(format=name)
            image = self.picture(message)
            self.assertEqual((image.format.lower(), image.size), (name, (1280, 800)))
            red, green, blue = image.convert("RGB").getpixel((300, 250))
            self.assertTrue(red > 240 and green < 20 and blue < 20, (red, green, blue))
            self.assertEqual(self.capture(format=name)["payload"], message["payload"])

    def test_observe_answers_with_the_frame_after_the_action(self) -> None:
        before = self.capture()["result"]["frame"]["frameId"]
        quiet = self.client.tool("computer_mouse_move", observe={**OBSERVE, "ifChangedFrom": before}, x=5, y=5)
        self.assertTrue(quiet["result"]["frame"]["unchanged"])
        self.assertAlmostEqual(quiet["result"]["frame"]["settledMs"], 150, delta=60)
        self.assertEqual(quiet["payload"], b"")
        window = self.x.window("Green", 0x00FF00)
        identifier = eventually(
            lambda: next((w["id"] for w in self.client.do("computer_window_list")["windows"]), None), "a window"
        )
        changed = self.client.tool("computer_window_activate", observe=OBSERVE, windowId=identifier)
        self.assert_same(self.picture(changed), self.truth())
        self.x.destroy(window)

    def test_settling_waits_for_quiet_and_no_longer_than_told(self) -> None:
        painter = threading.Thread(target=self.paint, args=(done := threading.Event(),))
        painter.start()
        self.addCleanup(painter.join)
        self.addCleanup(done.set)
        observe = {**OBSERVE, "settleMsMax": 400}
        message = self.client.tool("computer_mouse_move", observe=observe, x=7, y=7)
        self.assertAlmostEqual(message["result"]["frame"]["settledMs"], 400, delta=60)
        message = self.client.tool("computer_mouse_move", observe={**OBSERVE, "settleMsMax": 9_000}, deadline_ms=700, x=8, y=8)
        self.assertLess(message["result"]["durationMs"], 760)
        self.assertIn("frame", message["result"])

    def paint(self, done: threading.Event) -> None:
        client = XClient(self.desktop.env["DISPLAY"])
        while not done.wait(0.02):
            client.draw(10, 10, 50, 50, random.randrange(1 << 24))
        client.close()

    def test_a_digest_covers_exactly_the_pixels_around_a_point(self) -> None:
        def digest() -> str:
            return self.client.call("target_digest", {"x": 400, "y": 300, "radius": 10})["digest"]

        first = digest()
        self.assertRegex(first, r"^[0-9a-f]{64}$")
        self.draw(411, 300, 9, 9, 0)
        self.assertEqual(digest(), first)
        self.draw(410, 310, 1, 1, 0)
        self.assertNotEqual(digest(), first)
        self.draw(410, 310, 1, 1, 0x203040)
        self.assertEqual(digest(), first)
        corner = self.client.call("target_digest", {"x": 0, "y": 799, "radius": 512})
        self.assertRegex(corner["digest"], r"^[0-9a-f]{64}$")
        with self.assertRaises(Failed) as caught:
            self.client.call("target_digest", {"x": 1280, "y": 0, "radius": 1})
        self.assertEqual(caught.exception.code, errors.OUT_OF_FRAME)

    def test_a_resized_screen_is_seen(self) -> None:
        before = self.client.do("computer_screen_size")
        done = subprocess.run(["xrandr", "-s", "1024x768"], env=self.desktop.env, capture_output=True, check=False)
        if done.returncode:
            self.skipTest("this server does not resize")
        self.addCleanup(subprocess.run, ["xrandr", "-s", "1280x800"], env=self.desktop.env, check=False)
        time.sleep(0.1)
        message = self.capture()
        self.assertEqual(self.picture(message).size, (1024, 768))
        self.assertEqual(self.client.do("computer_screen_size"), {"width": 1024, "height": 768})
        self.assertNotEqual(before, {"width": 1024, "height": 768})


class FrameOnXvncTest(FrameTest):
    server = "Xvnc"


if __name__ == "__main__":
    unittest.main()
