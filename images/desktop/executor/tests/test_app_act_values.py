"""set_value on a GTK 3 application: what it says it set is what the application holds, and what is refused is never success."""

from __future__ import annotations

import json
import unittest

from executor import errors

from .app_bench import WorkbenchTest
from .client import Failed
from .support import eventually

TEXT = "Zażółć 漢字 👩‍👩‍👧‍👦 é"


class SetValueTest(WorkbenchTest):
    def test_text_is_replaced_and_both_values_are_told(self) -> None:
        name, notes = self.tree.find("text", "Name"), self.tree.find("text", "Notes")
        self.assertEqual(self.act("set_value", name, value=TEXT), {"before": "", "after": TEXT, "how": "editable_text"})
        self.assertEqual(self.act("set_value", name, value=""), {"before": TEXT, "after": "", "how": "editable_text"})
        lines = "one\n\ttwo\n" + TEXT * 200
        self.assertEqual(self.act("set_value", notes, value=lines), {"before": "", "after": lines, "how": "editable_text"})
        self.assert_held(entry="", notes=lines, log=[])

    def test_a_value_that_the_field_cuts_has_not_arrived(self) -> None:
        limited = self.tree.find("text", "Limited")
        self.act("set_value", limited, value="12345")
        self.assert_refused("not_arrived", "set_value", limited, value="1234567")

    def test_a_password_is_set_and_told_as_bullets_only(self) -> None:
        secret = self.tree.find("password text", "Secret")
        done = self.act("set_value", secret, value="pä55 漢")
        self.assertEqual(done, {"before": "", "after": "••••••", "how": "editable_text"})
        self.assert_held(password="pä55 漢")
        self.assertNotIn("55", json.dumps(self.act("set_value", secret, value="x")))
        self.assert_held(password="x")

    def test_numbers_are_set_through_their_value(self) -> None:
        spin, slider = self.tree.find("spin button", "Amount"), self.tree.find("slider", "Volume")
        self.assertEqual(self.act("set_value", spin, value="42"), {"before": "1", "after": "42", "how": "value"})
        self.assertEqual(self.act("set_value", slider, value=" 7 "), {"before": "10", "after": "7", "how": "value"})
        self.assert_held(spin=42.0, slider=7.0)
        self.assert_refused("not_arrived", "set_value", spin, value="1000")
        for word in ("many", "", "nan", "inf", "1e999"):
            with self.subTest(word), self.assertRaises(Failed) as failed:
                self.act("set_value", slider, value=word)
            self.assertEqual(failed.exception.code, errors.INVALID_PARAMS)
        self.assert_held(slider=7.0)

    def test_a_tick_changes_only_where_it_differs(self) -> None:
        for role, name, held in (("check box", "Subscribe", "tick"), ("toggle button", "Power", "switch")):
            with self.subTest(name):
                element = self.tree.find(role, name)
                self.assertEqual(self.act("set_value", element, value="off"), {"before": "off", "after": "off", "how": "unchanged"})
                self.assertEqual(self.act("set_value", element, value="on"), {"before": "off", "after": "on", "how": "action"})
                self.assertEqual(self.act("set_value", element, value="true"), {"before": "on", "after": "on", "how": "unchanged"})
                self.assert_held(**{held: True})
        with self.assertRaises(Failed) as failed:
            self.act("set_value", self.tree.find("check box", "Subscribe"), value="maybe")
        self.assertEqual(failed.exception.code, errors.INVALID_PARAMS)

    def test_a_cell_s_tick_is_set(self) -> None:
        cell = self.tree.cell(self.tree.find("table", "Rows"), 3, 1)
        self.assertEqual(self.act("set_value", cell, value="on"), {"before": "off", "after": "on", "how": "pointer"})
        eventually(lambda: self.bench.held()["rows"][3][1], "the cell is ticked")
        self.assertEqual(self.act("set_value", cell, value="on")["how"], "unchanged")

    def test_an_option_is_chosen_by_its_name(self) -> None:
        colour = self.tree.find("combo box", "Colour")
        self.assertEqual(self.act("set_value", colour, value="Blue")["how"], "selection")
        self.assert_held(combo="Blue")
        self.assert_refused("not_arrived", "set_value", colour, value="Mauve")
        self.assert_held(combo="Blue")

    def test_a_combo_box_with_a_field_takes_any_text(self) -> None:
        place = self.tree.find("combo box", "Place")
        self.assertEqual(self.act("set_value", place, value="Kraków"), {"before": "", "after": "Kraków", "how": "editable_text"})
        self.assert_held(typed="Kraków")

    def test_what_is_not_settable_is_refused(self) -> None:
        table = self.tree.find("table", "Rows")
        for thing in (
            self.tree.find("push button", "Press"), self.tree.find("push button", "Disabled"), self.tree.find("frame", "Workbench"),
            table, self.tree.row(table, 1), self.tree.cell(table, 1, 0),
        ):
            self.assert_refused("not_settable", "set_value", thing, value="on")
        self.assert_held(log=[])

    def test_text_that_the_bus_cannot_carry_is_an_invalid_parameter(self) -> None:
        name = self.tree.find("text", "Name")
        for bad in ("a\0b", "\ud83d"):
            with self.assertRaises(Failed) as failed:
                self.act("set_value", name, value=bad)
            self.assertEqual((failed.exception.code, failed.exception.data["parameter"]), (errors.INVALID_PARAMS, "/args/value"))
        self.assertEqual(self.act("set_value", name, value="still")["after"], "still")


if __name__ == "__main__":
    unittest.main()
