"""Typing says which part of the text went into a password field, and calls no other part so."""

from __future__ import annotations

import signal
import sys
import time

from executor.platforms.linux import terminal

from .support import APPS, DesktopTest, Notebook, eventually


class SecureTypingTest(DesktopTest):
    accessibility = True

    def typed(self, tool: str, text: str) -> object:
        return self.client.tool(tool, text=text)["result"].get("secure")

    def open(self, kind: str) -> Notebook:
        notebook = Notebook(self.desktop, kind)
        self.addCleanup(notebook.close)
        self.wait_active("Notebook")
        return notebook

    def wait_active(self, title: str) -> None:
        def is_active() -> bool:
            windows = self.client.do("computer_window_list")["windows"]
            return any(window["active"] and window["title"] == title for window in windows)

        eventually(is_active, f"{title} has the keyboard", 20)

    def test_text_for_a_password_field_is_reported_whole_however_it_is_sent(self) -> None:
        self.open("password")
        self.assertEqual(self.typed("computer_keyboard_type", "Hafen+Licht_58"), [[0, 14]])
        self.assertEqual(self.typed("computer_clipboard_paste", "grün 漢字"), [[0, 7]])

    def test_text_for_another_field_is_not(self) -> None:
        self.open("entry")
        self.assertIsNone(self.typed("computer_keyboard_type", "Kim Example"))
        self.assertIsNone(self.typed("computer_clipboard_paste", "Kim Example"))

    def test_nothing_is_where_no_application_has_the_keyboard(self) -> None:
        self.assertIsNone(self.typed("computer_keyboard_type", "nobody reads this"))

    def test_of_a_text_that_goes_on_to_the_next_field_only_its_part_is(self) -> None:
        program = self.desktop.start(sys.executable, str(APPS / "login.py"))
        self.addCleanup(program.kill)
        self.wait_active("Login")
        eventually(lambda: self.client.call("secure_regions")["regions"], "the password field shows", 20)
        self.assertEqual(self.typed("computer_keyboard_type", "kim\tHafen+Licht_58"), [[4, 18]])

    def test_a_prompt_of_a_terminal_that_shows_nothing_takes_one_line(self) -> None:
        program = self.desktop.start("xterm", "-T", "Terminal", "-e", "bash", "--norc")
        self.addCleanup(program.kill)
        self.activate("Terminal")
        self.assertIsNone(self.typed("computer_keyboard_type", "echo shown\n"))
        self.assertIsNone(self.typed("computer_keyboard_type", "cat\n"))
        self.assertIsNone(self.typed("computer_keyboard_type", "what cat repeats\n"))
        self.client.do("computer_hotkey", keys=["ctrl", "c"])
        asked = self.desktop.folder / "asked"
        self.typed("computer_keyboard_type", f"python3 -c 'import getpass; getpass.getpass(); open(\"{asked}\", \"w\")'\n")

        eventually(lambda: terminal.hides_input(program.pid), "the prompt is there", 20)
        self.assertEqual(self.typed("computer_keyboard_type", "Hafenlicht\n: on\n"), [[0, 11]])
        eventually(asked.exists, "it was taken")

    def test_an_application_that_hangs_is_not_waited_for_again_and_again(self) -> None:
        notebook = self.open("password")
        self.assertEqual(self.typed("computer_keyboard_type", "first"), [[0, 5]])
        notebook.process.send_signal(signal.SIGSTOP)
        self.addCleanup(notebook.process.send_signal, signal.SIGCONT)
        self.typed("computer_keyboard_type", "while it hangs")
        started = time.monotonic()
        self.assertIsNone(self.typed("computer_keyboard_type", "again"))
        self.assertLess(time.monotonic() - started, 3)
        notebook.process.send_signal(signal.SIGCONT)
        eventually(lambda: self.typed("computer_keyboard_type", "abcd") == [[0, 4]], "it answers again")
