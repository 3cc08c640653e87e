"""A hostile repository: its settings, attributes and hooks name programs, and none of them runs, confined or not."""

from __future__ import annotations

import os
import unittest

from .confined import ConfinedTest

CONFIG = """
[core]
  fsmonitor = {evil} fsmonitor
  hooksPath = hooks
  pager = {evil} pager
  editor = {evil} editor
  sshCommand = {evil} ssh
  alternateRefsCommand = {evil} alternate
[diff]
  external = {evil} external
[diff "picture"]
  textconv = {evil} textconv
[diff "other"]
  command = {evil} command
[diff "two.words"]
  textconv = {evil} textconv2
[filter "store"]
  clean = {evil} clean
  smudge = {evil} smudge
  required = true
[filter "long"]
  process = {evil} process
[merge "mine"]
  driver = {evil} driver
[pager]
  log = {evil} pager-log
  status = {evil} pager-status
[log]
  showSignature = true
[gpg]
  program = {evil} gpg
[interactive]
  diffFilter = {evil} filter
[credential]
  helper = !{evil} credential
[include]
  path = more
"""
ATTRIBUTES = '*.png diff=picture\n*.txt diff=other\n*.two diff=two.words\n*.bin filter=store\n*.long filter=long\n* merge=mine\n'
READING = (
    "status", "status -s", "diff", "diff HEAD", "log -p", "show HEAD", "log --show-signature", "blame a.png", "grep -n a", "ls-files -s", "stash list",
    "diff --stat", "branch -a", "cat-file -p HEAD", "-C . status", "--no-pager log", "-c color.ui=always diff", "diff --cached", "check-attr -a a.png",
    "diff-files -p", "diff-index -p HEAD", "describe --always", "shortlog -s HEAD", "rev-parse HEAD", "whatchanged -p", "reflog",
)


class GitTest(ConfinedTest):
    def setUp(self) -> None:
        self.repository = self.work / self._testMethodName
        self.repository.mkdir()
        self.ran = self.repository / "ran"
        evil = self.repository / "evil"
        evil.write_text(f"#!/bin/sh\necho \"$*\" >> {self.ran}\ncat\n")
        evil.chmod(0o755)
        self.git("init -q . && git config user.email a@example.org && git config user.name A")
        for name in ("a.png", "b.txt", "c.two", "d.bin", "e.long"):
            (self.repository / name).write_text("before\n")
        self.git("add a.png b.txt c.two d.bin e.long && git commit -qm first")
        (self.repository / ".gitattributes").write_text(ATTRIBUTES)
        hooks = self.repository / "hooks"
        hooks.mkdir()
        for folder in (hooks, self.repository / ".git" / "hooks"):
            for hook in ("post-index-change", "pre-commit", "post-checkout", "post-commit", "reference-transaction", "post-rewrite"):
                os.symlink(evil, folder / hook)
        with open(self.repository / ".git" / "config", "a", encoding="utf-8") as file:
            file.write(CONFIG.format(evil=evil))
        (self.repository / ".git" / "more").write_text(f'[diff "included"]\n  textconv = {evil} included\n')
        for name in ("a.png", "b.txt", "c.two", "d.bin", "e.long"):
            (self.repository / name).write_text("after\n")

    def git(self, arguments: str, confined: bool = True) -> str:
        command = f"git {arguments}"
        if confined:
            result = self.sh(command, cwd=str(self.repository))
        else:
            result = self.client.do("computer_process_start", command=command, cwd=str(self.repository))
        self.assertEqual(result["exitCode"], 0, (command, result))
        return str(result["stdout"])

    def test_reading_runs_nothing_that_the_repository_names(self) -> None:
        for confined in (True, False):
            for arguments in READING:
                with self.subTest(arguments, confined=confined):
                    self.git(arguments, confined)
                    self.assertFalse(self.ran.exists(), self.ran.exists() and self.ran.read_text())
        self.assertIn("+after", self.git("diff a.png"))
        self.assertIn("+after", self.git("diff b.txt"))

    def test_the_repository_is_hostile(self) -> None:
        """Without what this is about, its programs do run."""
        self.git("--version; unset ${!GIT_CONFIG_*}; /usr/lib/git-core/git diff > /dev/null; /usr/lib/git-core/git diff --no-ext-diff > /dev/null; /usr/lib/git-core/git status > /dev/null")
        ran = self.ran.read_text()
        for name in ("external", "clean", "textconv", "fsmonitor"):
            self.assertIn(name, ran)

    def test_the_system_path_is_ours_too(self) -> None:
        self.git("--version; /usr/bin/git diff; PATH=/usr/bin git diff")
        self.assertFalse(self.ran.exists())

    def test_writing_runs_no_hook_and_no_filter(self) -> None:
        self.git("add d.bin e.long && git commit -qm second && git checkout -q -b other && git stash -q")
        self.assertFalse(self.ran.exists(), self.ran.exists() and self.ran.read_text())

    def test_settings_that_cannot_be_read_stop_it(self) -> None:
        with open(self.repository / ".git" / "config", "a", encoding="utf-8") as file:
            file.write("[broken\n")
        result = self.sh("git status", cwd=str(self.repository))
        self.assertEqual(result["exitCode"], 128)

    def test_reading_writes_nothing(self) -> None:
        before = {path: path.stat().st_mtime_ns for path in (self.repository / ".git").rglob("*")}
        confine = {"writable": [], "readable": [str(self.repository)]}
        for arguments in ("status", "diff", "log"):
            result = self.sh(f"git {arguments}", cwd=str(self.repository), confine=confine)
            self.assertEqual((result["exitCode"], result["stderr"]), (0, ""))
        self.assertEqual({path: path.stat().st_mtime_ns for path in (self.repository / ".git").rglob("*")}, before)


if __name__ == "__main__":
    unittest.main()
