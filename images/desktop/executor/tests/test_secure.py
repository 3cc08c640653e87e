"""Password fields are found wherever they are, and what cannot be read counts as secret."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import unittest

from .support import APPS, OBSERVE, DesktopTest, Notebook, eventually


class SecureTest(DesktopTest):
    accessibility = True

    def regions(self) -> dict[str, object]:
        return self.client.call("secure_regions")

    def password_count(self) -> int:
        return sum(region["kind"] == "password" for region in self.regions()["regions"])

    def open(self, kind: str) -> Notebook:
        notebook = Notebook(self.desktop, kind)
        self.addCleanup(notebook.close)
        return notebook

    def test_no_password_field_is_an_empty_and_complete_answer(self) -> None:
        self.open("entry")
        eventually(lambda: self.regions() == {"regions": [], "complete": True}, "everything was read")
        self.assertTrue(self.client.call("ping")["accessibility"])

    def test_a_password_field_is_reported_with_every_frame_and_goes_with_its_window(self) -> None:
        password = self.open("password")
        eventually(lambda: self.password_count() == 1, "the password field is found")
        window = self.window("Notebook")
        (region,) = self.regions()["regions"]
        self.assertTrue(window["position"]["x"] <= region["x"] and region["width"] > 50 and region["height"] > 20)
        self.assertTrue(region["x"] + region["width"] <= window["position"]["x"] + window["size"]["width"])
        frame = self.client.tool("computer_screen_capture")["result"]["frame"]
        self.assertEqual(frame["secureRegions"], [region])
        again = self.client.tool("computer_screen_capture", ifChangedFrom=frame["frameId"])["result"]["frame"]
        self.assertEqual((again["unchanged"], again["secureRegions"]), (True, [region]))
        observed = self.client.tool("computer_keyboard_type", observe=OBSERVE, text="x")["result"]["frame"]
        self.assertEqual(observed["secureRegions"], [region])
        password.close()
        eventually(lambda: self.regions() == {"regions": [], "complete": True}, "it is gone")

    def test_an_application_that_hangs_is_unreadable_until_it_answers(self) -> None:
        password = self.open("password")
        self.open("entry")
        eventually(lambda: self.password_count() == 1, "the password field is found")
        windows = self.client.do("computer_window_list")["windows"]
        window = next(window for window in windows if window["process"]["pid"] == password.process.pid)
        password.process.send_signal(signal.SIGSTOP)
        self.addCleanup(password.process.send_signal, signal.SIGCONT)
        started = time.monotonic()
        hung = self.regions()
        self.assertLess(time.monotonic() - started, 1)
        self.assertEqual(hung, {"complete": False, "regions": [{"kind": "unreadable", **window["position"], **window["size"]}]})
        started = time.monotonic()
        frame = self.client.tool("computer_screen_capture")["result"]["frame"]
        self.assertEqual(frame["secureRegions"], hung["regions"])
        self.assertLess(time.monotonic() - started, 0.3)  # it is not waited for again
        password.process.send_signal(signal.SIGCONT)
        eventually(lambda: self.password_count() == 1 and self.regions()["complete"], "it is read again")

    def test_an_application_that_cannot_search_is_walked(self) -> None:
        probe = 'import gi; gi.require_version("Gtk", "4.0"); from gi.repository import Gtk'
        if subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False).returncode:
            self.skipTest("GTK 4 is not installed")
        for argument, found in (("", []), ("password", ["unreadable"])):
            program = self.desktop.start(sys.executable, str(APPS / "four.py"), argument)
            self.addCleanup(program.kill)
            self.window("Four")
            eventually(lambda: [region["kind"] for region in self.regions()["regions"]] == found, f"{found} is found")
            self.assertEqual(self.regions()["complete"], not found)
            program.kill()
            program.wait()

    def test_without_a_bus_nothing_is_complete(self) -> None:
        from .client import Client
        from .desktop import Desktop

        desktop = Desktop()
        self.addCleanup(desktop.close)
        client = Client(desktop)
        self.addCleanup(client.close)
        self.assertEqual(client.call("secure_regions"), {"regions": [], "complete": False})
        self.assertFalse(client.call("ping")["accessibility"])


if __name__ == "__main__":
    unittest.main()
