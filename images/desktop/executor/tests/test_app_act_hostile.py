"""Acting on applications that lie, loop, flood or fall silent on the accessibility bus: every call is bounded, ends when it is
told to, and the executor lives."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
import unittest
from typing import Any, cast

from executor import errors
from executor.platforms.linux.app_actions.bus import Acted
from executor.platforms.linux.dbus import Connection, Variant

from .client import Failed
from .fake_app import FRAME, PASSWORD, ROOT, TEXT, UNKNOWN, Answer, Encoded, FakeApp, usual
from .support import DesktopTest, eventually
from .xclient import XClient

WINDOW, THING = "/w", "/w/thing"
BUTTON = 43
#: A call ends by then, on a busy machine too, in seconds.
CALL_S = 15
PLAIN = (1 << 8 | 1 << 24 | 1 << 25 | 1 << 30, 0)
EDITABLE = (1 << 7 | 1 << 8 | 1 << 12 | 1 << 24 | 1 << 25 | 1 << 30, 0)
ALL = ("Accessible", "Action", "Component", "EditableText", "Text", "Value", "Selection", "Table", "Collection")


class HostileActTest(DesktopTest):
    """This process has a window of its own on the display, and an application on the bus that answers as a test says."""

    accessibility = True

    def setUp(self) -> None:
        self.screen = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(self.screen.close)
        self.window_id = self.screen.window("Fake", 0x808080)
        self.addCleanup(self.screen.destroy, self.window_id)
        self.window("Fake")
        self.bus = ""

    def start(self, answer: Any, role: int = BUTTON, is_root_sure: bool = True) -> FakeApp:
        """`answer(path, what, body)` first; what it has no opinion about (UNKNOWN) is answered as usual."""

        def whole(path: str, what: str, body: tuple[Any, ...]) -> Answer:
            given = UNKNOWN if path == ROOT and is_root_sure else answer(path, what, body)
            if given != UNKNOWN:
                return given
            if path == ROOT:
                return usual(what, name="Fakery", children=[(self.bus, WINDOW)])
            if path == WINDOW:
                return usual(what, role=FRAME, name="Fake", children=[(self.bus, THING)])
            return usual(what, role=role, name="Thing", interfaces=ALL, states=EDITABLE if role in (TEXT, PASSWORD) else PLAIN)

        app = FakeApp(self.desktop.env["AT_SPI_BUS_ADDRESS"])
        self.addCleanup(app.close)
        self.bus = app.name
        app.start(whole)
        eventually(self.is_listed, "it is on the bus")
        return app

    def end(self, app: FakeApp) -> None:
        app.close()
        eventually(lambda: not self.is_listed(), "it has left the bus")

    def is_listed(self) -> bool:
        """This process's window is listed in any case; under the application's name only while that is on the bus."""
        return any(entry["name"] == "Fakery" and entry["pid"] == os.getpid() for entry in self.client.do("list_apps")["apps"])

    def element(self, role: str = "push button", **changes: Any) -> dict[str, Any]:
        return {
            "key": f"{self.bus}|{THING}", "windowIndex": 0, "path": [0], "role": role, "name": "Thing", "frame": None,
            "toolkit": "fake", **changes,
        }

    def act(self, tool: str, deadline_ms: int = 30_000, **args: Any) -> Any:
        """The result, or the error."""
        started = time.monotonic()
        try:
            return self.client.tool(tool, deadline_ms, pid=os.getpid(), windowId=self.window_id, **args)["result"]["result"]
        except Failed as failed:
            self.assertNotEqual(failed.code, errors.INTERNAL)
            return failed.code, failed.data.get("reason")
        finally:
            self.assertLess(time.monotonic() - started, CALL_S)

    def test_silence_is_told_within_seconds(self) -> None:
        for silent in ("Accessible.GetRole", "Get NActions", "Action.GetName", "Action.DoAction"):
            with self.subTest(silent):
                app = self.start(lambda path, what, body, silent=silent: None if path == THING and what == silent else _button(path, what))
                done = self.act("click", element=self.element())
                # What acts may go on without an answer as long as the application answers other questions.
                expected = {"how": "action"} if silent == "Action.DoAction" else (errors.CONFLICT, "not_responding")
                self.assertEqual(done, expected)
                self.end(app)

    def test_who_falls_silent_while_it_acts_is_told_from_who_is_busy_with_a_dialog(self) -> None:
        acts: list[str] = []

        def answer(path: str, what: str, body: Any) -> Answer:
            if what == "Action.DoAction":
                acts.append(path)
            return None if acts else _button(path, what)

        self.start(answer, is_root_sure=False)
        self.assertEqual(self.act("click", element=self.element()), (errors.CONFLICT, "not_responding"))
        self.assertEqual(acts, [THING])

    def test_a_deadline_and_a_cancel_end_a_call_at_once(self) -> None:
        self.start(lambda path, what, body: None if path == THING else UNKNOWN)
        started = time.monotonic()
        self.assertEqual(self.act("set_value", 200, element=self.element(), value="x"), (errors.DEADLINE, None))
        self.client.do("computer_mouse_move", x=1, y=1)  # the thread of the actions is free again
        self.assertLess(time.monotonic() - started, 1.9)
        args = {"pid": os.getpid(), "windowId": self.window_id, "element": self.element(), "value": "x"}
        started = time.monotonic()
        call = self.client.request("set_value", {"token": 1, "deadlineMs": 30_000, "args": args})
        cancel = self.client.request("cancel", {"id": call})
        answers = {answer["id"]: answer for answer in (self.client.answer(), self.client.answer())}
        self.assertEqual(answers[cancel]["result"], {"cancelled": True})
        self.assertEqual(answers[call]["error"]["code"], errors.CANCELLED)
        self.assertLess(time.monotonic() - started, 1.9)

    def test_a_stop_ends_a_call_and_no_later_one_acts(self) -> None:
        app = self.start(lambda path, what, body: None if path == THING else UNKNOWN)
        args = {"pid": os.getpid(), "windowId": self.window_id, "element": self.element()}
        call = self.client.request("click", {"token": 1, "deadlineMs": 30_000, "args": args})
        stop = self.client.request("stop")
        answers = {answer["id"]: answer for answer in (self.client.answer(), self.client.answer())}
        self.client.call("resume")
        self.assertEqual((answers[call]["error"]["code"], answers[stop]["result"]), (errors.STOPPED, {"stopped": True}))
        self.assertNotIn((THING, "Action.DoAction"), app.asked)

    def test_nonsense_for_every_answer_does_nothing_and_breaks_nothing(self) -> None:
        nonsense: list[Answer] = [
            "org.example.Odd", ("s", ("text",)), ("i", (-1,)), ("u", (4_000_000_000,)), ("d", (float("nan"),)), ("v", (Variant("d", float("inf")),)),
            ("v", (Variant("i", -5),)), ("v", (Variant("(so)", ("", "/")),)), ("a(so)", ([("", "/org/a11y/atspi/null")],)), ("(so)", ((":1.999", "/x"),)),
            ("au", ([],)), ("au", ([0xFFFF_FFFF] * 9,)), ("b", (True,)), ("as", (["x"] * 1_000,)), ("(iiii)", ((-(2**31), 2**31 - 1, 2**31 - 1, -5),)), ("", ()),
        ]
        sure = {"Accessible.GetRole", "Get Name"}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("click", {}), ("click", {"button": "right"}), ("click", {"clickCount": 2}), ("set_value", {"value": "7"}),
            ("scroll", {"direction": "down"}), ("perform_secondary_action", {"action": "Expand"}),
        ]
        for number, odd in enumerate(nonsense):
            with self.subTest(number):
                app = self.start(lambda path, what, body, odd=odd: odd if path == THING and what not in sure else UNKNOWN)
                for tool, args in (calls[number % 6], calls[(number + 3) % 6]):
                    self.act(tool, 1_500, element=self.element(), **args)
                self.end(app)

    def test_objects_of_another_application_are_not_acted_on(self) -> None:
        """A hostile application names somebody else's button as its child, its cell, and what lies under a point."""
        pressed: list[str] = []
        other = FakeApp(self.desktop.env["AT_SPI_BUS_ADDRESS"])
        self.addCleanup(other.close)

        def victim(path: str, what: str, body: Any) -> Answer:
            if what == "Action.DoAction":
                pressed.append(path)
            return _button(THING, what) if _button(THING, what) != UNKNOWN else usual(what, role=BUTTON, interfaces=ALL)

        other.start(victim, is_listed=False)
        foreign = (other.name, "/victim")

        def answer(path: str, what: str, body: Any) -> Answer:
            if what == "Accessible.GetChildren" and path == THING:
                return ("a(so)", ([foreign],))
            if what in ("Component.GetAccessibleAtPoint", "Table.GetAccessibleAt", "Selection.GetSelectedChild", "Accessible.GetChildAtIndex"):
                return ("(so)", (foreign,))
            return UNKNOWN

        self.start(answer, role=39)
        for changes in ({"role": "panel"}, {"role": "push button", "name": "", "key": None, "path": [0]}, {"role": "table row", "path": [0, "r1"], "key": None}):
            for args in ({}, {"clickCount": 2}):
                self.act("click", 4_000, element=self.element(**changes), **args)
        self.act("click", 4_000, element=self.element("push button", key=f"{other.name}|/victim", name=""))
        self.assertEqual(pressed, [])

    def test_a_trap_without_a_bottom_has_one(self) -> None:
        """Something else lies under the point each time; every parent has another one."""
        def answer(path: str, what: str, body: Any) -> Answer:
            below = (self.bus, f"/w/deeper{len(path)}x{'x' * (len(path) % 90)}")
            if what == "Component.GetAccessibleAtPoint":
                return ("(so)", (below,))
            return ("v", (Variant("(so)", below),)) if what == "Get Parent" else UNKNOWN

        self.start(answer, role=39)
        self.act("click", element=self.element("panel"))
        self.act("scroll", element=self.element("panel"), direction="down")

    def test_a_value_that_is_ignored_has_not_arrived(self) -> None:
        """It says yes to everything and changes nothing."""
        for role, name, value in ((TEXT, "text", "new"), (PASSWORD, "password text", "new"), (51, "slider", "9"), (7, "check box", "on")):
            with self.subTest(name):
                app = self.start(lambda path, what, body: _liar(path, what), role=role)
                done = self.act("set_value", element=self.element(name), value=value)
                self.assertEqual(done, (errors.CONFLICT, "not_arrived"))
                self.end(app)

    def test_a_password_s_text_is_never_asked_for(self) -> None:
        app = self.start(lambda path, what, body: _liar(path, what), role=PASSWORD)
        self.act("set_value", element=self.element("password text"), value="new")
        self.act("type_text", text="typed")
        self.assertIn((THING, "Get CharacterCount"), app.asked)
        self.assertEqual([what for _, what in app.asked if what.startswith("Text.GetText") or what.startswith("Text.GetString")], [])

    def test_a_flood_does_not_hold_the_executor(self) -> None:
        """A text without an end is not waited for, and not kept."""
        endless = Encoded.of("s", "x" * 50_000_000)

        def answer(path: str, what: str, body: Any) -> Answer:
            if path != THING:
                return UNKNOWN
            return endless if what == "Text.GetText" else _liar(path, what)

        self.start(answer, role=TEXT)
        done = self.act("set_value", element=self.element("text"), value="new")
        self.assertIn(done, ((errors.CONFLICT, "not_arrived"), (errors.CONFLICT, "not_responding")))

    def test_keys_that_are_no_keys_of_the_bus_are_not_sent_there(self) -> None:
        """The bus would close the connection of whoever names an impossible object."""
        app = self.start(lambda path, what, body: _button(path, what))
        for key in ("", "|", "a|b", f"{self.bus}|relative", f"{self.bus}|/a//b", f"{self.bus}|/a b", f"{self.bus}|/ü", "org.a11y.Bus|/a", f"{self.bus}|/"):
            with self.subTest(key):
                self.assertEqual(self.act("click", element=self.element(key=key, windowIndex=1)), (errors.CONFLICT, "stale_element"))
        self.assertEqual(self.act("click", element=self.element()), {"how": "action"})
        self.assertIn((THING, "Action.DoAction"), app.asked)


class ActedTest(unittest.TestCase):
    """Connections that are kept after something was done, each with an end of the application."""

    def setUp(self) -> None:
        self.acted = Acted()
        self.addCleanup(self.acted.close)

    def kept(self) -> tuple[socket.socket, socket.socket]:
        """Its socket stands for a connection on which nothing more is asked."""
        own, theirs = socket.socketpair()
        self.addCleanup(theirs.close)
        self.acted.keep(cast(Connection, own))
        return own, theirs

    def test_one_that_has_closed_itself_is_not_kept(self) -> None:
        broken = socket.socket()
        broken.close()
        self.acted.keep(cast(Connection, broken))
        alive, theirs = self.kept()
        theirs.close()
        self.acted.read_away()
        self.assertEqual(alive.fileno(), -1)

    def test_who_sends_without_end_keeps_nobody(self) -> None:
        alive, theirs = self.kept()
        is_over = threading.Event()

        def flood() -> None:
            with contextlib.suppress(OSError):
                while not is_over.is_set():
                    theirs.sendall(b"l\1\0\1" * 10_000)

        thread = threading.Thread(target=flood, daemon=True)
        thread.start()
        self.addCleanup(thread.join, CALL_S)
        self.addCleanup(self.acted.close)  # whoever is writing is told
        self.addCleanup(is_over.set)
        for _ in range(20):
            self.acted.read_away()
        self.assertGreaterEqual(alive.fileno(), 0)


def _button(path: str, what: str) -> Answer:
    """A button with one action."""
    if path != THING:
        return UNKNOWN
    return {"Get NActions": ("v", (Variant("i", 1),)), "Action.GetName": ("s", ("click",)), "Action.DoAction": ("b", (True,))}.get(what, UNKNOWN)


def _liar(path: str, what: str) -> Answer:
    if path != THING:
        return UNKNOWN
    return {
        "Get NActions": ("v", (Variant("i", 1),)), "Action.GetName": ("s", ("click",)), "Action.DoAction": ("b", (True,)),
        "EditableText.SetTextContents": ("b", (True,)), "EditableText.InsertText": ("b", (True,)), "EditableText.DeleteText": ("b", (True,)),
        "Get CharacterCount": ("v", (Variant("i", 2),)), "Get CaretOffset": ("v", (Variant("i", 1),)), "Text.GetText": ("s", ("ab",)),
        "Text.GetNSelections": ("i", (0,)), "Get CurrentValue": ("v", (Variant("d", 1.0),)), "Set CurrentValue": ("", ()),
        "Component.GrabFocus": ("b", (True,)),
    }.get(what, UNKNOWN)


if __name__ == "__main__":
    unittest.main()
