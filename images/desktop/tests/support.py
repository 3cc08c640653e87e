"""What the tests of the image share. They run inside a desktop as its user, with unittest, and drive it from outside our
own code: xdotool for keys, AT-SPI for the tree, so that a mistake of the executor cannot hide one of the image."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

STATE = Path("/run/deskfleet")
WORKSPACE = Path("/workspace")
Answer = TypeVar("Answer")


def session_environment() -> dict[str, str]:
    """The environment of every process of the session."""
    lines = (STATE / "env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


os.environ.update(session_environment())

import gi  # noqa: E402  (GLib reads the environment when it is loaded)

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def run(*argv: str) -> str:
    """Runs a program to its end and gives what it printed. Raises CalledProcessError unless it exits with 0."""
    return subprocess.run(argv, check=True, capture_output=True, text=True, timeout=30).stdout.strip()


def eventually(question: Callable[[], Answer], what: str, seconds: float = 20) -> Answer:
    """Asks until the answer is truthy; fails with `what` after `seconds`. Tree nodes that vanish meanwhile are no answer."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            if answer := question():
                return answer
        except (GLib.Error, subprocess.CalledProcessError):
            pass  # gone while we looked, or not there yet: ask again
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


def active_title() -> str:
    return run("xdotool", "getactivewindow", "getwindowname")


def await_title(title: str) -> None:
    eventually(lambda: active_title() == title, f"active window '{title}'")


def keys(*names: str) -> None:
    run("xdotool", "key", *names)


def type_ascii(text: str) -> None:
    run("xdotool", "type", "--delay", "2", text)


def nodes(root: Atspi.Accessible | None = None) -> Iterator[Atspi.Accessible]:
    """Every node of the accessibility tree, parents first."""
    root = root or Atspi.get_desktop(0)
    for index in range(root.get_child_count()):
        child = root.get_child_at_index(index)
        if child is not None:
            yield child
            yield from nodes(child)


def find(role: str, name: str) -> Atspi.Accessible:
    """The first node with this role and name, waited for."""
    matches = lambda: next((n for n in nodes() if n.get_role_name() == role and n.get_name() == name), None)  # noqa: E731
    return eventually(matches, f"{role} '{name}' in the accessibility tree")


def labelled(label: str) -> Atspi.Accessible:
    """The field that a label belongs to, by its accessibility relation."""
    for relation in find("label", label).get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.LABEL_FOR:
            return relation.get_target(0)
    raise AssertionError(f"label '{label}' belongs to no field")


class Program:
    """A program of the session, ended with the `with` block."""

    def __init__(self, *argv: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            argv, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        self.process.wait(20)
