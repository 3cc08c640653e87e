"""Confined commands in a real desktop: they run where the profile opens namespaces, and never run unconfined where not."""

from __future__ import annotations

import json
import os
import subprocess
import time
import unittest
from pathlib import Path

IS_OPEN = os.environ["SECCOMP_PROFILE"] == "desktop-userns"
WORK = Path("/workspace/confinement")


class Executor:
    def __init__(self) -> None:
        self._ids = 0
        self.process = subprocess.Popen(
            ["/usr/local/bin/deskfleet-executor"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def call(self, method: str, **params: object) -> dict[str, object]:
        self._ids += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def start(self, confine: dict[str, list[str]] | None, **args: object) -> dict[str, object]:
        confine = confine and {"hidden": [], **confine}
        return self.call("computer_process_start", token=1, deadlineMs=20_000, args={"cwd": "/tmp", **args}, confine=confine)


class Confinement(unittest.TestCase):
    def setUp(self) -> None:
        WORK.mkdir(exist_ok=True)

    def test_it_is_told_and_kept(self) -> None:
        confine = {"writable": [str(WORK)], "readable": []}
        with Executor() as executor:
            self.assertEqual(executor.call("ping")["result"]["confinement"]["kind"], "namespaces" if IS_OPEN else "none")
            answer = executor.start(confine, command=f"touch {WORK}/inside; touch /workspace/outside; ls {WORK}")
            if IS_OPEN:
                self.assertEqual(answer["result"]["result"]["stdout"], "inside\n")
                self.assertTrue((WORK / "inside").exists())
            else:
                self.assertEqual(answer["error"]["data"], {"reason": "not_confined"})
                self.assertFalse((WORK / "inside").exists())
            self.assertFalse(Path("/workspace/outside").exists())

    @unittest.skipUnless(IS_OPEN, "nothing is confined under the closed profile")
    def test_the_desktop_is_out_of_reach(self) -> None:
        commands = ("cat /run/deskfleet/env", "ls /tmp/.X11-unix", "DISPLAY=:1 xprop -root", "cat /run/deskfleet/Xauthority",
                    "dbus-send --bus=unix:path=/run/user/1000/bus --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames",
                    "pgrep -x Xvnc", "pgrep -x Xvfb", "socat - UNIX-CONNECT:/run/deskfleet/vnc.sock")
        with Executor() as executor:
            for command in commands:
                with self.subTest(command):
                    answer = executor.start({"writable": [], "readable": []}, command=command)
                    self.assertIn("result", answer)
                    self.assertNotEqual(answer["result"]["result"]["exitCode"], 0, answer)

    @unittest.skipUnless(IS_OPEN, "nothing is confined under the closed profile")
    def test_the_socket_of_the_display_stays_where_tmp_is_given(self) -> None:
        confine = {"writable": ["/tmp"], "readable": []}
        with Executor() as executor:
            def run(command: str) -> dict[str, object]:
                return executor.start(confine, command=command)["result"]["result"]

            self.assertEqual(run("rm -f /tmp/.X11-unix/X*; ls -A /tmp/.X11-unix")["stdout"], "")
            self.assertIn(".X11-unix", run("ls -la /tmp")["stdout"])
            for command in ("rm -rf /tmp/.X11-unix", "mv /tmp/.X11-unix /tmp/aside", "touch /tmp/.X11-unix/X1", "test -e /tmp/.X11-unix/X1",
                            "DISPLAY=:1 xprop -root", "socat - UNIX-CONNECT:/tmp/.X11-unix/X1"):
                with self.subTest(command):
                    self.assertNotEqual(run(command)["exitCode"], 0)
            self.assertTrue(Path("/tmp/.X11-unix/X1").is_socket())
        subprocess.run(["xprop", "-root", "_NET_SUPPORTED"], env={**os.environ, "DISPLAY": ":1", "XAUTHORITY": "/run/deskfleet/Xauthority"}, check=True, timeout=10)

    @unittest.skipUnless(IS_OPEN, "nothing is confined under the closed profile")
    def test_it_starts_soon(self) -> None:
        times: dict[bool, list[float]] = {True: [], False: []}
        with Executor() as executor:
            for _ in range(20):
                for confined in (True, False):
                    began = time.monotonic()
                    executor.start({"writable": [], "readable": []} if confined else None, argv=["true"])
                    times[confined].append((time.monotonic() - began) * 1_000)
        added = min(times[True]) - min(times[False])
        print(f"a confined command starts {added:.1f} ms later")
        self.assertLess(added, 60)  # under 30 on a machine that does nothing else


if __name__ == "__main__":
    unittest.main()
