"""What a confined program is not shown of the directories that it was given: protected names, and the session's sockets."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import unittest
from pathlib import Path

from executor import errors

from .confined import ConfinedTest

NAMES = [".git", ".ssh", ".claude"]


class HiddenNames(ConfinedTest):
    def setUp(self) -> None:
        self.repository = self.work / "project"
        self.deep = self.repository / "source" / "deep"
        self.deep.mkdir(parents=True, exist_ok=True)
        for place in (self.work, self.repository, self.deep, self.docs):
            for name in (".git", ".claude"):
                (place / name).mkdir(exist_ok=True)
                (place / name / "config").write_text("needle of the repository\n")
        (self.repository / "page.txt").write_text("needle of the page\n")

    def hidden(self, command: str, names: list[str] | None = None, **args: object) -> dict[str, object]:
        confine = {"writable": [str(self.work)], "readable": [str(self.docs)], "hidden": NAMES if names is None else names}
        return self.sh(command, confine=confine, **args)

    def test_a_recursive_reader_does_not_find_them(self) -> None:
        for place, found in ((self.work, "./project/page.txt\n"), (self.repository, "./page.txt\n"), (self.docs, ""), (self.deep, "")):
            with self.subTest(place):
                self.assertEqual(self.hidden("grep -rl --exclude-dir=deep needle .", cwd=str(place))["stdout"], found)
                shown = self.hidden("grep -rl needle .", [], cwd=str(place))["stdout"]
                self.assertIn("./.git/config\n", shown)  # what the names are good for
        self.assertEqual(self.hidden("find . -path '*/.git/*' -not -path '*/deep/*'")["stdout"], "")
        self.assertEqual(self.hidden("tar cf - --exclude=deep . | tar tf - | grep config; true")["stdout"], "")

    def test_they_can_be_neither_changed_nor_replaced(self) -> None:
        for command in (
            "echo x > .git/config", "touch .git/new", "mkdir .git/hooks", "rm -rf .git", "rmdir .git", "mv .git aside", "chmod 700 .git",
            "ln -sfT /tmp .git", "mv page.txt .git", "cp page.txt .claude/page.txt", "python3 -c 'import os; os.rename(\"source\", \".git\")'",
        ):
            with self.subTest(command):
                self.assertNotEqual(self.hidden(command, cwd=str(self.repository))["exitCode"], 0)
        for name in (".git", ".claude"):
            self.assertEqual([path.name for path in (self.repository / name).iterdir()], ["config"])
            self.assertEqual((self.repository / name / "config").read_text(), "needle of the repository\n")

    def test_a_file_of_that_name_is_empty_and_a_link_is_as_it_was(self) -> None:
        other = self.work / "worktree"
        other.mkdir(exist_ok=True)
        (other / ".git").write_text("gitdir: ../project/.git\n")
        (other / ".ssh").unlink(missing_ok=True)
        os.symlink("../project/page.txt", other / ".ssh")
        self.assertEqual(self.hidden("cat .git .ssh; echo x > .git", cwd=str(other))["stdout"], "needle of the page\n")
        self.assertEqual((other / ".git").read_text(), "gitdir: ../project/.git\n")

    def test_git_works_where_its_directory_is_not_among_them(self) -> None:
        repository = self.work / "versioned"
        subprocess.run(["git", "init", "-q", str(repository)], check=True, env={"PATH": "/usr/bin:/bin", "HOME": "/nowhere"})
        (repository / "new.txt").write_text("new\n")
        result = self.hidden("git status --porcelain", [".ssh", ".claude"], cwd=str(repository))
        self.assertEqual((result["exitCode"], result["stdout"]), (0, "?? new.txt\n"), result)

    def test_only_names_are_taken(self) -> None:
        for bad in (["/etc"], ["a/b"], [".."], ["."], [""], "x", [1], ["x"] * 17):
            with self.subTest(bad):
                self.refused(errors.INVALID_PARAMS, command="true", confine={"writable": [], "readable": [], "hidden": bad})

    def test_it_costs_little(self) -> None:
        for index in range(100):
            (self.work / f"directory-{index}").mkdir(exist_ok=True)
            (self.work / f"directory-{index}" / ".git").mkdir(exist_ok=index < 10)
        times: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(15):
            for names in (NAMES, []):
                began = time.monotonic()
                self.hidden("true", names)
                times[bool(names)].append((time.monotonic() - began) * 1_000)
        added = min(times[True]) - min(times[False])
        print(f"a hundred directories with .git add {added:.1f} ms")
        self.assertLess(added, 60)  # some 5 on a machine that does nothing else


class SessionSockets(ConfinedTest):
    """The whole of /tmp is given, with the display's socket in it."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.client.close()
        cls.client = type(cls.client)(cls.desktop, roots="/tmp")
        cls.addClassCleanup(cls.client.close)

    def in_tmp(self, command: str) -> dict[str, object]:
        return self.sh(command, cwd="/tmp", confine={"writable": ["/tmp"], "readable": []})

    def test_the_display_stays_whatever_is_removed(self) -> None:
        display = f"/tmp/.X11-unix/X{self.desktop.env['DISPLAY'].lstrip(':')}"
        self.assertTrue(Path(display).is_socket())
        for command in (
            f"rm -f /tmp/.X11-unix/X*; test -e {display}", "rm -rf /tmp/.X11-unix", "rmdir /tmp/.X11-unix", "mv /tmp/.X11-unix /tmp/aside",
            f"touch {display}", f"ln -s /nowhere {display}",
        ):
            with self.subTest(command):
                self.assertNotEqual(self.in_tmp(command)["exitCode"], 0)
        self.assertEqual(self.in_tmp("ls -A /tmp/.X11-unix")["stdout"], "")
        self.assertIn(".X11-unix", self.in_tmp("ls -la /tmp")["stdout"])
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(display)
        subprocess.run(["xprop", "-root", "_NET_SUPPORTED"], env=self.desktop.env, check=True, capture_output=True, timeout=10)

    def test_other_sockets_and_locks_stay_too(self) -> None:
        folder, lock, agent = Path("/tmp/.ICE-unix"), Path("/tmp/.X77-lock"), Path("/tmp/agent.sock")
        holder = Path("/tmp/.holder")
        for made in (folder, holder):
            made.mkdir(exist_ok=True)
        lock.write_text("1\n")
        with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as two:
            one.bind(str(agent))
            two.bind(str(holder / "socket"))
            self.in_tmp("rm -rf .ICE-unix .X77-lock agent.sock .holder; echo x > .X77-lock")
            self.assertEqual(self.in_tmp("cat .X77-lock; test -S agent.sock && echo socket; ls -A .holder")["stdout"], "")
        self.assertTrue(folder.is_dir() and agent.is_socket() and (holder / "socket").is_socket())
        self.assertEqual(lock.read_text(), "1\n")
        for left in (agent, holder / "socket", lock):
            left.unlink()
        folder.rmdir()
        holder.rmdir()

    def test_what_is_the_commands_own_is_written_and_removed(self) -> None:
        self.assertEqual(self.in_tmp("mkdir -p .cache/x && echo 1 > .cache/x/y && rm -r .cache && echo kept > /tmp/kept.txt && echo done")["stdout"], "done\n")
        self.assertEqual(Path("/tmp/kept.txt").read_text(), "kept\n")
        Path("/tmp/kept.txt").unlink()

    def test_the_sockets_directory_alone_is_empty(self) -> None:
        confine = {"writable": ["/tmp/.X11-unix"], "readable": []}
        self.assertEqual(self.sh("ls -A /tmp/.X11-unix; rm -f /tmp/.X11-unix/X*; touch /tmp/.X11-unix/x 2>&1 || echo refused", cwd="/", confine=confine)["stdout"].split()[-1], "refused")
        self.assertTrue(any(path.is_socket() for path in Path("/tmp/.X11-unix").iterdir()))


if __name__ == "__main__":
    unittest.main()
