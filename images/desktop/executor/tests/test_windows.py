"""Windows by EWMH: what is reported is what is there, and activation is finished when it is answered."""

from __future__ import annotations

import sys
import unittest

from executor import errors

from .support import APPS, DesktopTest, Notebook, eventually
from .xclient import XClient


class WindowTest(DesktopTest):
    def setUp(self) -> None:
        self.x = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(self.x.close)

    def windows(self) -> list[dict[str, object]]:
        return self.client.do("computer_window_list")["windows"]

    def test_windows_that_are_not_there(self) -> None:
        for name in ("computer_window_activate", "computer_window_position", "computer_window_size"):
            for identifier in (1, 0x7FFF_FFFF, self.x.root):
                self.assert_fails(errors.NOT_FOUND, name, windowId=identifier)
            for identifier in (0, -1, "1", None):
                self.assert_fails(errors.INVALID_PARAMS, name, windowId=identifier)

    def test_a_plain_window(self) -> None:
        created = self.x.window("Plain żółw", 0xFF0000, 200, 100)
        self.addCleanup(self.x.destroy, created)
        eventually(lambda: any(window["id"] == created and window["active"] for window in self.windows()), "it is active")
        window = next(window for window in self.windows() if window["id"] == created)
        self.assertEqual(window["title"], "Plain żółw")
        self.assertEqual(window["process"]["pid"], None)
        self.assertGreaterEqual(window["size"]["width"], 200)
        self.assertGreater(window["size"]["height"], 100)  # with its frame
        x, y = window["position"]["x"], window["position"]["y"]
        red = [xy for xy in ((x + window["size"]["width"] // 2, y + window["size"]["height"] - 20),)]
        self.assertEqual(self.x.picture(1280, 800).getpixel(red[0]), (255, 0, 0))
        self.assertEqual(self.client.do("computer_window_position", windowId=created), window["position"])
        self.assertEqual(self.client.do("computer_window_size", windowId=created), window["size"])

    def test_the_list_is_topmost_first_and_activation_raises(self) -> None:
        created = [self.x.window(title, 0) for title in ("One", "Two", "Three")]
        for window in created:
            self.addCleanup(self.x.destroy, window)
        eventually(lambda: {window["id"] for window in self.windows()} >= set(created), "all are there")
        for window in (*created, *reversed(created)):
            self.assertEqual(self.client.do("computer_window_activate", windowId=window), {"windowId": window})
            top = self.windows()[0]
            self.assertEqual((top["id"], top["active"], top["visible"]), (window, True, True))
            self.assertEqual(sum(other["active"] for other in self.windows()), 1)

    def test_keys_go_to_the_window_that_was_activated(self) -> None:
        notebooks = [Notebook(self.desktop), Notebook(self.desktop, "entry")]
        for notebook in notebooks:
            self.addCleanup(notebook.close)
        eventually(lambda: len(self.windows()) == 2, "both are there")
        for _ in range(10):
            for window in self.windows()[::-1]:
                self.client.do("computer_window_activate", windowId=window["id"])
                self.client.do("computer_keyboard_type", text=str(window["process"]["pid"] == notebooks[0].process.pid)[0])
        for notebook, letter in zip(notebooks, "TF"):
            eventually(lambda: notebook.text() == letter * 10, f"ten times {letter}")

    def test_an_iconified_window_is_not_visible_and_comes_back(self) -> None:
        notebook = Notebook(self.desktop)
        self.addCleanup(notebook.close)
        window = self.window("Notebook")
        self.assertEqual(window["process"], {"pid": notebook.process.pid, "name": "python3"})
        somebody = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(somebody.close)
        somebody.iconify(window["id"])
        eventually(lambda: not self.windows()[0]["visible"], "it is iconified")
        self.client.do("computer_window_activate", windowId=window["id"])
        self.assertTrue(self.windows()[0]["visible"])

    def test_windows_that_come_and_go_break_nothing(self) -> None:
        programs = [self.desktop.start(sys.executable, str(APPS / "flicker.py")) for _ in range(2)]
        for program in programs:
            self.addCleanup(program.kill)
        eventually(lambda: any(window["title"] == "Flicker" for window in self.windows()), "they flicker")
        for _ in range(300):
            for window in self.windows():
                self.assertEqual(window.keys(), {"id", "title", "process", "position", "size", "visible", "active"})


if __name__ == "__main__":
    unittest.main()
