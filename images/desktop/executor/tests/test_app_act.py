"""Clicks on a GTK 3 application by its elements; what happened is read from what the application wrote."""

from __future__ import annotations

import unittest

from executor import errors

from .app_bench import WorkbenchTest
from .client import Failed
from .support import eventually


class ClickTest(WorkbenchTest):
    def test_a_stale_element_is_refused_and_nothing_is_pressed(self) -> None:
        button = self.tree.find("push button", "Press")
        for changes in (
            {"name": "Ask"}, {"role": "toggle button"}, {"key": "not a key", "windowIndex": 1},
            {"key": ":1.999|/org/a11y/atspi/accessible/1", "path": [0, 99]}, {"key": None, "path": [*button.path, 0]},
            {"key": f"{button.ref[0]}|/org/nothing", "path": []}, {"key": None, "windowIndex": 3},
        ):
            with self.subTest(changes):
                self.assert_refused("stale_element", "click", button.element(**changes))
        self.assert_held(log=[])

    def test_an_element_that_got_another_object_is_found_by_its_path(self) -> None:
        old = self.tree.find("text", "Name")
        self.act("click", self.tree.find("push button", "Swap"))
        self.assert_held(log=[["swapped"]])
        self.assertNotEqual(self.tree.find("text", "Name").ref, old.ref)
        self.act("set_value", old, value="found")
        self.assert_held(entry="found")

    def test_a_path_alone_is_enough_and_tells_twins_apart(self) -> None:
        twins = [thing for thing in self.tree.all("push button") if thing.name == "Twin"]
        for twin in reversed(twins):
            self.act("click", twin.element(key=None))
        self.assert_held(log=[["twin", 2], ["twin", 1]])

    def test_the_window_of_another_process_is_not_acted_on(self) -> None:
        button = self.tree.find("push button", "Press").element()
        for pid, window_id in ((self.pid + 1, self.window_id), (self.pid, self.window_id + 1)):
            with self.assertRaises(Failed) as failed:
                self.client.do("click", pid=pid, windowId=window_id, element=button)
            self.assertEqual((failed.exception.code, failed.exception.data), (errors.NOT_FOUND, {"reason": "window"}))
        self.assert_held(log=[])

    def test_a_button_is_pressed_by_its_action(self) -> None:
        self.assertEqual(self.act("click", self.tree.find("push button", "Press")), {"how": "action"})
        self.assert_held(log=[["pressed"]])

    def test_a_disabled_button_stays_unpressed(self) -> None:
        self.act("click", self.tree.find("push button", "Disabled"))
        self.act("click", self.tree.find("push button", "Press"))
        self.assert_held(log=[["pressed"]])

    def test_a_field_is_clicked_by_the_pointer_and_never_activated(self) -> None:
        for role, name in (("text", "Name"), ("text", "Notes"), ("password text", "Secret"), ("spin button", "Amount")):
            with self.subTest(name):
                self.assertEqual(self.act("click", self.tree.find(role, name)), {"how": "pointer"})
        self.assert_held(log=[], focus="SpinButton")

    def test_a_combo_box_with_a_field_gets_the_caret_and_its_list_stays_closed(self) -> None:
        self.assertEqual(self.act("click", self.tree.find("combo box", "Place")), {"how": "pointer"})
        self.act("type_text", text="Wien")
        self.assert_held(typed="Wien")

    def test_a_dialog_that_a_click_opens_neither_blocks_it_nor_what_follows(self) -> None:
        self.assertEqual(self.act("click", self.tree.find("push button", "Ask")), {"how": "action"})
        self.assert_held(log=[["dialog"]])
        dialog = eventually(lambda: next((w for w in self.client.do("computer_window_list")["windows"] if w["id"] != self.window_id), None), "the dialog")
        ok = self.tree.find("push button", "OK")
        self.assertEqual(self.client.do("click", pid=self.pid, windowId=dialog["id"], element=ok.element()), {"how": "action"})
        self.assert_held(log=[["dialog"], ["answered", -5]])

    def test_a_row_is_selected_alone_wherever_it_is_scrolled(self) -> None:
        table = self.tree.find("table", "Rows")
        for number in (2, 55, 7):
            self.assertEqual(self.act("click", self.tree.row(table, number)), {"how": "selection"})
            self.assert_held(selected=[number])
        self.assert_refused("stale_element", "click", {**self.tree.row(table, 1), "path": [0, 0, "r1"]})

    def test_a_double_click_selects_a_row_alone_and_activates_it(self) -> None:
        table = self.tree.find("table", "Rows")
        self.act("click", self.tree.row(table, 1))
        for thing, number in ((self.tree.row(table, 3), 3), (self.tree.cell(table, 5, 0), 5)):
            self.assertEqual(self.act("click", thing, clickCount=2), {"how": "action"})
            self.assert_held(selected=[number])
        self.assert_held(log=[["row", 3], ["row", 5]])

    def assert_ticked(self, row: int) -> None:
        eventually(lambda: self.bench.held()["rows"][row][1], "the row is ticked")

    def test_a_tick_in_a_cell_is_toggled(self) -> None:
        """By the pointer: what GTK 3 calls toggle activates the row."""
        for number in (4, 50):
            cell = self.tree.cell(self.tree.find("table", "Rows"), number, 1)
            self.assertEqual(self.act("click", cell), {"how": "pointer"})
            self.assert_ticked(number)
        self.assertEqual([row[1] for row in self.bench.held()["rows"]].count(True), 2)
        self.assert_held(log=[])

    def test_a_menu_opens_and_its_item_acts(self) -> None:
        self.assertEqual(self.act("click", self.tree.find("menu", "File")), {"how": "action"})
        self.act("click", self.tree.find("menu item", "New"))
        self.assert_held(log=[["menu", "New"]])

    def test_a_drawn_element_gets_every_button_and_count_where_it_is(self) -> None:
        canvas = self.tree.find("drawing area", "Canvas")
        place = [round(canvas.box[2] / 2), round(canvas.box[3] / 2)]
        for button, count, number in (("left", 1, 1), ("right", 1, 3), ("middle", 1, 2), ("left", 2, 1)):
            self.assertEqual(self.act("click", canvas, button=button, clickCount=count), {"how": "pointer"})
        pressed = [1, 3, 2, 1, 1]
        eventually(lambda: [event[1] for event in self.bench.held()["log"] if event[0] == "down"].count(1) >= 3, "all clicks")
        downs = [event for event in self.bench.held()["log"] if event[0] == "down"]
        self.assertEqual([event[1] for event in downs][:4], pressed[:4])
        for event in downs:
            self.assertLessEqual(max(abs(event[2] - place[0]), abs(event[3] - place[1])), 1)
        self.act("click", canvas, button="button4")
        eventually(lambda: ["wheel", "up"] in self.bench.held()["log"], "button 4 turns the wheel")

    def test_a_pixel_is_clicked_in_the_window_only(self) -> None:
        x, y, _, _ = self.tree.find("drawing area", "Canvas").box
        self.assertEqual(self.act("click", x=x + 5, y=y + 7), {"how": "pointer"})
        eventually(lambda: ["down", 1, 5, 7] in self.bench.held()["log"], "the pixel")
        self.assert_refused("focus_changed", "click", x=1, y=1)

    def test_another_window_over_a_point_is_not_clicked(self) -> None:
        canvas = self.tree.find("drawing area", "Canvas")
        cover = self.desktop.start("xterm", "-geometry", "200x60+0+0", "-T", "Cover", "-e", "sleep", "1000")
        self.addCleanup(cover.kill)
        self.window("Cover")
        self.assertEqual(self.act("click", canvas), {"how": "pointer"})  # the window comes to the front
        eventually(lambda: any(event[0] == "down" for event in self.bench.held()["log"]), "clicked")

    def test_the_window_is_raised(self) -> None:
        cover = self.desktop.start("xterm", "-T", "Cover", "-e", "sleep", "1000")
        self.addCleanup(cover.kill)
        self.activate("Cover")
        frame = self.tree.find("frame", "Workbench")
        self.assertEqual(self.act("click", frame), {"how": "raise"})
        self.assertTrue(self.window("Workbench")["active"])
        self.activate("Cover")
        self.assertEqual(self.act("perform_secondary_action", frame, action="Raise"), {"how": "raise"})
        self.assertTrue(self.window("Workbench")["active"])

    def test_a_frozen_application_is_told_from_a_slow_one(self) -> None:
        press = self.tree.find("push button", "Press")
        self.act("click", self.tree.find("push button", "Freeze"))
        eventually(lambda: self.bench.held()["log"] == [["freeze"]], "frozen")
        self.assert_refused("not_responding", "click", press)

    def test_a_deadline_ends_a_call_to_a_frozen_application(self) -> None:
        press = self.tree.find("push button", "Press")
        self.act("click", self.tree.find("push button", "Freeze"))
        eventually(lambda: self.bench.held()["log"] == [["freeze"]], "frozen")
        args = {"pid": self.pid, "windowId": self.window_id, "element": press.element()}
        with self.assertRaises(Failed) as failed:
            self.client.tool("click", deadline_ms=300, **args)
        self.assertEqual(failed.exception.code, errors.DEADLINE)


if __name__ == "__main__":
    unittest.main()
