"""Typing, keys, scrolling and dragging in a GTK 3 application's window."""

from __future__ import annotations

import sys
import unittest

from executor import errors

from .app_bench import WorkbenchTest
from .client import Failed
from .support import eventually
from .test_typing import SCRIPTS


class TypeTextTest(WorkbenchTest):
    def focus(self, role: str, name: str) -> None:
        self.act("click", self.tree.find(role, name))

    def test_text_goes_in_at_the_caret_and_not_at_the_end(self) -> None:
        self.focus("text", "Name")
        self.assertEqual(self.act("type_text", text="one three"), {"characters": 9, "how": "editable_text"})
        for _ in range(5):
            self.act("press_key", key="Left")
        self.act("type_text", text="two ")
        self.act("type_text", text="½ ")
        self.assert_held(entry="one two ½ three", log=[])

    def test_text_replaces_what_is_selected(self) -> None:
        for role, name, held in (("text", "Name", "entry"), ("text", "Notes", "notes"), ("password text", "Secret", "password")):
            with self.subTest(name):
                self.focus(role, name)
                self.act("type_text", text="old 漢字")
                self.act("press_key", key="ctrl+a")
                self.act("type_text", text="new")
                self.assert_held(**{held: "new"})

    def test_every_script_arrives_in_every_field(self) -> None:
        for role, name, held in (("text", "Name", "entry"), ("text", "Notes", "notes"), ("password text", "Secret", "password")):
            self.focus(role, name)
            typed = ""
            for script, text in SCRIPTS.items():
                text = text if name == "Notes" else text.replace("\n", " ").replace("\t", " ")
                with self.subTest(name, script=script):
                    self.assertEqual(self.act("type_text", text=text), {"characters": len(text), "how": "editable_text"})
                    typed += text
                    self.assert_held(**{held: typed})

    def test_return_in_a_field_of_one_line_is_a_key(self) -> None:
        self.focus("text", "Name")
        self.assertEqual(self.act("type_text", text="sent\n"), {"characters": 5, "how": "keyboard"})
        self.assert_held(entry="sent", log=[["activated", "Name"]])

    def test_tab_in_a_field_of_one_line_goes_on_to_the_next(self) -> None:
        self.focus("text", "Name")
        self.act("type_text", text="a\tb")
        self.assert_held(entry="a", limited="b")

    def test_a_field_that_cuts_has_not_taken_the_text(self) -> None:
        self.focus("text", "Limited")
        self.assert_refused("not_arrived", "type_text", text="1234567")

    def test_without_a_focused_field_nothing_is_typed(self) -> None:
        self.act("set_value", self.tree.find("check box", "Subscribe"), value="on")
        self.focus("spin button", "Amount")
        for _ in range(2):
            self.act("press_key", key="shift+Tab")  # over the switch to the tick
        self.assert_held(focus="CheckButton")
        self.assert_refused("no_focused_field", "type_text", text="x ")
        self.assert_held(entry="", limited="", notes="", tick=True)

    def test_what_nobody_can_type_is_named(self) -> None:
        self.focus("text", "Name")
        for bad, name in (("a\ud83db", "U+D83D"), ("a\0", "U+0000")):
            with self.assertRaises(Failed) as failed:
                self.act("type_text", text=bad)
            self.assertEqual((failed.exception.code, failed.exception.data), (errors.NOT_TYPED, {"missing": [name]}))
        self.assert_held(entry="")

    def test_an_application_that_is_not_on_the_bus_gets_keys(self) -> None:
        target = self.desktop.folder / "typed"
        program = self.desktop.start("xterm", "-u8", "-T", "Plain", "-e", "sh", "-c", f"stty -echo; cat > {target}")
        self.addCleanup(program.kill)
        window = self.window("Plain")
        own = {"pid": program.pid, "windowId": window["id"]}
        self.assertEqual(self.client.do("type_text", **own, text="Ω 中\n"), {"characters": 4, "how": "keyboard"})
        eventually(lambda: target.read_text() == "Ω 中\n", "the line arrived")
        element = {"key": None, "windowIndex": 0, "path": [], "role": "window", "name": "Plain", "frame": [0, 0, 100, 100], "toolkit": "none"}
        self.assertEqual(self.client.do("click", **own, element=element), {"how": "pointer"})
        for tool, args, reason in (
            ("set_value", {"value": "x"}, "not_settable"), ("perform_secondary_action", {"action": "open"}, "no_action"),
        ):
            with self.assertRaises(Failed) as failed:
                self.client.do(tool, **own, element=element, **args)
            self.assertEqual(failed.exception.data, {"reason": reason})


class PressKeyTest(WorkbenchTest):
    def keys(self) -> list[list[object]]:
        return self.bench.held()["keys"]

    def test_the_vocabulary(self) -> None:
        """Modifiers: Shift 1, Control 4, Alt 8, Super 64."""
        cases = [
            ("Return", "Return", 0), ("Enter", "Return", 0), ("ESCAPE", "Escape", 0), ("backspace", "BackSpace", 0),
            ("Page_Up", "Page_Up", 0), ("prior", "Page_Up", 0), ("pagedown", "Page_Down", 0), ("F12", "F12", 0), ("kp_7", "KP_7", 0),
            ("KP_Enter", "KP_Enter", 0), ("kp_equal", "KP_Equal", 0), ("KP_Decimal", "KP_Decimal", 0), ("+", "plus", 1),
            ("ctrl++", "plus", 5), ("a", "a", 0), ("A", "A", 1), ("é", "eacute", 0), ("ctrl+s", "s", 4), ("Control+S", "s", 4),
            ("shift+ctrl+Home", "Home", 5), ("alt+F4x", None, 0), ("option+x", "x", 8), ("cmd+b", "b", 4), ("super+b", "b", 4),
            ("meta+b", "b", 4), ("Command+b", "b", 4), ("xf86audiomute", "AudioMute", 0), ("XF86LAUNCHA", "LaunchA", 0),
            ("hyphen", "hyphen", 0), ("greek_alpha", "Greek_alpha", 0), ("space", "space", 0), (" ", "space", 0),
        ]
        wanted = []
        for key, name, modifiers in cases:
            with self.subTest(key):
                if name is None:
                    with self.assertRaises(Failed) as failed:
                        self.act("press_key", key=key)
                    self.assertEqual((failed.exception.code, failed.exception.data), (errors.INVALID_PARAMS, {"parameter": "/args/key"}))
                    continue
                self.assertEqual(self.act("press_key", key=key), {"how": "keyboard"})
                wanted.append([name, modifiers])
        eventually(lambda: len([key for key in self.keys() if not self.is_modifier(key)]) >= len(wanted), "all keys")
        self.assertEqual([key for key in self.keys() if not self.is_modifier(key)], wanted)

    @staticmethod
    def is_modifier(key: list[object]) -> bool:
        return str(key[0]).endswith(("_L", "_R"))

    def test_super_itself_is_pressed_only_where_it_is_meant(self) -> None:
        self.act("press_key", key="super+b", literalSuper=True)
        self.act("press_key", key="win+c")
        self.act("press_key", key="super")
        eventually(lambda: len(self.keys()) >= 5, "all keys")
        self.assertEqual(self.keys(), [["Super_L", 0], ["b", 64], ["Super_L", 0], ["c", 64], ["Super_L", 0]])

    def test_keys_go_to_the_window_and_to_no_other(self) -> None:
        other = self.desktop.start(sys.executable, "-c", "import time; time.sleep(1000)")
        cover = self.desktop.start("xterm", "-T", "Cover", "-e", "sleep", "1000")
        self.addCleanup(cover.kill)
        self.activate("Cover")
        self.act("press_key", key="z")
        eventually(lambda: self.keys() == [["z", 0]], "the key")
        self.assertTrue(self.window("Workbench")["active"])
        with self.assertRaises(Failed) as failed:
            self.client.do("press_key", pid=other.pid, windowId=self.window_id, key="z")
        self.assertEqual((failed.exception.code, failed.exception.data), (errors.NOT_FOUND, {"reason": "window"}))

    def test_what_is_no_key_presses_nothing(self) -> None:
        for key in ("nokey", "ctrl+", "ctrl+nokey", "a+b+c+d+e+f+g+h+i", "\x07"):
            with self.subTest(key), self.assertRaises(Failed) as failed:
                self.act("press_key", key=key)
            self.assertEqual(failed.exception.code, errors.INVALID_PARAMS)
        self.assertEqual(self.keys(), [])


class MoveTest(WorkbenchTest):
    def test_scrolling_by_pages_moves_the_area_by_as_much(self) -> None:
        table = self.tree.find("table", "Rows")
        pane_height = next(thing for thing in self.tree.all("scroll pane") if thing.path == table.path[:-1]).box[3]
        self.assertEqual(self.act("scroll", table, direction="down", pages=2), {"how": "value"})
        self.assert_held(scroll=2 * pane_height)
        self.act("scroll", self.tree.row(table, 1), direction="up", pages=0.5)
        self.assert_held(scroll=round(1.5 * pane_height))
        self.act("scroll", table, direction="up", pages=100)
        self.assert_held(scroll=0)
        self.assertEqual(self.act("scroll", table, direction="up", pages=1), {"how": "value"})
        self.act("perform_secondary_action", table, action="scroll down")
        self.assert_held(scroll=pane_height)

    def test_without_a_scroll_bar_the_wheel_is_turned(self) -> None:
        self.assertEqual(self.act("scroll", self.tree.find("drawing area", "Canvas"), direction="down"), {"how": "wheel"})
        eventually(lambda: ["wheel", "down"] in self.bench.held()["log"], "the wheel")

    def test_pages_and_directions_are_checked(self) -> None:
        table = self.tree.find("table", "Rows")
        for args in ({"direction": "down", "pages": 0}, {"direction": "down", "pages": -1}, {"direction": "inwards"}):
            with self.assertRaises(Failed) as failed:
                self.act("scroll", table, **args)
            self.assertEqual(failed.exception.code, errors.INVALID_PARAMS)

    def test_a_drag_presses_moves_and_releases(self) -> None:
        x, y, _, _ = self.tree.find("drawing area", "Canvas").box
        done = self.act("drag", fromX=x + 10, fromY=y + 10, toX=x + 60, toY=y + 40)
        self.assertEqual(done, {"how": "pointer"})
        eventually(lambda: self.bench.held()["log"] == [["down", 1, 10, 10], ["up", 1, 60, 40]], "the drag")

    def test_an_action_is_performed_by_its_name_only(self) -> None:
        press = self.tree.find("push button", "Press")
        self.assertEqual(self.act("perform_secondary_action", press, action="Click"), {"how": "action"})
        self.assert_held(log=[["pressed"]])
        for action in ("clic", "1", "Expand everything"):
            self.assert_refused("no_action", "perform_secondary_action", press, action=action)
        self.act("perform_secondary_action", self.tree.row(self.tree.find("table", "Rows"), 5), action="activate")
        self.assert_held(log=[["pressed"], ["row", 5]])


if __name__ == "__main__":
    unittest.main()
