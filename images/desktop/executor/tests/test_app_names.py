"""What applications are called: by .desktop files, by the image's registry, by their windows; and what a word means."""

from __future__ import annotations

import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from executor.platforms.base import Rect
from executor.platforms.linux.app_state.app_names import AppNamer
from executor.platforms.linux.app_state.desktop_entries import DesktopEntries
from executor.platforms.linux.app_state.image_apps import ImageApps
from executor.platforms.linux.app_state.usage import Usage
from executor.platforms.linux.app_state.xwindows import XWindow

PLACE = Rect(0, 0, 10, 10)


def window(instance: str = "", wm_class: str = "") -> XWindow:
    return XWindow(1, 7, "Title", instance, wm_class, PLACE, PLACE, True, False, False, False)


class NamesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.entries = DesktopEntries([str(self.folder), str(self.folder / "missing")])

    def entry(self, name: str, **values: str) -> None:
        lines = ["# comment", "[Desktop Entry]", "Type=Application", *(f"{key}={value}" for key, value in values.items())]
        (self.folder / f"{name}.desktop").write_text("\n".join([*lines, "[Desktop Action new]", "Name=Not this", "Exec=other"]))
        os.utime(self.folder, ns=(0, len(os.listdir(self.folder))))

    def name(self, own: XWindow | None, bus_name: str = "", apps: list[dict[str, Any]] | None = None) -> tuple[str, str]:
        named = AppNamer(self.entries, ImageApps(apps or [])).name(os.getpid(), [own] if own else [], own, bus_name)
        return named.name, named.id

    def test_by_window_class_then_by_file_name(self) -> None:
        self.entry("org.example.Notes", Name="Notes", Exec="notes %U")
        self.entry("painter", Name="Painter Image Editor", GenericName="Image Editor", StartupWMClass="Paint-3", Exec="paint")
        for own, expected in (
            (window("x", "paint-3"), ("Painter", "painter")),
            (window("notes", "Unknown"), ("Notes", "org.example.Notes")),
            (window("x", "org.example.notes"), ("Notes", "org.example.Notes")),
        ):
            self.assertEqual(self.name(own), expected)

    def test_what_is_no_application_is_not_read(self) -> None:
        self.entry("link", Name="A link", Type="Link", URL="https://example.com", StartupWMClass="app")
        (self.folder / "broken.desktop").write_bytes(b"\xff\xfe[Desktop Entry]\nName=")
        self.assertEqual(self.entries.find(["nothing"], "nothing"), None)

    def test_files_that_come_later_are_seen(self) -> None:
        self.assertIsNone(self.entries.find(["late"], ""))
        self.entry("late", Name="Late", Exec="late")
        self.assertEqual(self.entries.find(["late"], "").name, "Late")

    def test_a_script_is_the_registrys_application_or_its_own_name(self) -> None:
        """This process is an interpreter that runs a module."""
        script = os.path.basename(sys.argv[0]) if sys.argv[0].endswith(".py") else ""
        own = window("tk", "Tk")
        self.assertEqual(self.name(own, "My tool")[0], "My tool")
        self.assertEqual(self.name(own, "python3"), self.name(own))
        name, app_id = self.name(own)
        self.assertEqual(name, app_id)
        registered = [{"id": "tool", "name": "The tool", "argv": ["python3", f"/opt/{app_id}"]}]
        self.assertEqual(self.name(own, "", registered), ("The tool", "tool"), script)

    def test_names_stay_on_one_line(self) -> None:
        self.assertEqual(self.name(window(), "two\nlines\u2028and more")[0], "two lines and more")

    def test_the_registry_knows_scripts_that_turn_into_programs(self) -> None:
        script = self.folder / "start-console"
        script.write_text("#!/bin/sh\n# exec nothing\nexec consol-e -T x \"$@\"\n")
        script.chmod(0o755)
        apps = ImageApps([
            {"id": "console", "name": "Console", "argv": [str(script)]},
            {"id": "desk", "name": "Order desk", "argv": ["python3", "/opt/desk.py"]},
            {"id": "editor", "name": "Editor", "argv": ["edit", "--new"]},
        ])
        self.assertEqual([apps.running(program).id for program in ("consol-e", "desk.py", "edit")], ["console", "desk", "editor"])
        self.assertEqual([apps.running(program) for program in ("python3", "", "Edit", "nothing")], [None] * 4)
        self.assertEqual(apps.named(" order DESK ").id, "desk")
        self.assertIsNone(apps.named("desk.py"))

    def test_uses_are_processes(self) -> None:
        usage = Usage()
        for pid in (5, 5, 6):
            use = usage.saw(pid, "Notes", "notes", None, "notes")
        self.assertEqual((len(use.pids), [entry.id for entry in usage.lately()]), (2, ["notes"]))


if __name__ == "__main__":
    unittest.main()
