"""Applications that lie, loop, flood or fall silent on the accessibility bus: a capture is bounded, and the executor lives."""

from __future__ import annotations

import os
import random
import socket
import sys
import time
import unittest
from typing import Any

from executor import errors
from executor.platforms.linux.dbus import Variant

from .client import Failed
from .fake_app import FRAME, LABEL, PASSWORD, ROOT, SHOWING, TABLE, TEXT, UNKNOWN, Answer, Encoded, FakeApp, usual
from .support import DesktopTest, eventually

WINDOW = "/w"
#: A capture ends by then, on a busy machine too, in seconds.
CAPTURE_S = 15


def nodes_of(root: dict[str, Any]) -> list[dict[str, Any]]:
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        found.append(node)
        pending += reversed(node.get("children", []))
    return found


class HostileTest(DesktopTest):
    accessibility = True
    bus = ""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(5_000)  # deep trees are read here too
        cls.addClassCleanup(sys.setrecursionlimit, limit)

    def start(self, answer: Any, answers_all: bool = False) -> FakeApp:
        """`answer(path, what, body)` is about what is below the application's own object, unless it `answers_all`."""

        def whole(path: str, what: str, body: tuple[Any, ...]) -> Answer:
            if path == ROOT and not answers_all:
                return usual(what, name="fake", children=[(self.bus, WINDOW)])
            return answer(path, what, body)

        app = FakeApp(self.desktop.env["AT_SPI_BUS_ADDRESS"])
        self.addCleanup(self.gone)
        self.addCleanup(app.close)
        self.bus = app.name
        app.start(whole)
        eventually(self.is_listed, "the application is on the bus")
        return app

    def is_listed(self) -> bool:
        return any(entry["pid"] == os.getpid() for entry in self.client.do("list_apps")["apps"])

    def gone(self) -> None:
        eventually(lambda: not self.is_listed(), "the application has left the bus")

    def capture(self) -> dict[str, Any]:
        started = time.monotonic()
        try:
            return self.client.do("get_app_state", pid=os.getpid())
        finally:
            self.assertLess(time.monotonic() - started, CAPTURE_S)

    def nodes(self) -> list[dict[str, Any]]:
        return nodes_of(self.capture()["snapshot"]["roots"][0])

    def nodes_or_none(self) -> list[dict[str, Any]] | None:
        """None when the application took too long over all these answers."""
        try:
            return self.nodes()
        except Failed as failed:
            self.assertEqual(failed.data, {"reason": "not_responding"})
            return None

    def assert_not_responding(self) -> None:
        failed = self.assert_fails(errors.CONFLICT, "get_app_state", pid=os.getpid())
        self.assertEqual(failed.data["reason"], "not_responding")

    def test_an_application_without_a_window_on_the_display_is_read(self) -> None:
        self.start(lambda path, what, body: usual(
            what, role=FRAME if path == WINDOW else LABEL, name=path, children=[(self.bus, "/l")] if path == WINDOW else [],
        ))
        state = self.capture()
        self.assertEqual(state["snapshot"]["app"], {"id": "python3", "name": "fake", "pid": os.getpid(), "toolkit": "fake"} | {
            "id": state["snapshot"]["app"]["id"], "name": state["snapshot"]["app"]["name"],
        })
        self.assertEqual([node["name"] for node in nodes_of(state["snapshot"]["roots"][0])], ["/w", "/l"])
        self.assertEqual((state["window"]["windowId"], state["frameReliability"]), (None, "low"))
        self.assertEqual(self.client.do("get_app_state", pid=os.getpid(), since=state["digest"]), {
            "unchanged": True, "digest": state["digest"],
        })

    def test_cycles_end(self) -> None:
        """Every object has the window, itself and the next two as children."""
        def answer(path: str, what: str, body: Any) -> Answer:
            number = int(path[2:] or 0)
            names = [WINDOW, path, *(f"/w{(number + step) % 50}" for step in (1, 2))]
            return usual(what, role=FRAME if path == WINDOW else LABEL, children=[(self.bus, name) for name in names])

        self.start(answer)
        found = self.nodes()
        self.assertEqual(len(found), 51)  # /w and /w0 … /w49, each once
        self.assertEqual(len({node["key"] for node in found}), 51)

    def test_a_chain_of_children_has_an_end(self) -> None:
        self.start(lambda path, what, body: usual(what, role=FRAME, children=[(self.bus, f"/w{int(path[2:] or 0) + 1}")]))
        found = self.nodes_or_none()
        if found is not None:
            self.assertTrue(400 < len(found) <= 600, len(found))  # the renderer's limit

    def test_a_million_children_are_not_read(self) -> None:
        """They say so, or they do not and answer with all of them."""
        for count in (1_000_000, 3):
            many: list[Encoded] = []

            def answer(path: str, what: str, body: Any, count: int = count, many: list[Encoded] = many) -> Answer:
                if what != "Accessible.GetChildren":
                    return usual(what, role=FRAME if path == WINDOW else LABEL, count=count if path == WINDOW else 0)
                many = many or [Encoded.of("a(so)", [(self.bus, f"/w{number}") for number in range(200_000)])]
                return many[0]

            app = self.start(answer)
            self.assertLessEqual(len(self.nodes_or_none() or ()), 4_001)
            app.close()
            self.gone()

    def test_long_strings_are_cut(self) -> None:
        endless = Encoded.of("v", Variant("s", "ü" * 5_000_000))
        self.start(lambda path, what, body: endless if what == "Get Name" else usual(
            what, role=FRAME if path == WINDOW else LABEL, children=[(self.bus, "/l")] if path == WINDOW else [],
        ))
        self.assertLessEqual(max(len(node["name"]) for node in self.nodes()), 4_000)

    def test_answers_of_the_wrong_type_are_none(self) -> None:
        """The second object's every answer is a number where a text is due, and the other way round."""
        def answer(path: str, what: str, body: Any) -> Answer:
            if path == WINDOW:
                return usual(what, role=FRAME, name="Window", children=[(self.bus, "/bad"), (self.bus, "/good")])
            if path == "/bad":
                return ("au", (list(SHOWING),)) if what == "Accessible.GetState" else ("as", (["nonsense"],))
            return usual(what, role=LABEL, name="good")

        self.start(answer)
        self.assertEqual([(node["role"], node.get("name")) for node in self.nodes()], [
            ("frame", "Window"), ("invalid", None), ("label", "good"),
        ])

    def test_objects_that_are_gone_are_left_out(self) -> None:
        def answer(path: str, what: str, body: Any) -> Answer:
            if path == "/gone":
                return "org.freedesktop.DBus.Error.UnknownObject"
            children = [(self.bus, "/gone"), (self.bus, "/org/a11y/atspi/null"), (self.bus, "/l")]
            return usual(what, role=FRAME if path == WINDOW else LABEL, name=path, children=children if path == WINDOW else [])

        self.start(answer)
        root = self.capture()["snapshot"]["roots"][0]
        self.assertEqual([(child["name"], child["index"]) for child in root["children"]], [("/l", 2)])

    def test_objects_of_others_are_not_read_in_its_name(self) -> None:
        other = FakeApp(self.desktop.env["AT_SPI_BUS_ADDRESS"])
        self.addCleanup(other.close)
        other.start(lambda path, what, body: usual(what, role=LABEL, name="of another"), is_listed=False)
        self.start(lambda path, what, body: usual(
            what, role=FRAME if path == WINDOW else LABEL, name=path, children=[(other.name, "/l"), (self.bus, "/l")] if path == WINDOW else [],
        ))
        root = self.capture()["snapshot"]["roots"][0]
        self.assertEqual([child["name"] for child in root["children"]], ["/l"])
        self.assertNotIn("of another", str(root))

    def test_sockets_that_are_not_its_own_are_not_used(self) -> None:
        """An application says where its own socket is: here it is the bus's, nobody's, or one that never answers."""
        silent = socket.socket(socket.AF_UNIX)
        self.addCleanup(silent.close)
        silent.bind(str(self.desktop.folder / "silent"))
        silent.listen()
        for address in (self.desktop.env["AT_SPI_BUS_ADDRESS"], "unix:path=/nonexistent", "tcp:host=x", f"unix:path={self.desktop.folder}/silent"):
            with self.subTest(address):
                def answer(path: str, what: str, body: Any, address: str = address) -> Answer:
                    if what == "Application.GetApplicationBusAddress":
                        return "s", (address,)
                    return usual(what, role=FRAME, name=path, children=[(self.bus, WINDOW)] if path == ROOT else [])

                app = self.start(answer, answers_all=True)
                self.assertEqual([node["name"] for node in self.nodes()], [WINDOW])
                app.close()
                self.gone()

    def test_a_silent_object_is_an_application_that_does_not_respond(self) -> None:
        for silent in ("Accessible.GetState", "Accessible.GetChildren", "Component.GetExtents", "Get ToolkitName"):
            with self.subTest(silent):
                app = self.start(
                    lambda path, what, body, silent=silent: None if what == silent else usual(
                        what, role=FRAME, name="fake", count=1, children=[(self.bus, WINDOW)] if path == ROOT else [],
                    ),
                    answers_all=True,
                )
                try:
                    self.assert_not_responding()
                finally:
                    app.close()
                    self.gone()

    def test_a_silent_application_holds_up_nobody(self) -> None:
        self.start(lambda path, what, body: None, answers_all=True)
        waiting = [self.client.request("get_app_state", {"token": 1, "deadlineMs": 20_000, "args": {"pid": os.getpid()}}) for _ in range(2)]
        started = time.monotonic()
        request = self.client.request("computer_window_list", {"token": 1, "deadlineMs": 20_000, "args": {}})
        self.assertEqual(self.client.answer()["id"], request)
        self.assertLess(time.monotonic() - started, 1.9)
        for _ in waiting:
            self.assertEqual(self.client.answer()["error"]["data"], {"reason": "not_responding"})

    def test_it_dies_meanwhile(self) -> None:
        def answer(path: str, what: str, body: Any) -> Answer:
            if path == WINDOW and what == "Accessible.GetChildren":
                app.close()
                return None
            return usual(what, role=FRAME, count=1)

        app = self.start(answer)
        failed = self.assert_fails(errors.NOT_FOUND, "get_app_state", pid=os.getpid())
        self.assertEqual(failed.data, {"reason": "app"})
        self.assertEqual(self.client.do("computer_screen_size"), {"width": 1280, "height": 800})

    def test_a_password_is_only_counted(self) -> None:
        """Also what is in it says nothing, and neither does a field that was a text a moment ago."""
        role = TEXT

        def answer(path: str, what: str, body: Any) -> Answer:
            if path == WINDOW:
                return usual(what, role=FRAME, children=[(self.bus, "/field")])
            if what == "Get CharacterCount":
                return "v", (Variant("i", 6),)
            if what in ("Text.GetText", "Text.GetSelection", "Text.GetNSelections"):
                return {"Text.GetText": ("s", ("geheim",)), "Text.GetSelection": ("ii", (0, 6))}.get(what, ("i", (1,)))
            states = (SHOWING[0] | 1 << 7 | 1 << 12, 0)  # editable, focused
            if path == "/inside":
                return usual(what, role=TEXT, name="geheim", interfaces=("Accessible", "Component", "Text"), states=states)
            return usual(
                what, role=role, children=[(self.bus, "/inside")], interfaces=("Accessible", "Component", "Text"), states=states,
            )

        app = self.start(answer)
        self.assertIn("geheim", str(self.capture()["snapshot"]))  # an open text
        role = PASSWORD
        app.asked.clear()
        snapshot = self.capture()["snapshot"]
        self.assertNotIn("geheim", str(snapshot))
        self.assertEqual(snapshot["roots"][0]["children"][0]["text"], "••••••")
        self.assertEqual([what for _, what in app.asked if what.startswith("Text.")], [])

    def test_a_table_of_a_billion_cells_is_asked_for_what_is_in_sight(self) -> None:
        def answer(path: str, what: str, body: Any) -> Answer:
            if path == WINDOW:
                return usual(what, role=FRAME, children=[(self.bus, "/table")])
            if path == "/table" and what == "Component.GetAccessibleAtPoint":
                return "(so)", ((self.bus, f"/c{body[1] // 20 + 7}x1"),)
            if path == "/table" and what == "Table.GetAccessibleAt":
                return "(so)", ((self.bus, f"/c{body[0]}x{body[1]}"),)
            if path == "/table" and what in ("Table.GetRowAtIndex", "Table.GetColumnAtIndex"):
                return "i", (divmod(body[0], 3)[what == "Table.GetColumnAtIndex"],)
            if path == "/table" and what in ("Get NRows", "Get NColumns"):
                return "v", (Variant("i", 1 << 30 if what == "Get NRows" else 3),)
            if path == "/table":
                states = (SHOWING[0] | 1 << 31, 0)  # manages its descendants
                return usual(what, role=TABLE, count=-1, states=states, interfaces=("Accessible", "Component", "Table"))
            row, column = map(int, path[2:].split("x"))
            if what == "Accessible.GetIndexInParent":
                return "i", (row * 3 + column,)
            return usual(what, role=56, name=f"{row}/{column}")

        app = self.start(answer)
        (table,) = self.capture()["snapshot"]["roots"][0]["children"]
        self.assertEqual(table["table"], {"rows": 1 << 30, "first_row": 8})
        self.assertEqual([row["row"] for row in table["children"]], list(range(8, 18)))  # 200 pixels of 20 each
        self.assertEqual([cell["name"] for cell in table["children"][0]["children"]], ["8/0", "8/1", "8/2"])
        self.assertLess(len(app.asked), 1_500)

    def test_noise(self) -> None:
        """Seventy random worlds of objects that answer at random: an answer or an error, and the executor lives."""
        rng = random.Random(11)
        values: list[Answer] = [
            ("u", (4_294_967_295,)), ("i", (-1,)), ("au", ([],)), ("au", ([4_294_967_295] * 9,)), ("s", ("\u202e\x07\n" * 99,)),
            ("v", (Variant("d", float("nan")),)), ("v", (Variant("i", -5),)), ("v", (Variant("as", []),)), ("(iiii)", ((-1 << 31,) * 4,)),
            ("(iiii)", ((0, 0, 2147483647, 2147483647),)), ("a(sss)", ([("x", "", "")] * 300,)), ("a{ss}", ({"id": "", "": "x"},)), ("", ()),
            UNKNOWN, ("a(ua(so))", ([(2, [("x", "/y")])],)), ("(so)", (("", "/w"),)), ("b", (True,)), ("ii", (5, -5)), ("as", (["x"] * 50,)),
        ]

        def answer(path: str, what: str, body: Any) -> Answer:
            children = [(self.bus, f"/w{rng.randrange(400)}") for _ in range(rng.randrange(5))]
            if rng.random() < 0.25:
                return rng.choice(values)
            every = ("Accessible", "Action", "Component", "Document", "Hyperlink", "Selection", "Table", "Text", "Value")
            states = (SHOWING[0] | rng.getrandbits(32) & 0xFFFF_F0FF, rng.getrandbits(12))
            return usual(what, role=rng.randrange(140), name=path, children=children, interfaces=every, states=states)

        self.start(answer)
        for _ in range(70):
            message = self.client.answer() if self.client.request(
                "get_app_state", {"token": 1, "deadlineMs": 20_000, "args": {"pid": os.getpid()}}
            ) else {}
            if "error" in message:
                self.assertIn(message["error"]["code"], (errors.NOT_FOUND, errors.CONFLICT), message)
            else:
                self.assertLessEqual(len(nodes_of(message["result"]["result"]["snapshot"]["roots"][0])), 100_000)


if __name__ == "__main__":
    unittest.main()
