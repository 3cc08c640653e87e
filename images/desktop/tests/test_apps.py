"""The registered applications start, show a window, and those of a known toolkit are in the accessibility tree."""

from __future__ import annotations

import json
import os
import unittest
from pathlib import Path

from support import WORKSPACE, Program, active_title, eventually, find, nodes, run

APPS = json.loads(Path("/usr/local/share/deskfleet/apps.json").read_text(encoding="utf-8"))
TITLES = {
    "order-desk": "Order desk",
    "text-editor": "Mousepad",
    "file-manager": "workspace",
    "terminal": "Terminal",
    "browser": "Chromium",
}
#: Those of the variant with tools, in which these tests run.
TOOLS_TITLES = {
    "gnome-text-editor": "Text Editor",
    "gnome-calculator": "Calculator",
    "galculator": "galculator",
    "featherpad": "Untitled",
    "libreoffice-calc": "LibreOffice Calc",
    "libreoffice-writer": "LibreOffice Writer",
}
PAGE = """<!doctype html><meta charset="utf-8"><title>Shop</title>
<h1>世界 مرحبا 😀</h1><form><label for="q">Search</label><input id="q"><button>Find it</button></form>"""


class Registry(unittest.TestCase):
    def test_has_the_agreed_applications_each_once(self) -> None:
        self.assertEqual([*TITLES, *TOOLS_TITLES], [app["id"] for app in APPS])
        self.assertEqual([{"argv", "class", "id", "name"}] * len(APPS), [set(app) for app in APPS])

    def test_every_application_opens_its_window(self) -> None:
        for app in APPS:
            with self.subTest(app["id"]), Program(*app["argv"]):
                title = (TITLES | TOOLS_TITLES)[app["id"]]
                eventually(lambda title=title: title in active_title(), f"a window of {app['id']}", 60)

    def test_the_editor_and_the_file_manager_are_accessible(self) -> None:
        for app, program in (("text-editor", "mousepad"), ("file-manager", "pcmanfm")):
            argv = next(a["argv"] for a in APPS if a["id"] == app)
            with self.subTest(app), Program(*argv):
                found = lambda program=program: [n for n in nodes() if n.get_role_name() == "application" and program in n.get_name().lower()]  # noqa: E731, E501
                eventually(lambda found=found: found() and len(list(nodes(found()[0]))) > 20, f"the tree of {program}")


class Browser(unittest.TestCase):
    def test_a_page_opens_with_its_accessibility_tree_and_nothing_else_asks_for_attention(self) -> None:
        page = WORKSPACE / "shop.html"
        page.write_text(PAGE, encoding="utf-8")
        with Program("chromium", page.as_uri()):
            eventually(lambda: active_title().startswith("Shop"), "the page's window", 60)
            find("heading", "世界 مرحبا 😀")
            find("entry", "Search")
            find("push button", "Find it")
            self.assertEqual([], [n.get_name() for n in nodes() if n.get_role_name() in ("alert", "info bar", "dialog")])
            self.check_sandbox()

    def check_sandbox(self) -> None:
        """Its own sandbox under the profile that allows it; without, under the closed one."""
        renderer = run("pgrep", "-f", "--", "--type=renderer").split()[0]
        status = Path("/proc", renderer, "status").read_text(encoding="ascii")
        filters = next(line.split()[1] for line in status.splitlines() if line.startswith("Seccomp_filters:"))
        sandboxed = "--no-sandbox" not in Path("/proc", renderer, "cmdline").read_text(encoding="utf-8")
        self.assertEqual(os.environ["SECCOMP_PROFILE"] == "desktop-userns", sandboxed)
        self.assertEqual(sandboxed, int(filters) > 1)


if __name__ == "__main__":
    unittest.main()
