"""What recordings are made of: the screen as a capture shows it, also while the session is stopped, and nobody is disturbed."""

from __future__ import annotations

import io
import threading
import time
import unittest
from typing import Any

from PIL import Image, ImageChops

from executor import errors

from .client import Failed
from .support import OBSERVE, DesktopTest, Notebook, eventually
from .xclient import XClient


class RecordingTest(DesktopTest):
    accessibility = True

    def setUp(self) -> None:
        self.x = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(self.x.close)
        self.client.call("resume")
        self.x.draw(0, 0, 1280, 800, 0x203040)

    def record(self, **params: Any) -> dict[str, Any]:
        return self.client.result(self.client.request("record_frame", params))

    def test_bad_parameters(self) -> None:
        for params in ({"ifChangedFrom": 1}, {"ifChangedFrom": "x" * 65}, {"format": "jpeg"}, []):
            with self.subTest(params), self.assertRaises(Failed) as caught:
                self.client.call("record_frame", params)
            self.assertEqual(caught.exception.code, errors.INVALID_PARAMS)

    def test_it_is_what_a_capture_shows_with_the_windows_of_that_moment(self) -> None:
        window = self.x.window("Recorded", 0x00FF00)
        self.addCleanup(self.x.destroy, window)
        self.window("Recorded")
        recorded = self.record()
        image = Image.open(io.BytesIO(recorded["payload"]))
        self.assertEqual((image.format, image.size), ("PNG", (1280, 800)))
        self.assertIsNone(ImageChops.difference(image, self.x.picture(1280, 800)).getbbox())
        capture = self.client.tool("computer_screen_capture")
        self.assertEqual(recorded["result"]["frame"], capture["result"]["frame"])
        self.assertEqual(recorded["result"]["windows"], self.client.do("computer_window_list")["windows"])

    def test_an_unchanged_screen_has_no_picture_and_its_windows_all_the_same(self) -> None:
        window = self.x.window("Still there", 0x00FF00)
        self.addCleanup(self.x.destroy, window)
        self.window("Still there")
        first = self.record()["result"]
        again = self.record(ifChangedFrom=first["frame"]["frameId"])
        self.assertEqual((again["payload"], again["result"]["payloadBytes"]), (b"", 0))
        self.assertEqual(again["result"]["frame"], {**first["frame"], "unchanged": True})
        self.assertEqual(again["result"]["windows"], first["windows"])
        self.x.draw(9, 9, 1, 1, 0)
        self.assertFalse(self.record(ifChangedFrom=first["frame"]["frameId"])["result"]["frame"]["unchanged"])

    def test_password_fields_come_with_it(self) -> None:
        password = Notebook(self.desktop, "password")
        self.addCleanup(password.close)

        def kinds() -> list[str]:
            return [region["kind"] for region in self.record()["result"]["frame"]["secureRegions"]]

        eventually(lambda: kinds() == ["password"], "the password field is found")

    def test_it_works_while_the_session_is_stopped_and_touches_nothing(self) -> None:
        self.client.call("stop")
        parked = self.x.pointer()
        self.assertEqual(self.record()["result"]["frame"]["unchanged"], False)
        self.assertEqual((self.x.pointer(), self.x.keys_down()), (parked, bytes(32)))
        self.assert_fails(errors.STOPPED, "computer_screen_capture")

    def test_an_action_beside_it_waits_for_quiet_as_ever(self) -> None:
        done = threading.Event()
        painter = threading.Thread(target=self.paint, args=(done,))
        painter.start()
        self.addCleanup(painter.join)
        self.addCleanup(done.set)
        observe = {**OBSERVE, "firstDamageMs": 50, "quietMs": 60, "settleMsMax": 500}
        action = self.client.request(
            "computer_mouse_move", {"token": 1, "deadlineMs": 20_000, "args": {"x": 5, "y": 5}, "observe": observe}
        )
        asked = {action}
        until = time.monotonic() + 0.45
        while time.monotonic() < until:
            asked.add(self.client.request("record_frame"))
            time.sleep(0.01)
        answers = {}
        while asked - answers.keys():
            answer = self.client.answer()
            answers[answer["id"]] = answer
        self.assertGreater(answers[action]["result"]["frame"]["settledMs"], 440)

    def paint(self, done: threading.Event) -> None:
        client = XClient(self.desktop.env["DISPLAY"])
        colour = 0
        while not done.wait(0.02):
            colour += 1
            client.draw(10, 10, 50, 50, colour)
        client.close()


if __name__ == "__main__":
    unittest.main()
