"""What is copied on the desktop is read as text, bounded and in time, and stays where it is."""

from __future__ import annotations

import time
import unittest

from executor import errors
from executor.methods import CLIPBOARD_BYTES_MAX

from .client import Failed
from .support import DesktopTest, Notebook, eventually
from .xclient import XClient


class ClipboardTest(DesktopTest):
    def setUp(self) -> None:
        self.notebook = Notebook(self.desktop)
        self.addCleanup(self.notebook.close)
        self.activate("Notebook")

    def copy(self, text: str) -> None:
        """Into the notebook, and by its own keys onto the clipboard; `read` then meets GTK as the owner."""
        self.client.do("computer_clipboard_paste", text=text)
        eventually(lambda: self.notebook.text() == text, "the text arrived")
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        self.client.do("computer_hotkey", keys=["ctrl", "c"])

    def read(self) -> object:
        return self.client.call("read_clipboard")

    def assert_reads(self, text: str, truncated: bool = False) -> None:
        expected = {"text": text, "truncated": truncated}
        try:
            eventually(lambda: self.read() == expected, "it was copied")
        except AssertionError:
            self.assertEqual(self.read(), expected)

    def test_what_a_program_copied_is_read_as_often_as_it_is_asked_for(self) -> None:
        text = "Zażółć\n\tgęślą 中文 😀 & <b>"
        self.copy(text)
        self.assert_reads(text)
        self.assert_reads(text)

    def test_reading_changes_nothing_for_the_owner_nor_on_the_screen(self) -> None:
        self.copy("still there")
        self.assert_reads("still there")
        screen = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(screen.close)
        owner, windows = screen.selection_owner("CLIPBOARD"), self.client.do("computer_window_list")
        self.read()
        self.assertEqual(screen.selection_owner("CLIPBOARD"), owner)
        self.assertEqual(self.client.do("computer_window_list"), windows)
        self.client.do("computer_key_press", key="End")
        self.client.do("computer_hotkey", keys=["ctrl", "v"])
        eventually(lambda: self.notebook.text() == "still there" * 2, "it can still be pasted")

    def test_the_limit_is_kept_and_said(self) -> None:
        self.copy("x" * CLIPBOARD_BYTES_MAX)
        self.assert_reads("x" * CLIPBOARD_BYTES_MAX)

    def test_a_character_that_the_limit_cuts_is_left_out(self) -> None:
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        self.copy("x" * (CLIPBOARD_BYTES_MAX - 1) + "ż" + "y" * 400_000)  # in chunks
        self.assert_reads("x" * (CLIPBOARD_BYTES_MAX - 1), truncated=True)

    def test_what_the_executor_holds_itself_is_read_too(self) -> None:
        self.client.do("computer_clipboard_paste", text="pasted")
        self.assert_reads("pasted")

    def test_nothing_is_an_empty_text(self) -> None:
        screen = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(screen.close)
        screen.own_selection("CLIPBOARD", 0)
        self.assert_reads("")

    def test_an_owner_that_does_not_answer_is_given_up_after_a_second(self) -> None:
        silent = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(silent.close)
        silent.own_selection("CLIPBOARD", silent.window("silent", 0))
        started = time.monotonic()
        with self.assertRaises(Failed) as caught:
            self.read()
        self.assertEqual(caught.exception.code, errors.CONFLICT)
        self.assertEqual(caught.exception.data, {"reason": "not_responding"})
        self.assertGreaterEqual(time.monotonic() - started, 0.9)
        self.assertLess(time.monotonic() - started, 4)

    def test_others_are_answered_while_an_owner_keeps_it_waiting(self) -> None:
        silent = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(silent.close)
        silent.own_selection("CLIPBOARD", silent.window("silent", 0))
        reading = self.client.request("read_clipboard")
        looking = self.client.request("resolve_paths", {"paths": ["/workspace"]})
        self.assertEqual([self.client.answer()["id"], self.client.answer()["id"]], [looking, reading])

    def test_it_takes_no_parameters(self) -> None:
        with self.assertRaises(Failed) as caught:
            self.client.call("read_clipboard", {"selection": "PRIMARY"})
        self.assertEqual(caught.exception.code, errors.INVALID_PARAMS)


class ClipboardOnXvncTest(ClipboardTest):
    server = "Xvnc"


if __name__ == "__main__":
    unittest.main()
