"""App state of a GTK 2 program: the image's file manager."""

from __future__ import annotations

import shutil
import unittest

from .app_reading import UP_S, ReadingTest, nodes_of
from .support import eventually


@unittest.skipUnless(shutil.which("pcmanfm"), "the file manager is not installed")
class Gtk2Test(ReadingTest):
    def files(self) -> int:
        self.desktop.env["GTK_MODULES"] = "gail:atk-bridge"
        pid = self.program("pcmanfm", "/workspace").pid
        eventually(lambda: pid in self.pids() and self.find(pid, "menu", "Edit"), "the window is up", UP_S)
        return pid

    def items(self, pid: int, menu: str) -> list[str]:
        found = self.find(pid, "menu", menu)
        return [] if found is None else [node["name"] for node in nodes_of(found) if node["role"] == "menu item" and node["name"]]

    def test_an_open_menu_has_its_items_and_a_closed_one_has_none(self) -> None:
        pid = self.files()
        edit = self.find(pid, "menu", "Edit")
        assert edit is not None
        self.assertEqual(self.items(pid, "Edit"), [])
        self.click(edit)
        eventually(lambda: "Select All" in self.items(pid, "Edit"), "the menu is open", UP_S)
        self.assertEqual(self.items(pid, "View"), [])
        paste = self.find(pid, "menu item", "Paste")
        assert paste is not None
        self.assertIn("showing", paste["states"])
        self.client.do("computer_key_press", key="Escape")
        eventually(lambda: self.items(pid, "Edit") == [], "the menu is closed", UP_S)
        view = self.find(pid, "menu", "View")
        assert view is not None
        self.click(view)
        eventually(lambda: self.items(pid, "View"), "the other menu is open", UP_S)
        self.assertEqual(self.items(pid, "Edit"), [])
