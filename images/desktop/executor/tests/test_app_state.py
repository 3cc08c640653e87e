"""What app state reads of real GTK 3 programs, of programs without accessibility, and of those that do not answer."""

from __future__ import annotations

import signal
import sys
import time
import unittest

from executor import errors

from .app_reading import UP_S, ReadingTest, nodes_of
from .app_tree import AppTree
from .support import APPS, eventually

#: A frozen application is given up after 2 s; what that may take, on a busy machine too.
FROZEN_S = 10


class AppStateTest(ReadingTest):
    def registration(self, *argv: str) -> int:
        """The pid of a registration form that is read completely."""
        pid = self.program(sys.executable, str(APPS / "registration.py"), *argv).pid
        eventually(lambda: pid in self.pids() and self.find(pid, "push button" if argv else "list box"), "the form is up", UP_S)
        return pid

    def test_the_parts_of_a_form(self) -> None:
        pid = self.registration()
        state = self.state(pid)
        app, root = state["snapshot"]["app"], state["snapshot"]["roots"][0]
        self.assertEqual((app["id"], app["pid"], app["toolkit"]), ("registration.py", pid, "gtk3"))
        self.assertEqual((root["role"], root["name"], root["extra_actions"]), ("frame", "Registration", ["Raise"]))
        self.assertEqual((state["window"]["title"], state["frameReliability"]), ("Registration", "high"))
        window = next(entry for entry in self.client.do("computer_window_list")["windows"] if entry["process"]["pid"] == pid)
        self.assertEqual(state["window"]["windowId"], window["id"])
        self.assertEqual(state["window"]["frame"], {**window["position"], **window["size"]})
        name, count, role = (self.field(pid, label) for label in ("Full name", "Seats", "Role"))
        self.assertEqual((name["role"], name["attributes"]["placeholder-text"], "focused" in name["states"]), ("text", "First and last", True))
        self.assertEqual((count["role"], count["value"]), ("spin button", {"current": 3}))
        self.assertEqual((role["role"], role["name"]), ("combo box", "Guest"))
        self.assertTrue(self.find(pid, "label", "Full name")["label_for"])

    def test_keys_and_paths_lead_back_to_the_objects(self) -> None:
        """`index` counts all children, those that do not show as well."""
        pid = self.registration()
        tree = AppTree(self.desktop, pid)
        self.addCleanup(tree.close)
        paths = {thing.ref: thing.path for thing in tree.things()}
        pending = [(node, ()) for node in self.state(pid)["snapshot"]["roots"]]
        checked = 0
        while pending:
            node, path = pending.pop()
            ref = tuple(node["key"].split("|"))
            if ref in paths:
                self.assertEqual(paths[ref], path, node)
                checked += 1
            if node["role"] != "table":
                pending += [(child, (*path, child.get("index", at))) for at, child in enumerate(node.get("children", []))]
        self.assertGreater(checked, 30)

    def test_a_password_is_as_many_bullets_and_its_text_is_nowhere(self) -> None:
        pid = self.registration()
        field = self.field(pid, "Password")
        self.assertEqual((field["role"], field["text"]), ("password text", "••••••"))
        self.click(field)
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        self.client.do("computer_keyboard_type", text="x")
        eventually(lambda: self.field(pid, "Password")["text"] == "•", "one character is left")
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        self.assertNotIn("geheim", str(self.state(pid)))
        self.assertNotIn("selected_text", self.state(pid)["snapshot"])

    def test_of_a_long_table_the_rows_in_sight(self) -> None:
        pid = self.registration()
        table = self.find(pid, "table")
        self.assertEqual(table["table"], {"rows": 1_000, "first_row": 0})
        headers = [child["name"] for child in table["children"] if child["role"] == "table column header"]
        rows = [child for child in table["children"] if child["role"] == "table row"]
        self.assertEqual(headers, ["Here", "Guest", "State"])
        self.assertTrue(3 <= len(rows) <= 20, len(rows))
        self.assertEqual([row["row"] for row in rows], list(range(len(rows))))
        tick, *texts = rows[2]["children"]
        self.assertEqual([cell["name"] for cell in texts], ["guest 2", "paid"])
        self.assertEqual((tick["attributes"], "checked" in tick["states"], tick["actions"][0].lower()), ({"column": "Here"}, True, "toggle"))
        x, y, width, height = table["extents"]
        self.client.do("computer_mouse_scroll", x=x + width // 2, y=y + height // 2, deltaY=30)
        scrolled = eventually(lambda: (node := self.find(pid, "table"))["table"]["first_row"] > 20 and node, "it has scrolled")
        first = next(child for child in scrolled["children"] if child["role"] == "table row")
        self.assertEqual((first["row"], first["children"][1]["name"]), (scrolled["table"]["first_row"], f"guest {first['row']}"))

    def test_of_a_long_list_the_rows_in_sight(self) -> None:
        pid = self.registration()
        rows = self.find(pid, "list box")
        self.assertEqual(rows["table"], {"rows": 300, "first_row": 0})
        self.assertTrue(3 <= len(rows["children"]) <= 20, len(rows["children"]))
        pane = next(node for node in self.nodes(pid) if node["role"] == "scroll pane" and rows in nodes_of(node))
        self.assertEqual(pane["extra_actions"], ["Scroll Up", "Scroll Down"])

    def test_what_does_not_show_is_not_there(self) -> None:
        pid = self.registration()
        names = {node.get("name") for node in self.nodes(pid)}
        self.assertIn("on top", names)
        self.assertTrue(names.isdisjoint({"hidden below", "Import"}), names)

    def test_open_menus_and_lists(self) -> None:
        pid = self.registration()
        self.click(self.find(pid, "menu", "File"))
        eventually(lambda: self.find(pid, "menu item", "Import"), "the menu is open")
        self.assertEqual(len(self.state(pid)["snapshot"]["roots"]), 1)
        self.client.do("computer_key_press", key="Escape")
        eventually(lambda: not self.find(pid, "menu item", "Import"), "the menu is closed")
        self.click(self.field(pid, "Role"))
        popup = eventually(lambda: self.state(pid)["snapshot"]["roots"][1:], "the list is open")[0]
        self.assertEqual((popup["role"], [node["name"] for node in nodes_of(popup) if node["role"] == "menu item"]), ("window", ["Member", "Guest"]))

    def test_unchanged_until_something_changes(self) -> None:
        pid = self.registration()
        digest = eventually(lambda: self.settled(pid), "it is quiet")
        self.assertEqual(self.client.do("get_app_state", pid=pid, since=digest), {"unchanged": True, "digest": digest})
        self.client.do("computer_window_activate", windowId=self.state(pid)["window"]["windowId"])
        self.client.do("computer_keyboard_type", text="Ada")
        eventually(lambda: self.field(pid, "Full name").get("text") == "Ada", "the text has arrived")
        self.assertFalse(self.client.do("get_app_state", pid=pid, since=digest)["unchanged"])
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        eventually(lambda: self.state(pid)["snapshot"].get("selected_text") == "Ada", "the text is selected")

    def test_a_modal_dialog_is_the_window(self) -> None:
        pid = self.registration("dialog")
        state = self.state(pid)
        self.assertEqual((state["window"]["title"], state["snapshot"]["roots"][0]["role"]), ("Are you sure", "dialog"))
        self.assertIsNotNone(self.find(pid, "push button", "Of course"))

    def test_a_program_without_accessibility_is_its_window(self) -> None:
        terminal = self.program("xterm", "-T", "Console")
        eventually(lambda: terminal.pid in self.pids(), "the terminal is up", UP_S)
        state = self.state(terminal.pid)
        (root,) = state["snapshot"]["roots"]
        self.assertEqual((root["role"], root["name"], root.get("children")), ("window", "Console", None))
        self.assertEqual((state["snapshot"]["app"]["toolkit"], state["frameReliability"]), ("none", "none"))
        self.assertEqual(self.client.do("get_app_state", pid=terminal.pid, since=state["digest"])["unchanged"], True)

    def test_a_frozen_application_holds_up_nobody(self) -> None:
        frozen, other = self.program(sys.executable, str(APPS / "registration.py")), self.registration()
        eventually(lambda: frozen.pid in self.pids() and self.find(frozen.pid, "list box"), "the form is up", UP_S)
        frozen.send_signal(signal.SIGSTOP)
        self.addCleanup(frozen.send_signal, signal.SIGCONT)
        started = time.monotonic()
        asked = self.client.request("get_app_state", {"token": 1, "deadlineMs": 30_000, "args": {"pid": frozen.pid}})
        beside = self.client.request("get_app_state", {"token": 1, "deadlineMs": 30_000, "args": {"pid": other}})
        self.assertEqual(self.client.result(beside)["result"]["result"]["snapshot"]["app"]["pid"], other)
        answer = self.client.answer(FROZEN_S)
        self.assertEqual((answer["id"], answer["error"]["code"], answer["error"]["data"]), (asked, errors.CONFLICT, {"reason": "not_responding"}))
        self.assertTrue(1.9 < time.monotonic() - started < FROZEN_S)
        frozen.send_signal(signal.SIGCONT)
        eventually(lambda: self.find(frozen.pid, "list box"), "it answers again")

    def test_nobody_there(self) -> None:
        pid = self.registration()
        self.client.do("computer_process_terminate", pid=pid, force=True)
        eventually(lambda: pid not in self.pids(), "it is gone", UP_S)
        for missing in (pid, 1, 4_000_000):
            self.assertEqual(self.assert_fails(errors.NOT_FOUND, "get_app_state", pid=missing).data, {"reason": "app"})
        for wrong in ({"pid": "1"}, {"pid": 0}, {}, {"pid": 5, "since": 1}, {"pid": 5, "window": 1}):
            self.assert_fails(errors.INVALID_PARAMS, "get_app_state", **wrong)

    def test_applications_by_their_names(self) -> None:
        pid = self.registration()
        terminal = self.program("xterm", "-T", "Console")
        eventually(lambda: terminal.pid in self.pids(), "the terminal is up", UP_S)
        for word in ("registration.py", "REGISTRATION.PY", str(pid)):
            found = self.client.call("locate_app", {"app": word})
            self.assertEqual([(app["pid"], app["title"]) for app in found["running"]], [(pid, "Registration")], word)
        (xterm,) = self.client.call("locate_app", {"app": "xterm"})["running"]
        self.assertEqual((xterm["pid"], xterm["wmClass"], xterm["processName"], xterm["toolkit"]), (terminal.pid, "XTerm", "xterm", None))
        for word in ("Registration", "Console", "nobody", str(pid + 1), "xte", " "):
            self.assertEqual(self.client.call("locate_app", {"app": word}), {"running": [], "launchable": None}, word)
        listed = {app["pid"]: app for app in self.client.do("list_apps")["apps"]}
        self.assertEqual((listed[pid]["id"], listed[pid]["isRunning"], listed[pid]["uses"]), ("registration.py", True, listed[pid]["uses"]))
        self.assertEqual(listed[pid]["lastUsed"], time.strftime("%Y-%m-%d", time.gmtime()))
        terminal.kill()
        terminal.wait()
        eventually(lambda: terminal.pid not in self.pids(), "the terminal is gone", UP_S)
        (ended,) = [app for app in self.client.do("list_apps")["apps"] if app["wmClass"] == "XTerm"]
        self.assertEqual((ended["pid"], ended["isRunning"]), (None, False))


if __name__ == "__main__":
    unittest.main()
