"""The image's application registry: which words start what, and which process is one of its applications."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .desktop_entries import INTERPRETERS


@dataclass(frozen=True)
class ImageApp:
    """`programs`: base names of what it starts, or of the script that an interpreter runs."""

    id: str
    name: str
    programs: frozenset[str]


class ImageApps:
    def __init__(self, apps: Sequence[dict[str, Any]]) -> None:
        self._apps = [ImageApp(app["id"], app["name"], frozenset((_program(app["argv"]),))) for app in apps]

    def named(self, word: str) -> ImageApp | None:
        wanted = word.strip().lower()
        return next((app for app in self._apps if wanted in (app.id.lower(), app.name.lower())), None)

    def running(self, program: str) -> ImageApp | None:
        return next((app for app in self._apps if program and program in app.programs), None)

    def of_names(self, names: Sequence[str]) -> ImageApp | None:
        """The one whose program is among these names, in lower case."""
        return next((app for app in self._apps if any(program.lower() in names for program in app.programs)), None)


def _program(argv: Sequence[str]) -> str:
    names = [os.path.basename(argument) for argument in argv if not argument.startswith("-")]
    return names[1] if len(names) > 1 and names[0] in INTERPRETERS else names[0]
