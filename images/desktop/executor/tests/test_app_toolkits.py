"""App state of Qt, GTK 4 and Tk programs. The image of sessions ships none of them: run in the variant with tools."""

from __future__ import annotations

import subprocess
import sys
import unittest
from typing import Any

from .app_reading import UP_S, ReadingTest, nodes_of
from .app_tree import AppTree
from .client import Failed
from .support import APPS, eventually


def needs(probe: str) -> Any:
    """Skips a test where a program with these imports does not start."""
    missing = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False).returncode
    return unittest.skipIf(missing, "the toolkit is not installed")


QT = "import PyQt5.QtWidgets"
GTK4 = 'import gi; gi.require_version("Gtk", "4.0"); from gi.repository import Gtk'


@needs(QT)
class QtTest(ReadingTest):
    def files(self) -> int:
        self.desktop.env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        pid = self.program(sys.executable, str(APPS / "qt_files.py")).pid
        eventually(lambda: pid in self.pids() and self.find(pid, "check box"), "the window is up", UP_S)
        return pid

    def rows(self, table: dict[str, Any]) -> list[list[str]]:
        return [[cell["name"] for cell in row["children"]] for row in table["children"] if row["role"] == "table row"]

    def test_a_tree_has_the_rows_that_are_unfolded(self) -> None:
        pid = self.files()
        state = self.state(pid)
        self.assertEqual((state["snapshot"]["app"]["toolkit"], state["snapshot"]["app"]["name"], state["frameReliability"]), ("qt", "Files", "high"))
        tree = self.find(pid, "tree")
        self.assertEqual(self.rows(tree), [["docs", "2 files"], ["src", "2 files"], ["src_0", "0 KB"], ["src_1", "1 KB"]])
        rows = [row for row in tree["children"] if row["role"] == "table row"]
        self.assertEqual([row.get("extra_actions") for row in rows], [["Expand"], ["Collapse"], None, None])
        self.assertEqual(tree["table"], {"rows": 4, "first_row": 0})

    def test_a_table_has_the_rows_in_sight(self) -> None:
        table = self.find(self.files(), "table")
        self.assertEqual(table["table"], {"rows": 100, "first_row": 0})
        rows = self.rows(table)
        self.assertTrue(2 <= len(rows) <= 20, rows)
        self.assertEqual(rows[1], ["1/0", "1/1"])

    def test_cells_that_are_made_anew_change_nothing(self) -> None:
        pid = self.files()
        eventually(lambda: self.settled(pid), "two captures are equal")

    def test_a_field_that_shows_and_hides_a_password(self) -> None:
        """Qt changes the object's role."""
        pid = self.files()
        self.assertEqual((self.field(pid, "Secret")["role"], self.field(pid, "Secret")["text"]), ("password text", "••••••"))
        self.assertNotIn("geheim", str(self.state(pid)))
        self.click(self.find(pid, "check box"))
        eventually(lambda: self.field(pid, "Secret").get("text") == "geheim", "it is shown to everybody")
        self.click(self.find(pid, "check box"))
        eventually(lambda: self.field(pid, "Secret").get("text") == "••••••", "it is hidden again")
        self.assertNotIn("geheim", str(self.state(pid)))

    def test_open_menus_and_lists(self) -> None:
        pid = self.files()
        self.assertIsNone(self.find(pid, "menu item", "Import"))
        self.click(self.find(pid, "menu item", "File"))
        eventually(lambda: self.find(pid, "menu item", "Import"), "the menu is open")
        self.client.do("computer_key_press", key="Escape")
        eventually(lambda: not self.find(pid, "menu item", "Import"), "the menu is closed")
        self.click(self.field(pid, "Sort by"))
        popup = eventually(lambda: self.tree_roots(pid)[1:], "the list is open")[0]
        names = [item["name"] for item in popup["children"] if item.get("name")]
        self.assertEqual((popup["role"], names), ("list", ["Name", "Size", "Owner", "Unknown", "Age", "Kind"]))

    def test_a_list_has_one_row_for_each_item(self) -> None:
        pid = self.files()
        places = next(node for node in self.nodes(pid) if node["role"] == "list" and node.get("children"))
        self.assertEqual([(node["role"], node["name"]) for node in nodes_of(places)[1:]], [("list item", "Home"), ("list item", "Music")])

    def test_an_option_is_chosen_past_a_separator_and_no_other_one_where_keys_do_not_stop(self) -> None:
        pid = self.files()
        tree = AppTree(self.desktop, pid)
        self.addCleanup(tree.close)
        window_id = self.state(pid)["window"]["windowId"]

        def set_value(value: str) -> Any:
            element = next(thing for thing in tree.things() if thing.role == "combo box").element("qt")
            return self.client.do("set_value", pid=pid, windowId=window_id, element=element, value=value)

        self.assertEqual(set_value("Owner"), {"before": "Name", "after": "Owner", "how": "keyboard"})
        with self.assertRaises(Failed) as failed:
            set_value("Age")
        self.assertEqual(failed.exception.data, {"reason": "not_arrived"})
        eventually(lambda: self.tree_roots(pid)[1:] == [], "the list is closed")
        self.assertEqual(set_value("Kind"), {"before": "Owner", "after": "Kind", "how": "keyboard"})


@needs(GTK4)
class FourTest(ReadingTest):
    def form(self) -> int:
        self.path = self.desktop.folder / "four"
        self.path.unlink(missing_ok=True)
        pid = self.program(sys.executable, str(APPS / "four_form.py"), str(self.path)).pid
        eventually(lambda: pid in self.pids() and self.find(pid, "push button", "Save"), "the window is up", UP_S)
        return pid

    def test_the_parts_of_a_form(self) -> None:
        pid = self.form()
        state = self.state(pid)
        self.assertEqual((state["snapshot"]["app"]["toolkit"], state["frameReliability"]), ("gtk4", "medium"))
        names = {node.get("name") for node in self.nodes(pid)}
        self.assertNotIn("never shown", names)
        self.assertEqual(self.field(pid, "Full name")["text"], "Ada")
        self.assertEqual(self.find(pid, "combo box")["selected"], "Red")
        self.assertIn("••••••", [node.get("text") for node in self.nodes(pid)])
        self.assertNotIn("geheim", str(state))
        self.assertTrue(all("showing" in node["states"] for node in self.nodes(pid)))
        eventually(lambda: self.settled(pid), "two captures are equal")

    def test_places_are_where_clicks_arrive(self) -> None:
        pid = self.form()
        self.click(self.find(pid, "push button", "Save"))
        eventually(lambda: self.path.exists() and self.path.read_text() == "Ada", "the button was hit")

    def test_a_menus_places_are_those_of_its_own_window(self) -> None:
        pid = self.form()
        self.click(next(node for node in self.nodes(pid) if "More" in node.get("name", "") and node["role"] in ("push button", "toggle button")))
        eventually(lambda: self.find(pid, "menu item", "Export"), "the menu is open")
        eventually(lambda: self.settled(pid), "it stands still")
        self.click(self.find(pid, "menu item", "Export"))
        eventually(lambda: self.path.exists() and self.path.read_text() == "exported", "the item was hit")

    def test_an_option_of_a_drop_down_is_set_by_its_name(self) -> None:
        pid = self.form()
        tree = AppTree(self.desktop, pid)
        self.addCleanup(tree.close)
        colour = next(thing for thing in tree.things() if thing.role == "combo box")
        window_id = self.state(pid)["window"]["windowId"]

        def set_value(value: str) -> Any:
            return self.client.do("set_value", pid=pid, windowId=window_id, element=colour.element("gtk4"), value=value)

        for value, before in (("Blue", "Red"), ("Red", "Blue"), ("Green", "Red")):
            self.assertEqual(set_value(value), {"before": before, "after": value, "how": "keyboard"})
            eventually(lambda wanted=value: self.path.exists() and self.path.read_text() == wanted, "it is chosen")
        self.assertEqual(set_value("Green")["how"], "unchanged")
        with self.assertRaises(Failed) as failed:
            set_value("Mauve")
        self.assertEqual(failed.exception.data, {"reason": "not_arrived"})
        eventually(lambda: self.find(pid, "list item") is None, "the list is closed")
        self.assertEqual((self.find(pid, "combo box")["selected"], self.path.read_text()), ("Green", "Green"))


@needs("import tkinter")
class TkTest(ReadingTest):
    def test_a_window_that_names_no_process_is_its_owners(self) -> None:
        code = "import tkinter; window = tkinter.Tk(className='ledger'); window.title('Ledger'); tkinter.Entry(window).pack(); window.mainloop()"
        pid = self.program(sys.executable, "-c", code).pid
        eventually(lambda: pid in self.pids(), "the window is up", UP_S)
        (root,) = self.tree_roots(pid)
        self.assertEqual((root["role"], root["name"], nodes_of(root)), ("window", "Ledger", [root]))


if __name__ == "__main__":
    unittest.main()
