"""What is known of the shell in a terminal's window: its directory while it waits for commands, and nothing otherwise."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Any

from executor import errors

from .client import Failed
from .support import DesktopTest, eventually

NOTHING = {"cwd": None, "foreground": None}
OTHER = {"cwd": None, "foreground": "other"}


class TerminalTest(DesktopTest):
    def terminal(self, *shell: str) -> dict[str, Any]:
        program = self.desktop.start("xterm", "-T", "Terminal", *(("-e", *shell) if shell else ()), cwd=str(self.desktop.folder))
        opened: list[dict[str, Any]] = []
        # Cleanups run last first: the next test must not find the window of this one.
        self.addCleanup(lambda: [self.gone(window) for window in opened])
        self.addCleanup(program.kill)
        opened.append(self.activate("Terminal"))
        return opened[0]

    def gone(self, window: dict[str, Any]) -> None:
        eventually(
            lambda: all(other["id"] != window["id"] for other in self.client.do("computer_window_list")["windows"]),
            "the terminal is closed",
        )

    def state(self, window: dict[str, Any]) -> dict[str, Any]:
        by_window = self.client.call("terminal_state", {"windowId": window["id"]})
        self.assertEqual(by_window, self.client.call("terminal_state", {"pid": window["process"]["pid"]}))
        return by_window

    def becomes(self, window: dict[str, Any], expected: dict[str, Any]) -> None:
        eventually(lambda: self.client.call("terminal_state", {"windowId": window["id"]}) == expected, str(expected))

    def enter(self, text: str) -> None:
        self.client.do("computer_keyboard_type", text=text + "\n")

    def test_the_shell_and_its_directory(self) -> None:
        folder = str(self.desktop.folder)
        for shell in (("bash", "--norc"), ("sh",)):
            with self.subTest(shell):
                window = self.terminal(*shell)
                self.becomes(window, {"cwd": folder, "foreground": "shell"})
                self.enter("cd /usr/share")
                self.becomes(window, {"cwd": "/usr/share", "foreground": "shell"})
                self.enter("bash --norc")
                self.enter("cd /etc")
                self.becomes(window, {"cwd": "/etc", "foreground": "shell"})
                self.enter("exit")
                self.becomes(window, {"cwd": "/usr/share", "foreground": "shell"})
                self.enter("exit")
                eventually(lambda: not any("Terminal" in w["title"] for w in self.client.do("computer_window_list")["windows"]), "it is closed")

    def test_another_program_reads_the_keys(self) -> None:
        window = self.terminal("bash", "--norc")
        here = {"cwd": str(self.desktop.folder), "foreground": "shell"}
        self.becomes(window, here)
        script = self.desktop.folder / "ask.sh"
        script.write_text("read answer\n")
        for command in ("cat", "python3 -c 'input()'", f"bash {script}", "sh -c 'read x; true'", "sleep 60 | cat"):
            with self.subTest(command):
                self.enter(command)
                self.becomes(window, OTHER)
                self.client.do("computer_hotkey", keys=["ctrl", "c"])
                self.becomes(window, here)
        self.enter("sleep 60 &")
        self.becomes(window, here)
        self.enter("exec -a bash cat")
        self.becomes(window, OTHER)

    def test_a_terminal_without_a_shell(self) -> None:
        window = self.terminal("cat")
        self.becomes(window, OTHER)

    def test_what_is_no_terminal(self) -> None:
        self.assertEqual(self.client.call("terminal_state", {"pid": os.getpid()}), NOTHING)
        self.assertEqual(self.client.call("terminal_state", {"pid": 4_194_303}), NOTHING)
        fake = Path(self.desktop.folder, "xterm.sh")
        fake.write_text("exec -a xterm sleep 60\n")
        program = self.desktop.start("bash", str(fake))
        self.assertEqual(self.client.call("terminal_state", {"pid": program.pid}), NOTHING)
        for params, code in (({}, errors.INVALID_PARAMS), ({"pid": 5, "windowId": 5}, errors.INVALID_PARAMS), ({"windowId": 5}, errors.NOT_FOUND), ({"pid": 1}, errors.INVALID_PARAMS)):
            with self.subTest(params), self.assertRaises(Failed) as caught:
                self.client.call("terminal_state", params)
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
