"""The image's application registry: which words start what, and which process is one of its applications."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .desktop_entries import INTERPRETERS

SCRIPT_BYTES_MAX = 4_096
EXEC = re.compile(rb"^exec (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class ImageApp:
    """`program`: base name of what it starts, or of the script that an interpreter runs."""

    id: str
    name: str
    program: str


class ImageApps:
    def __init__(self, apps: Sequence[dict[str, Any]]) -> None:
        self._apps = [ImageApp(app["id"], app["name"], _program(app["argv"])) for app in apps]

    def named(self, word: str) -> ImageApp | None:
        wanted = word.strip().lower()
        return next((app for app in self._apps if wanted in (app.id.lower(), app.name.lower())), None)

    def running(self, program: str) -> ImageApp | None:
        return next((app for app in self._apps if program and program == app.program), None)

    def of_names(self, names: Sequence[str]) -> ImageApp | None:
        """The one whose program is among these names, in lower case."""
        return next((app for app in self._apps if app.program.lower() in names), None)


def _program(argv: Sequence[str]) -> str:
    names = [os.path.basename(argument) for argument in argv if not argument.startswith("-")]
    if len(names) > 1 and names[0] in INTERPRETERS:
        return names[1]
    return _executed(argv[0]) or names[0]


def _executed(program: str) -> str:
    """What a shell script turns into at its end; "" for other programs."""
    path = shutil.which(program)
    try:
        with open(path or "", "rb") as file:
            head = file.read(SCRIPT_BYTES_MAX)
    except OSError:
        return ""
    found = EXEC.search(head) if head.startswith(b"#!") else None
    return os.path.basename(found[1].decode("utf-8", "replace")) if found else ""
