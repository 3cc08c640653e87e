"""What tests of app state share: a program in a test desktop, and its tree."""

from __future__ import annotations

import subprocess
from typing import Any

from .support import DesktopTest, eventually

#: What a program may take to come up, on a busy machine too, in seconds.
UP_S = 30


def nodes_of(root: dict[str, Any]) -> list[dict[str, Any]]:
    """In document order."""
    found, pending = [], [root]
    while pending:
        node = pending.pop()
        found.append(node)
        pending += reversed(node.get("children", []))
    return found


class ReadingTest(DesktopTest):
    accessibility = True

    def program(self, *argv: str) -> subprocess.Popen[bytes]:
        process = self.desktop.start(*argv)

        def end() -> None:
            process.kill()
            process.wait()
            eventually(lambda: process.pid not in self.pids(), "it is gone", UP_S)

        self.addCleanup(end)
        return process

    def pids(self) -> list[int | None]:
        return [app["pid"] for app in self.client.do("list_apps")["apps"]]

    def state(self, pid: int) -> dict[str, Any]:
        return self.client.do("get_app_state", pid=pid)

    def tree_roots(self, pid: int) -> list[dict[str, Any]]:
        return self.state(pid)["snapshot"]["roots"]

    def nodes(self, pid: int) -> list[dict[str, Any]]:
        return [node for root in self.tree_roots(pid) for node in nodes_of(root)]

    def find(self, pid: int, role: str, name: str | None = None) -> dict[str, Any] | None:
        return next((node for node in self.nodes(pid) if node["role"] == role and name in (None, node.get("name"))), None)

    def field(self, pid: int, label: str) -> dict[str, Any]:
        return next(node for node in self.nodes(pid) if node.get("labelled_by") == label)

    def settled(self, pid: int) -> str | None:
        """The digest, when it stays the same."""
        first, second = self.state(pid)["digest"], self.state(pid)["digest"]
        return first if first == second else None

    def click(self, node: dict[str, Any]) -> None:
        x, y, width, height = node["extents"]
        self.client.do("computer_mouse_click", x=x + width // 2, y=y + height // 2)
