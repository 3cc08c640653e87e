"""What tests of acting on applications share: the workbench of apps/workbench.py, one for every test."""

from __future__ import annotations

import json
import sys
from typing import Any

from executor import errors

from .app_tree import AppTree, Thing
from .client import Failed
from .support import APPS, DesktopTest, eventually


class Workbench:
    """The program of apps/workbench.py, and what it holds."""

    def __init__(self, test: type[WorkbenchTest]) -> None:
        self.path = test.desktop.folder / "workbench.json"
        self.path.unlink(missing_ok=True)
        self.process = test.desktop.start(sys.executable, str(APPS / "workbench.py"), str(self.path))
        eventually(self.path.exists, "the workbench is up", 30)

    def held(self) -> dict[str, Any]:
        """`log` without keys, these are `keys`."""
        held = json.loads(self.path.read_text(encoding="utf-8"))
        held["keys"] = [event[1:] for event in held["log"] if event[0] == "key"]
        held["log"] = [event for event in held["log"] if event[0] != "key"]
        return held

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class WorkbenchTest(DesktopTest):
    """A new workbench for every test."""

    accessibility = True

    def setUp(self) -> None:
        self.bench = Workbench(type(self))
        self.addCleanup(self.bench.close)
        self.pid = self.bench.process.pid
        self.window_id = self.window("Workbench")["id"]
        self.tree = AppTree(self.desktop, self.pid)
        self.addCleanup(self.tree.close)

    def act(self, tool: str, thing: Thing | dict[str, Any] | None = None, **args: Any) -> Any:
        if thing is not None:
            args["element"] = thing.element() if isinstance(thing, Thing) else thing
        return self.client.do(tool, pid=self.pid, windowId=self.window_id, **args)

    def assert_refused(self, reason: str, tool: str, thing: Any = None, **args: Any) -> None:
        with self.assertRaises(Failed) as failed:
            self.act(tool, thing, **args)
        self.assertEqual((failed.exception.code, failed.exception.data), (errors.CONFLICT, {"reason": reason}))

    def assert_held(self, **wanted: Any) -> None:
        """The program holds these, at once or soon."""
        def is_so() -> bool:
            held = self.bench.held()
            return all(held[name] == value for name, value in wanted.items())

        try:
            eventually(is_so, f"the workbench holds {wanted}")
        except AssertionError:
            held = self.bench.held()
            self.assertEqual({name: held[name] for name in wanted}, wanted)
