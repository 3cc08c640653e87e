"""Which applications run, and what each is called: by its windows, its .desktop file, its process and the bus."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from .. import procfs
from .desktop_entries import INTERPRETERS, DesktopEntries
from .image_apps import ImageApps
from .xwindows import XWindow

NAME_CHARACTERS_MAX = 200


@dataclass(frozen=True)
class RunningApp:
    """`id`: of its .desktop file, else its program or script. `window`: its main one; `rank`: smaller is nearer to the top."""

    pid: int
    name: str
    id: str
    wm_class: str | None
    process_name: str
    window: XWindow | None
    rank: int

    def words(self) -> tuple[str, ...]:
        """What a caller may call it, in lower case."""
        instance = self.window.instance if self.window else ""
        every = (self.name, self.id, self.wm_class or "", instance, self.process_name, self.id.rpartition(".")[2])
        return tuple(word.lower() for word in every if word)


class AppNamer:
    def __init__(self, entries: DesktopEntries, image_apps: ImageApps) -> None:
        self._entries = entries
        self._image_apps = image_apps

    def name(
        self, pid: int, windows: Sequence[XWindow], main: XWindow | None, bus_name: str, rank: int = 0
    ) -> RunningApp:
        """`windows`: all of the process; `bus_name`: what it calls itself on the accessibility bus, "" if it is on none."""
        program = procfs.executable(pid)
        script = _script(pid) if _is_interpreter(program) else ""
        own = main or next(iter(windows), None)
        process_name = _process_name(pid) or program or (own.instance if own else "")
        name, app_id = self._name_and_id(own, program, script, bus_name)
        wm_class = _line(own.wm_class or own.instance) if own else ""
        return RunningApp(
            pid, _line(name or process_name) or f"process {pid}", _line(app_id or process_name) or str(pid),
            wm_class or None, process_name, own, rank,
        )

    def _name_and_id(self, window: XWindow | None, program: str, script: str, bus_name: str) -> tuple[str, str]:
        """Of the desktop file, else of the image's registry, else what the program says itself."""
        classes = [window.wm_class, window.instance] if window else []
        entry = self._entries.find(classes, "" if script else program)
        if entry:
            return entry.name, entry.id
        image_app = self._image_apps.running(script or program)
        if image_app:
            return image_app.name, image_app.id
        if script:
            return bus_name if bus_name and not _is_interpreter(bus_name) else script, script
        return (window.wm_class if window else "") or bus_name or program, program


def _is_interpreter(program: str) -> bool:
    return program in INTERPRETERS or program.rstrip("0123456789.") in INTERPRETERS


def _line(text: str) -> str:
    """On one line, as it stands in the text's header."""
    return "".join(" " if not character.isprintable() else character for character in text)[:NAME_CHARACTERS_MAX].strip()


def _process_name(pid: int) -> str:
    facts = procfs.read_facts(pid)
    return facts.name if facts else ""


def _script(pid: int) -> str:
    """The file that an interpreter runs."""
    for argument in procfs.arguments(pid)[1:]:
        if argument == "-m":
            continue
        if not argument.startswith("-"):
            return os.path.basename(argument)
    return ""
