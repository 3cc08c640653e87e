"""Stop, cancel, deadline and end of input on a real desktop: at once, and no key or button stays pressed."""

from __future__ import annotations

import signal
import time
import unittest
from typing import Any

from executor import errors
from executor.tools import TOOLS

from .client import Client, Failed
from .support import OBSERVE, DesktopTest, Notebook, eventually
from .xclient import XClient

LONG = "Lorem ipsum DOLOR sit amet, żółw 中文.\n" * 530
TOOL_IDS = """
    computer_mouse_move computer_mouse_click computer_mouse_double_click computer_mouse_drag computer_mouse_scroll
    computer_keyboard_type computer_key_press computer_hotkey computer_clipboard_paste computer_screen_capture
    computer_screen_size computer_window_list computer_window_activate computer_window_position computer_window_size
    computer_file_read computer_file_write computer_file_delete computer_file_list computer_file_move
    computer_file_copy computer_file_info computer_process_list computer_process_start computer_process_terminate
    list_apps get_app_state click perform_secondary_action set_value scroll drag press_key type_text
""".split()


class ControlTest(DesktopTest):
    def setUp(self) -> None:
        self.notebook = Notebook(self.desktop)
        self.addCleanup(self.notebook.close)
        self.client.call("resume")
        self.activate("Notebook")

    def start(self, name: str, deadline_ms: int = 60_000, **args: object) -> int:
        return self.client.request(name, {"token": 1, "deadlineMs": deadline_ms, "args": args})

    def assert_nothing_is_pressed(self) -> None:
        client = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(client.close)
        self.assertEqual((client.keys_down(), client.pointer()[2]), (bytes(32), 0))

    def test_the_table_has_exactly_the_25_tools(self) -> None:
        self.assertEqual(sorted(TOOLS), sorted(TOOL_IDS))

    def test_a_stop_in_the_middle_of_typing_takes_effect_within_100_ms(self) -> None:
        self.assertGreater(len(LONG), 19_000)
        typing = self.start("computer_keyboard_type", text=LONG)
        eventually(self.notebook.text, "typing has begun")
        asked = time.monotonic()
        stop = self.client.request("stop")
        answers = {}
        while stop not in answers or typing not in answers:
            answer = self.client.answer()
            answers[answer["id"]] = answer
        self.assertLess(time.monotonic() - asked, 0.1)
        self.assertEqual(answers[typing]["error"]["code"], errors.STOPPED)
        self.assertEqual(answers[stop]["result"], {"stopped": True})
        self.assert_nothing_is_pressed()
        time.sleep(0.3)
        after = len(self.notebook.text())
        self.assertLess(after, len(LONG))
        time.sleep(0.3)
        self.assertEqual(len(self.notebook.text()), after)
        self.assert_fails(errors.STOPPED, "computer_keyboard_type", text="x")
        self.assertEqual(self.client.call("resume"), {"stopped": False})
        self.client.do("computer_keyboard_type", text="x")

    def test_a_stop_in_the_middle_of_a_drag_releases_the_button_and_parks_the_pointer(self) -> None:
        drag = self.start("computer_mouse_drag", fromX=300, fromY=300, toX=500, toY=500)
        time.sleep(0.08)
        stop = self.client.request("stop")
        answers = {answer["id"]: answer for answer in (self.client.answer(), self.client.answer())}
        self.assertEqual(answers[drag]["error"]["code"], errors.STOPPED)
        self.assertIn(stop, answers)
        self.client.call("resume")
        self.assert_nothing_is_pressed()
        client = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(client.close)
        self.assertEqual(client.pointer()[:2], (1279, 799))

    def test_a_deadline_ends_typing_and_leaves_no_key_pressed(self) -> None:
        started = time.monotonic()
        with self.assertRaises(Failed) as caught:
            self.client.result(self.start("computer_keyboard_type", deadline_ms=30, text=LONG))
        self.assertEqual(caught.exception.code, errors.DEADLINE)
        self.assertLess(time.monotonic() - started, 0.3)
        self.assert_nothing_is_pressed()

    def test_cancel_ends_typing(self) -> None:
        typing = self.start("computer_keyboard_type", text=LONG)
        cancel = self.client.request("cancel", {"id": typing})
        answers = {answer["id"]: answer for answer in (self.client.answer(), self.client.answer())}
        self.assertEqual(answers[cancel]["result"], {"cancelled": True})
        self.assertEqual(answers[typing]["error"]["code"], errors.CANCELLED)
        self.assert_nothing_is_pressed()

    def test_the_end_of_input_releases_what_is_pressed_and_ends_the_executor(self) -> None:
        client = Client(self.desktop)
        client.call("ping")
        client.request("computer_mouse_drag", {
            "token": 1, "deadlineMs": 9_000, "args": {"fromX": 300, "fromY": 300, "toX": 400, "toY": 400},
        })
        time.sleep(0.08)
        started = time.monotonic()
        self.assertEqual(client.close(), 0)
        self.assertLess(time.monotonic() - started, 0.5)
        self.assert_nothing_is_pressed()

    def test_pointer_tools_stay_inside_the_screen(self) -> None:
        for name, args in (
            ("computer_mouse_move", {"x": 1280, "y": 0}), ("computer_mouse_click", {"x": 0, "y": 800}),
            ("computer_mouse_double_click", {"x": 5_000, "y": 5_000}), ("computer_mouse_scroll", {"x": 1_280, "y": 1}),
            ("computer_mouse_drag", {"fromX": 1, "fromY": 1, "toX": 1, "toY": 900}),
        ):
            with self.subTest(name):
                failed = self.assert_fails(errors.OUT_OF_FRAME, name, **args)
                self.assertEqual(failed.data, {"width": 1280, "height": 800})
        for args in ({"x": -1, "y": 0}, {"x": "1", "y": 0}, {"x": 1.5, "y": 0}, {"x": 1}, {"x": 1, "y": 1, "z": 1}):
            with self.subTest(args):
                self.assert_fails(errors.INVALID_PARAMS, "computer_mouse_move", **args)

    def test_a_click_at_the_same_place_again_is_as_fast_as_the_first(self) -> None:
        times = []
        for _ in range(5):
            times.append(self.client.tool("computer_mouse_click", x=640, y=500)["result"]["durationMs"])
        self.assertLess(max(times), 100, times)

    def test_text_typed_right_after_a_click_goes_where_the_click_went(self) -> None:
        other = Notebook(self.desktop, "entry")
        self.addCleanup(other.close)
        eventually(lambda: len(self._centres()) == 2, "both windows are there")
        centres = self._centres()
        for turn in range(20):
            for letter, (x, y) in zip("ab", centres):
                self.client.do("computer_mouse_click", x=x + 10 * turn, y=y)  # elsewhere, or it is a double click
                self.client.do("computer_keyboard_type", text=letter)
        texts = {self.notebook.text, other.text}
        eventually(lambda: sum(len(text()) for text in texts) == 40, "all of it arrived")
        self.assertEqual({text() for text in texts}, {"a" * 20, "b" * 20})

    def test_a_key_and_a_combination_right_after_a_click_go_where_the_click_went(self) -> None:
        other = Notebook(self.desktop, "entry")
        self.addCleanup(other.close)
        eventually(lambda: len(self._centres()) == 2, "both windows are there")
        for turn in range(20):
            for letter, (x, y) in zip("ab", self._centres_in_order()):
                self.client.do("computer_mouse_click", x=x + 10 * turn, y=y)
                self.client.do("computer_key_press", key=letter)
                self.client.do("computer_mouse_click", x=x + 10 * turn + 5, y=y)
                self.client.do("computer_hotkey", keys=["shift", letter])
        texts = (self.notebook.text, other.text)
        eventually(lambda: sum(len(text()) for text in texts) == 80, "all of it arrived")
        self.assertEqual({"".join(sorted(text())) for text in texts}, {"A" * 20 + "a" * 20, "B" * 20 + "b" * 20})

    def test_the_window_list_right_after_a_click_says_what_the_click_made_active(self) -> None:
        other = Notebook(self.desktop, "entry")
        self.addCleanup(other.close)
        eventually(lambda: len(self._centres()) == 2, "both windows are there")
        for x, y in self._centres_in_order() * 10:
            self.client.do("computer_mouse_click", x=x, y=y)
            active = next(window for window in self.client.do("computer_window_list")["windows"] if window["active"])
            self.assertEqual(self._centre(active), (x, y))

    def test_a_click_alone_does_not_wait_for_the_window_manager_but_a_key_after_it_does(self) -> None:
        x, y = self._centres()[0]
        manager = self.desktop.window_manager
        manager.send_signal(signal.SIGSTOP)
        try:
            click = self.client.tool("computer_mouse_click", x=x, y=y)["result"]["durationMs"]
            key = self.client.tool("computer_key_press", key="a")["result"]["durationMs"]
        finally:
            manager.send_signal(signal.SIGCONT)
        self.assertLess(click, 200)
        self.assertGreaterEqual(key, 250)  # it gives up on one that hangs

    def _centres_in_order(self) -> list[tuple[int, int]]:
        """The same order whichever is on top."""
        return sorted(self._centres())

    def _centres(self) -> list[tuple[int, int]]:
        windows = self.client.do("computer_window_list")["windows"]
        return [self._centre(window) for window in windows if window["title"] == "Notebook"]

    def _centre(self, window: dict[str, Any]) -> tuple[int, int]:
        place, size = window["position"], window["size"]
        return place["x"] + size["width"] // 2, place["y"] + size["height"] // 2

    def test_double_click_selects_a_word_and_scroll_and_drag_arrive(self) -> None:
        window = self.window("Notebook")
        x, y = window["position"]["x"] + 60, window["position"]["y"] + 32
        self.client.do("computer_keyboard_type", text="someverylongword\n" * 60)
        self.client.tool("computer_hotkey", observe=OBSERVE, keys=["ctrl", "Home"])  # the view scrolls afterwards
        self.client.do("computer_mouse_double_click", x=x, y=y)
        self.client.do("computer_keyboard_type", text="W")
        expected = "W\n" + "someverylongword\n" * 59
        eventually(lambda: self.notebook.text().startswith("W"), "typed", 2)
        self.assertEqual(self.notebook.text(), expected)
        self.client.tool("computer_mouse_scroll", observe=OBSERVE, x=x, y=y, deltaY=50)
        self.client.do("computer_mouse_click", x=x, y=y)
        self.client.do("computer_keyboard_type", text="Z")
        eventually(lambda: "Z" in self.notebook.text(), "typed after scrolling")
        self.assertGreater(self.notebook.text().index("Z"), 400)
        self.client.tool("computer_mouse_scroll", observe=OBSERVE, x=x, y=y, deltaY=-50)
        self.client.do("computer_mouse_drag", fromX=x - 50, fromY=y, toX=x + 200, toY=y + 60)
        self.client.do("computer_key_press", key="Delete")
        eventually(lambda: len(self.notebook.text()) < len(expected) - 20, "what was dragged over is gone")


if __name__ == "__main__":
    unittest.main()
