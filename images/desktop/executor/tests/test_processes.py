"""The process tools: output without deadlock, nothing left behind, and nobody ends what carries the session."""

from __future__ import annotations

import json
import os
import subprocess
import time
import unittest
from pathlib import Path

from executor import errors
from executor.platforms.linux import procfs
from executor.platforms.linux.textcut import lenient_text

from .client import Client
from .support import DesktopTest, eventually


class ProcessTest(DesktopTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.client.close()
        apps = cls.desktop.folder / "apps.json"
        apps.write_text(json.dumps([{"id": "clock", "name": "Clock", "argv": ["sleep", "1000"], "class": "other"}]))
        cls.client = Client(cls.desktop, roots=str(cls.desktop.folder), apps_file=str(apps))

    def run_tool(self, **args: object) -> dict[str, object]:
        args.setdefault("cwd", str(self.desktop.folder))
        return self.client.do("computer_process_start", **args)

    def start_fails(self, code: int, **args: object) -> None:
        args.setdefault("cwd", str(self.desktop.folder))
        self.assert_fails(code, "computer_process_start", **args)

    def test_exactly_one_of_app_argv_and_command(self) -> None:
        self.start_fails(errors.INVALID_PARAMS)
        self.start_fails(errors.INVALID_PARAMS, argv=["true"], command="true")
        self.start_fails(errors.INVALID_PARAMS, app="../x")
        self.start_fails(errors.INVALID_PARAMS, argv=[])
        self.start_fails(errors.INVALID_PARAMS, argv=["a\0b"])
        self.start_fails(errors.INVALID_PARAMS, argv=["true"], env={"A=B": "x"})

    def test_what_cannot_be_started(self) -> None:
        self.start_fails(errors.NOT_FOUND, argv=["no-such-program"])
        self.start_fails(errors.NOT_FOUND, argv=["/no/such/program"])
        self.start_fails(errors.NOT_FOUND, app="no-such-app")
        self.start_fails(errors.NOT_FOUND, argv=["true"], cwd="missing")
        self.start_fails(errors.FORBIDDEN, argv=["true"], cwd="/etc")
        self.start_fails(errors.FORBIDDEN, argv=[str(self.desktop.env_file)])

    def test_result_of_a_program(self) -> None:
        result = self.run_tool(argv=["sh", "-c", "echo out; echo err >&2; exit 3"])
        self.assertIsInstance(result.pop("pid"), int)
        self.assertEqual(result, {
            "exitCode": 3, "signal": None, "stdout": "out\n", "stderr": "err\n", "truncated": False, "timedOut": False,
        })
        result = self.run_tool(command="kill -9 $$")
        self.assertEqual((result["exitCode"], result["signal"]), (None, "SIGKILL"))

    def test_environment_and_directory_are_the_sessions(self) -> None:
        (self.desktop.folder / "work").mkdir()
        result = self.run_tool(command='echo "$DISPLAY $MORE $PYTHONPATH $PWD"; cat', env={"MORE": "ż"}, cwd="work")
        self.assertEqual(result["stdout"], f"{self.desktop.env['DISPLAY']} ż  {self.desktop.folder}/work\n")

    def test_a_flood_of_output_is_cut_and_does_not_block(self) -> None:
        result = self.run_tool(
            command="head -c 5000000 /dev/zero | tr '\\0' x; head -c 5000000 /dev/zero | tr '\\0' y >&2; echo done >&2",
            outputBytesMax=1_000,
        )
        self.assertEqual((result["exitCode"], result["truncated"]), (0, True))
        self.assertEqual(len(result["stdout"]) + len(result["stderr"]), 1_000)

    def test_output_is_not_cut_inside_a_character(self) -> None:
        self.assertEqual(self.run_tool(argv=["printf", "aż中"], outputBytesMax=5)["stdout"], "aż")
        for data, expected in ((b"", ""), (b"\xf0\x9f\x98", ""), (b"a\xff", "a"), ("ż".encode(), "ż"), (b"\x80\x80\x80\x80", "\ufffd" * 4)):
            self.assertEqual(lenient_text(data, is_cut=True), expected)

    def test_a_timeout_ends_the_whole_group(self) -> None:
        marker = f"{time.time():.6f}"
        started = time.monotonic()
        result = self.run_tool(command=f"echo begun; trap '' TERM; sleep 98{marker} & sleep 99{marker}; wait", timeoutMs=300)
        self.assertLess(time.monotonic() - started, 2)
        self.assertEqual((result["stdout"], result["timedOut"], result["exitCode"]), ("begun\n", True, None))
        self.assertEqual(subprocess.run(["pgrep", "-f", marker], capture_output=True, check=False).stdout, b"")

    def test_a_child_that_keeps_the_pipes_does_not_hold_the_answer(self) -> None:
        started = time.monotonic()
        result = self.run_tool(command="sleep 30 & echo ready")
        self.assertLess(time.monotonic() - started, 15)
        self.assertEqual((result["stdout"], result["exitCode"]), ("ready\n", 0))

    def test_cancel_and_deadline_end_the_program(self) -> None:
        self.assert_fails(errors.DEADLINE, "computer_process_start", argv=["sleep", "77.5"], cwd=str(self.desktop.folder), deadline_ms=200)
        eventually(lambda: not self.named("sleep", "77.5"), "the program has ended")

    def test_a_detached_program_runs_on_and_is_reaped(self) -> None:
        started = self.run_tool(argv=["sleep", "0.3"], wait=False)
        self.assertEqual((started["exitCode"], started["signal"]), (None, None))
        pid = started["pid"]
        self.assertEqual(os.getsid(pid), pid)
        eventually(lambda: not Path(f"/proc/{pid}").exists(), "it has ended and is no zombie")
        app = self.run_tool(app="clock", wait=True)
        self.assertIsNone(app["exitCode"])
        self.assertEqual(self.client.do("computer_process_terminate", pid=app["pid"]), {"pid": app["pid"], "ended": True})

    def named(self, *argv: str) -> list[dict[str, object]]:
        listed = self.client.do("computer_process_list")["processes"]
        return [process for process in listed if process["argv"] == list(argv)]

    def test_the_list(self) -> None:
        pid = self.run_tool(argv=["sleep", "76.5"], wait=False)["pid"]
        eventually(lambda: self.named("sleep", "76.5"), "it is listed")
        (process,) = self.named("sleep", "76.5")
        self.assertEqual((process["pid"], process["name"]), (pid, "sleep"))
        self.assertGreater(process["memoryBytes"], 0)
        self.assertRegex(process["startedAt"], r"^\d{4}-\d\d-\d\dT.*Z$")
        self.client.do("computer_process_terminate", pid=pid, force=True)

    def test_a_program_that_ignores_the_signal_has_not_ended(self) -> None:
        pid = self.run_tool(argv=["sh", "-c", "trap '' TERM; echo ready > up; while :; do sleep 0.1; done"], wait=False)["pid"]
        eventually((self.desktop.folder / "up").exists, "it ignores the signal")
        self.assertFalse(self.client.tool("computer_process_terminate", deadline_ms=1_000, pid=pid)["result"]["result"]["ended"])
        self.assertTrue(self.client.do("computer_process_terminate", pid=pid, force=True)["ended"])
        self.assert_fails(errors.NOT_FOUND, "computer_process_terminate", pid=pid)

    def test_what_carries_the_session_is_never_ended(self) -> None:
        executor = self.client.process.pid
        carriers = {facts.pid for facts in procfs.all_facts() if facts.name in ("Xvfb", "openbox")}
        for pid in {executor, *procfs.ancestors(executor), *carriers} - {1}:
            with self.subTest(pid):
                self.assert_fails(errors.FORBIDDEN, "computer_process_terminate", pid=pid, force=True)
        self.assert_fails(errors.INVALID_PARAMS, "computer_process_terminate", pid=1)
        self.assert_fails(errors.NOT_FOUND, "computer_process_terminate", pid=4_194_303)
        self.client.call("ping")


if __name__ == "__main__":
    unittest.main()
