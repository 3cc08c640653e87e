"""What the tests of confined commands share: an executor with an allowed directory, and a way to run commands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .client import Failed
from .support import DesktopTest


class ConfinedTest(DesktopTest):
    """`allowed` is the root of the tools: `work` in it can be written, `docs` read, and `secret` is beside them."""

    roots = "allowed"
    allowed: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.allowed = cls.desktop.folder / "allowed"
        for name in ("work", "docs", "secret"):
            (cls.allowed / name).mkdir(parents=True)
        (cls.allowed / "docs" / "page.txt").write_text("page\n")
        (cls.allowed / "secret" / "key").write_text("key of the other\n")
        (cls.allowed / "secret" / "key").chmod(0o644)
        cls.work, cls.docs, cls.secret = (cls.allowed / name for name in ("work", "docs", "secret"))

    def start(self, confine: Any = None, deadline_ms: int = 20_000, **args: Any) -> dict[str, Any]:
        """The tool's result; the program may write `work` and read `docs` unless `confine` says otherwise."""
        confine = confine or {"writable": [str(self.work)], "readable": [str(self.docs)]}
        if isinstance(confine, dict):
            confine.setdefault("hidden", [])
        args.setdefault("cwd", str(self.work))
        params = {"token": 1, "deadlineMs": deadline_ms, "args": args, "confine": confine}
        reply = self.client.result(self.client.request("computer_process_start", params), deadline_ms / 1000 + 5)
        return reply["result"]["result"]

    def sh(self, command: str, **args: Any) -> dict[str, Any]:
        return self.start(command=command, **args)

    def succeeds(self, command: str, stdout: str | None = None, **args: Any) -> None:
        result = self.sh(command, **args)
        self.assertEqual((result["exitCode"], result["stderr"]), (0, ""), (command, result))
        if stdout is not None:
            self.assertEqual(result["stdout"], stdout, command)

    def python(self, code: str) -> str:
        """What a confined Python program prints; its traceback where it fails."""
        result = self.start(argv=["python3", "-c", code])
        return str(result["stdout"] or result["stderr"])

    def refused(self, code: int, **params: Any) -> Failed:
        with self.assertRaises(Failed) as caught:
            self.start(**params)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception
