"""Confined commands: nothing outside is written, read, reached, seen or left behind, and ordinary commands work."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import unittest
from pathlib import Path

from executor import errors

from .confined import ConfinedTest
from .support import eventually


class FilesOutside(ConfinedTest):
    def test_writes_outside_fail_by_every_way(self) -> None:
        outside = self.allowed / "outside"
        outside.mkdir(exist_ok=True)
        (outside / "file").write_text("before")
        os.symlink(outside, self.work / "link")
        os.symlink("/proc/self/root" + str(outside), self.work / "magic")
        for place in (outside, self.work / "link", self.work / "magic", self.docs, "/dev/shm/..", "/proc/self/root" + str(outside), "/proc/1/root/workspace", "/proc/1/cwd", "/etc", "/usr", "/run", "/"):
            with self.subTest(place=place):
                result = self.sh(f"echo x > {place}/new || echo y > {place}/file || mkdir {place}/made; ls {place}/new {place}/made")
                self.assertNotEqual(result["exitCode"], 0, result)
        for command in (
            f"mv {self.docs}/page.txt .", f"rm -f {self.docs}/page.txt", f"ln {self.docs}/page.txt hard", f"chmod 600 {self.docs}/page.txt",
            f"touch -d 2001-01-01 {self.docs}/page.txt", f"truncate -s 0 {self.docs}/page.txt", f"ln {self.secret}/key hard",
            f"echo x > moved; mv moved {self.docs}/moved", f"rmdir {self.work}", f"mv {self.work} {self.allowed}/elsewhere",
            f"cp moved {self.secret}/copied", "mknod device c 1 3", "mknod device b 7 0", "mount -t tmpfs none .", "unshare -r true",
        ):
            with self.subTest(command):
                self.assertNotEqual(self.sh(command)["exitCode"], 0)
        self.assertEqual(sorted(os.listdir(outside)), ["file"])
        self.assertEqual((outside / "file").read_text(), "before")
        self.assertEqual(os.listdir(self.docs), ["page.txt"])
        self.assertEqual((self.docs / "page.txt").read_text(), "page\n")

    def test_no_system_call_writes_outside(self) -> None:
        code = f"""
import os, ctypes
libc = ctypes.CDLL(None, use_errno=True)
docs, work = {str(self.docs)!r}, {str(self.work)!r}
page = docs + "/page.txt"
tries = dict(
    tmpfile=lambda: os.open(docs, os.O_TMPFILE | os.O_RDWR), truncate=lambda: os.truncate(page, 0),
    append=lambda: os.open(page, os.O_APPEND | os.O_WRONLY), link=lambda: os.link(page, work + "/hard"),
    rename=lambda: os.rename(page, work + "/page"), xattr=lambda: os.setxattr(page, "user.x", b"1"),
    chown=lambda: os.chown(page, 1000, 1000), fifo=lambda: os.mkfifo(docs + "/fifo"), symlink=lambda: os.symlink("x", docs + "/s"),
    reopen=lambda: os.open(f"/proc/self/fd/{{os.open(page, os.O_RDONLY)}}", os.O_WRONLY),
    handle=lambda: libc.open_by_handle_at(-100, None, 0) < 0 and 1 / 0, chroot=lambda: os.chroot(work),
    device=lambda: os.mknod(work + "/null", 0o020666, os.makedev(1, 3)),
    above=lambda: os.stat("/proc/self/root/../../../../" + {str(self.secret)!r}),
)
for name, attempt in tries.items():
    try:
        print(name, "worked", attempt())
    except (OSError, ZeroDivisionError):
        pass
"""
        self.assertEqual(self.python(code), "")
        self.assertEqual((self.docs / "page.txt").read_text(), "page\n")
        self.assertEqual(self.docs.stat().st_mode & 0o777, 0o755)

    def test_what_was_not_given_cannot_be_read_or_seen(self) -> None:
        home = Path(self.desktop.env["HOME"])
        (home / ".ssh").mkdir(exist_ok=True)
        (home / ".ssh" / "id").write_text("private")
        os.symlink(self.secret / "key", self.work / "shortcut")
        for path in (
            self.secret / "key", self.work / "shortcut", home / ".ssh/id", "/etc/shadow", "/etc/gshadow", "/etc/hosts", "/run/deskfleet/env",
            self.desktop.env_file, f"/proc/self/root{self.secret}/key", f"/proc/1/root{self.secret}/key", "/sys/kernel/notes", "/dev/mem",
            "/proc/meminfo", "/proc/self/environ", "/proc/self/mounts", "/var/lib/dpkg/status",
        ):
            with self.subTest(path=path):
                self.assertNotEqual(self.sh(f"cat {path}")["exitCode"], 0)
        self.assertNotEqual(self.sh(f"test -e {self.secret}")["exitCode"], 0)
        self.assertEqual(self.sh("ls -A /tmp /home/agent")["stdout"].split(), ["/home/agent:", "/tmp:", str(self.desktop.folder.relative_to("/tmp"))])

    def test_only_directories_inside_the_roots_are_given_and_no_links(self) -> None:
        os.symlink(self.secret, self.work / "aside")
        for given in ("/etc", "/", "/home/agent", f"{self.work}/../secret", f"{self.work}/", str(self.desktop.folder)):
            with self.subTest(given):
                self.refused(errors.FORBIDDEN, command="true", confine={"writable": [given], "readable": []})
                self.refused(errors.FORBIDDEN, command="true", confine={"writable": [], "readable": [given]})
        for given in (self.work / "aside", self.allowed / "missing", self.docs / "page.txt"):
            with self.subTest(given):
                failed = self.refused(errors.CONFLICT, command="touch /tmp/ran", confine={"writable": [str(given)], "readable": []})
                self.assertEqual(failed.data["reason"], "not_confined")
        for bad in ({"writable": []}, {"readable": []}, {"writable": ["work"], "readable": []}, {"writable": "x", "readable": []}, [], {"writable": [], "readable": [], "x": 1}):
            with self.subTest(bad):
                self.refused(errors.INVALID_PARAMS, command="true", confine=bad or [1])
        self.refused(errors.NOT_FOUND, command="true", cwd=str(self.secret))
        self.refused(errors.NOT_FOUND, argv=["no-such-program"])
        self.refused(errors.FORBIDDEN, argv=[str(self.docs / "page.txt")])


class ReachOutside(ConfinedTest):
    def test_no_socket_of_any_kind(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
            abstract.bind("\0deskfleet-test")
            abstract.listen()
            code = f"""
import socket, itertools
for family, kind in itertools.product(("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG"), ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW")):
    try:
        socket.socket(getattr(socket, family), getattr(socket, kind))
        print(family, kind)
    except OSError:
        pass
for attempt in (lambda: socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 1), lambda: socket.socketpair(type=socket.SOCK_DGRAM)):
    try:
        print(attempt())
    except OSError:
        pass
a, b = socket.socketpair()
a.send(b"pair")
assert b.recv(4) == b"pair"
try:
    a.connect("\\0deskfleet-test")
    print("connected")
except OSError:
    pass
"""
            self.assertEqual(self.python(code), "")
            self.assertNotEqual(self.sh(f"exec 3<>/dev/tcp/127.0.0.1/{server.getsockname()[1]}")["exitCode"], 0)

    def test_neither_display_nor_bus(self) -> None:
        names = self.sh("env")["stdout"]
        for name in ("DISPLAY", "XAUTHORITY", "DBUS", "AT_SPI", "XDG_RUNTIME", "SSH_"):
            self.assertNotIn(name, names)
        display = self.desktop.env["DISPLAY"]
        for command in (f"DISPLAY={display} xprop -root", f"DISPLAY={display} xset q", "ls /tmp/.X11-unix", f"DISPLAY={display} python3 -c 'import gi'\nxdotool key a"):
            self.assertNotEqual(self.sh(command)["exitCode"], 0, command)
        code = f"import ctypes; x = ctypes.CDLL('libX11.so.6'); x.XOpenDisplay.restype = ctypes.c_void_p; print(x.XOpenDisplay(b'{display}'))"
        self.assertEqual(self.python(code), "None\n")

    def test_other_processes_are_neither_seen_nor_touched(self) -> None:
        other = self.desktop.start("sleep", "55.25")
        for pid in (self.client.process.pid, other.pid, os.getpid()):
            for command in (f"kill -0 {pid}", f"kill -9 {pid}", f"cat /proc/{pid}/cmdline", f"cat /proc/{pid}/environ", f"ls /proc/{pid}/fd", f"readlink /proc/{pid}/exe /proc/{pid}/cwd", f"cat /proc/{pid}/mem", f"ls /proc/{pid}/root/"):
                with self.subTest(command):
                    self.assertNotEqual(self.sh(command)["exitCode"], 0)
        self.assertNotIn("sleep", self.sh("ps aux; pgrep -a .; ls /proc; true")["stdout"])
        self.sh("kill -9 -1; true")
        self.sh("kill -TERM 0")
        self.assertIsNone(other.poll())
        self.client.call("ping")
        code = "import ctypes; l = ctypes.CDLL(None, use_errno=True)\nfor pid in range(2, 40): l.ptrace(16, pid, 0, 0) == 0 and print(pid)"
        self.assertEqual(self.python(code), "")

    def test_variables_of_the_caller_do_not_reach_the_launcher(self) -> None:
        library = self.work / "evil.so"
        library.write_bytes(b"\x7fELF none")
        (self.work / "sitecustomize.py").write_text(f"open({str(self.secret)!r} + '/ran', 'w')")
        result = self.start(argv=["/usr/bin/env"], env={"LD_PRELOAD": str(library), "PYTHONPATH": str(self.work), "PYTHONSTARTUP": "x", "DISPLAY": ":9"})
        self.assertEqual(result["exitCode"], 0)
        self.assertIn(f"LD_PRELOAD={library}", result["stdout"])
        self.assertFalse((self.secret / "ran").exists())


class Lifetime(ConfinedTest):
    def alive(self, marker: str) -> bytes:
        return subprocess.run(["pgrep", "-f", marker], capture_output=True, check=False).stdout

    def test_nothing_is_left_after_a_normal_end(self) -> None:
        marker = f"{time.time():.6f}"
        result = self.sh(f"setsid sleep 91{marker} & (trap '' HUP TERM; setsid nohup sleep 92{marker} >/dev/null 2>&1 &) & sleep 0.1; echo done")
        self.assertEqual(result["stdout"], "done\n")
        self.assertEqual(self.alive(marker), b"")

    def test_nothing_is_left_after_a_timeout_or_a_deadline(self) -> None:
        marker = f"{time.time():.6f}"
        command = f"trap '' TERM; setsid sleep 93{marker} & sleep 94{marker} & wait"
        started = time.monotonic()
        self.assertTrue(self.sh(command, timeoutMs=300)["timedOut"])
        self.assertLess(time.monotonic() - started, 2)
        self.assertEqual(self.alive(marker), b"")
        self.refused(errors.DEADLINE, command=command, deadline_ms=300)
        eventually(lambda: not self.alive(marker), "all of it has ended")

    def test_a_detached_program_ends_with_all_it_started(self) -> None:
        marker = f"{time.time():.6f}"
        for force in (False, True):
            pid = self.sh(f"setsid sleep 95{marker} & sleep 96{marker}", wait=False)["pid"]
            eventually(lambda: self.alive(marker), "it runs")
            self.assertTrue(self.client.do("computer_process_terminate", pid=pid, force=force)["ended"])
            eventually(lambda: not self.alive(marker), "all of it has ended")

    def test_exit_codes_and_signals_are_the_programs(self) -> None:
        self.assertEqual(self.sh("exit 7")["exitCode"], 7)
        for name in ("KILL", "TERM", "SEGV", "PIPE"):
            self.assertEqual(self.sh(f"kill -{name} $$")["signal"], f"SIG{name}")
        self.assertEqual(self.sh("yes | head -1")["stdout"], "y\n")

    def test_what_it_may_use_is_limited(self) -> None:
        self.assertNotEqual(self.sh(": > big && truncate -s 1G big")["exitCode"], 0)
        self.assertNotEqual(self.sh("head -c 200M /dev/zero > /tmp/big")["exitCode"], 0)
        result = self.sh(":(){ :|:& };:; sleep 1", timeoutMs=2_000)
        self.assertIn("fork", result["stderr"] + "fork" * result["timedOut"])
        self.succeeds("echo after", "after\n")
        self.assertEqual(self.sh("ls /tmp/big")["exitCode"], 2)


class OrdinaryCommands(ConfinedTest):
    def test_ordinary_commands_work(self) -> None:
        (self.work / "tree/deep").mkdir(parents=True, exist_ok=True)
        (self.work / "tree/deep/needle.txt").write_text("a needle\n")
        for command, output in (
            ("pwd", f"{self.work}\n"),
            ("grep -r needle tree", "tree/deep/needle.txt:a needle\n"),
            ("find . -name 'needle*'", "./tree/deep/needle.txt\n"),
            (f"cat {self.docs}/page.txt | tr a-z A-Z", "PAGE\n"),
            ("diff <(printf 'a\\n') <(printf 'a\\n') && echo same", "same\n"),
            ("cat <<END\nhere $((1 + 1))\nEND", "here 2\n"),
            ("cat <<<text", "text\n"),
            ("seq 200000 | sort -S 32k -rn | head -1", "200000\n"),
            ("python3 -c 'print(1)'", "1\n"),
            ("python3 -c 'import tempfile, multiprocessing, subprocess, ssl, json; print(subprocess.check_output([\"echo\", \"x\"]).decode(), end=\"\")'", "x\n"),
            ("tar cf /tmp/tree.tar tree && mkdir -p out && tar xf /tmp/tree.tar -C out && cat out/tree/deep/needle.txt", "a needle\n"),
            ("cp -a tree copy && mv copy moved && rm -r moved && echo gone", "gone\n"),
            ("echo '#!/bin/sh\necho ran' > script && chmod +x script && ./script", "ran\n"),
            ("sed -i s/needle/thread/ tree/deep/needle.txt && awk '{print $2}' tree/deep/needle.txt", "thread\n"),
            ("mkfifo pipe && (echo through > pipe &) && cat pipe && rm pipe", "through\n"),
            ("id -un; date +%Y > /dev/null; ls -l /bin/sh > /dev/null; echo ok > /dev/stdout", "agent\nok\n"),
            ("mktemp -d > /dev/null && echo ${HOME} && touch ~/x", "/home/agent\n"),
            ("timeout 5 echo in time; nice echo nice; xargs -n1 echo < <(echo a b)", "in time\nnice\na\nb\n"),
            ("tee copy.txt < tree/deep/needle.txt && wc -c < copy.txt && md5sum < /dev/null", None),
        ):
            with self.subTest(command):
                self.succeeds(command, output)

    def test_a_written_file_is_there_afterwards_and_scratch_is_not(self) -> None:
        self.succeeds("echo kept > kept; echo lost > /tmp/lost; umask > /dev/null")
        self.assertEqual((self.work / "kept").read_text(), "kept\n")
        self.assertFalse(Path("/tmp/lost").exists())

    def test_a_directory_inside_another_keeps_the_larger_right(self) -> None:
        (self.work / "inner").mkdir(exist_ok=True)
        self.succeeds("echo 1 > inner/a", confine={"writable": [str(self.work)], "readable": [str(self.work / "inner"), str(self.allowed)]})
        confine = {"writable": [str(self.work / "inner")], "readable": [str(self.allowed)]}
        self.succeeds("echo 2 > inner/a && cat ../secret/key", "key of the other\n", confine=confine)
        self.assertNotEqual(self.sh("echo 3 > b", confine=confine)["exitCode"], 0)

    def test_it_is_known_and_soon_started(self) -> None:
        facts = self.client.call("ping")["confinement"]
        self.assertEqual(facts["kind"], "namespaces")
        self.assertIsInstance(facts["landlock"], int)
        confine = {"writable": [], "readable": [str(self.work)]}
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(15):
            for confined, start in ((True, lambda: self.start(argv=["true"], confine=confine)), (False, lambda: self.client.do("computer_process_start", argv=["true"], cwd=str(self.work)))):
                began = time.monotonic()
                start()
                times[confined].append((time.monotonic() - began) * 1_000)
        added = min(times[True]) - min(times[False])
        print(f"a confined command starts {added:.1f} ms later (plain {min(times[False]):.1f} ms)")
        self.assertLess(added, 60)  # about 16 ms alone on a machine; from sources without compiled files, under load, more

    def test_tools_that_start_nothing_and_applications_are_not_confined(self) -> None:
        confine = {"writable": [], "readable": []}
        for name, args in (("computer_process_list", {}), ("computer_process_start", {"app": "terminal"})):
            with self.assertRaises(Exception) as caught:
                self.client.call(name, {"token": 1, "deadlineMs": 5_000, "args": args, "confine": confine})
            self.assertEqual(getattr(caught.exception, "code", None), errors.INVALID_PARAMS)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    unittest.main()
