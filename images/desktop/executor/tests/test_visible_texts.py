"""Texts that windows show, with their places, and the places of some of their characters."""

from __future__ import annotations

import sys
import unittest
from typing import Any

from executor import errors

from .app_reading import ReadingTest
from .client import Failed
from .support import eventually

FORM = """
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Form", default_width=600, default_height=300)
grid = Gtk.Grid(column_spacing=12, row_spacing=12)
grid.attach(Gtk.Label(label="身份证号"), 0, 0, 1, 1)
grid.attach(Gtk.Entry(text="11010519491231002X", hexpand=True), 1, 0, 1, 1)
grid.attach(Gtk.Label(label="密码"), 0, 1, 1, 1)
grid.attach(Gtk.Entry(text="not to be told", visibility=False), 1, 1, 1, 1)
notes = Gtk.TextView(vexpand=True)
notes.get_buffer().set_text("first line\\nsecond: Quartz-Heron\\n third")
grid.attach(notes, 0, 2, 2, 1)
window.add(grid)
window.show_all()
Gtk.main()
"""


class VisibleTextsTest(ReadingTest):
    def texts(self) -> list[dict[str, Any]]:
        return self.client.call("visible_texts")["texts"]

    def text_with(self, part: str) -> dict[str, Any]:
        return eventually(lambda: next((one for one in self.texts() if part in one["text"]), None), f"a text with {part}")

    def test_texts_and_places(self) -> None:
        with self.assertRaises(Failed) as caught:
            self.client.call("text_extents", {"ranges": [{"pid": 2, "key": "no path", "start": 0, "end": 1}]})
        self.assertEqual(caught.exception.code, errors.INVALID_PARAMS)
        program = self.program(sys.executable, "-c", FORM)
        number, label, notes = (self.text_with(part) for part in ("11010519491231002X", "身份证号", "Quartz"))
        self.assertEqual({one["pid"] for one in (number, label, notes)}, {program.pid})
        self.assertGreater(number["x"], label["x"])
        self.assertLess(abs(number["y"] + number["height"] / 2 - label["y"] - label["height"] / 2), 12)
        self.assertNotIn("not to be told", str(self.texts()))

        start = notes["text"].index("Quartz")
        ranges = [
            {"pid": program.pid, "key": notes["key"], "start": start, "end": start + 12},
            {"pid": program.pid, "key": label["key"], "start": 0, "end": 1},
            {"pid": program.pid, "key": notes["key"].split("|")[0] + "|/no/such/object", "start": 0, "end": 1},
            {"pid": 2, "key": notes["key"], "start": 0, "end": 1},
        ]
        value, _, missing, foreign = self.client.call("text_extents", {"ranges": ranges})["extents"]
        self.assertLess(value["height"], notes["height"] / 2)
        self.assertTrue(notes["x"] < value["x"] and value["x"] + value["width"] < notes["x"] + notes["width"])
        self.assertEqual((missing, foreign), (None, None))


if __name__ == "__main__":
    unittest.main()
