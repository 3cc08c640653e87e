"""What the tests of a running executor share: waiting, and a desktop with an executor per test class."""

from __future__ import annotations

import sys
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .client import Client, Failed
from .desktop import Desktop

#: Settle, then answer with a frame.
OBSERVE = {"format": "png", "quality": 80, "scale": 1, "firstDamageMs": 150, "quietMs": 100, "settleMsMax": 2_000}
APPS = Path(__file__).parent / "apps"


def eventually(question: Callable[[], Any], what: str, seconds: float = 10) -> Any:
    """The first truthy answer; AssertionError with `what` after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        if answer := question():
            return answer
        if time.monotonic() > until:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.01)


class DesktopTest(unittest.TestCase):
    """One desktop and one executor for all tests of a class."""

    server = "Xvfb"
    accessibility = False
    roots = ""  # the directory of the file tools, below the desktop's folder
    desktop: Desktop
    client: Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.desktop = Desktop(cls.server, accessibility=cls.accessibility)
        cls.addClassCleanup(cls.desktop.close)
        (cls.desktop.folder / cls.roots).mkdir(exist_ok=True)
        cls.client = Client(cls.desktop, roots=str(cls.desktop.folder / cls.roots))
        cls.addClassCleanup(cls.client.close)

    @classmethod
    def window(cls, title: str) -> dict[str, Any]:
        """A window by its title, waited for."""
        def find() -> Any:
            windows = cls.client.do("computer_window_list")["windows"]
            return next((window for window in windows if title in window["title"] and window["visible"]), None)

        return eventually(find, f"a window '{title}'")

    @classmethod
    def activate(cls, title: str) -> dict[str, Any]:
        window = cls.window(title)
        cls.client.do("computer_window_activate", windowId=window["id"])
        return window

    def assert_fails(self, code: int, name: str, **args: Any) -> Failed:
        """The tool must fail with this code."""
        with self.assertRaises(Failed) as caught:
            self.client.do(name, **args)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception


class Notebook:
    """A GTK text field in its own process, and what has arrived in it."""

    def __init__(self, desktop: Desktop, kind: str = "view") -> None:
        self.path = desktop.folder / f"notebook-{kind}-{time.monotonic_ns()}"
        self.process = desktop.start(sys.executable, str(APPS / "notebook.py"), str(self.path), kind)
        eventually(self.path.exists, "the notebook is up", 20)

    def text(self) -> str:
        return self.path.read_bytes().decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
