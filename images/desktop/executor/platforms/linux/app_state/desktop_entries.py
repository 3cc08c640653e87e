"""What an application is called: from its .desktop file (https://specifications.freedesktop.org/desktop-entry-spec/latest/)."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

FILE_BYTES_MAX = 1 << 16
FILES_MAX = 2_000
#: Starters of other programs: whom they start says nothing about them.
INTERPRETERS = frozenset(("env", "sh", "bash", "python3", "python", "perl", "java"))


@dataclass(frozen=True)
class Entry:
    """`id`: the file's name without its ending. `program`: base name of what it starts."""

    id: str
    name: str
    wm_class: str
    program: str
    is_hidden: bool


class DesktopEntries:
    """Reads the files again when a directory has changed."""

    def __init__(self, directories: Sequence[str]) -> None:
        self._directories = directories
        self._stamp: tuple[int, ...] = ()
        self._entries: list[Entry] = []

    def all(self) -> list[Entry]:
        stamp = tuple(_changed_at(directory) for directory in self._directories)
        if stamp != self._stamp:
            self._stamp = stamp
            self._entries = [entry for directory in self._directories for entry in _read_directory(directory)]
        return self._entries

    def find(self, wm_class: Sequence[str], program: str) -> Entry | None:
        """The entry of a running application, by the parts of its windows' class and the name of its program."""
        classes = [part.lower() for part in wm_class if part]
        entries = self.all()
        for fits in (
            lambda entry: entry.wm_class.lower() in classes,
            lambda entry: entry.id.lower() in classes,
            lambda entry: entry.id.lower().rpartition(".")[2] in classes,
            lambda entry: bool(program) and entry.program == program,
        ):
            found = [entry for entry in entries if fits(entry)]
            if found:
                return min(found, key=lambda entry: (entry.is_hidden, len(entry.id)))
        return None


def data_directories() -> list[str]:
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.environ.get("HOME", "/"), ".local/share")
    system = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    return [os.path.join(directory, "applications") for directory in [home, *system.split(":")] if directory]


def _changed_at(directory: str) -> int:
    try:
        return os.stat(directory).st_mtime_ns
    except OSError:
        return 0


def _read_directory(directory: str) -> list[Entry]:
    try:
        names = sorted(name for name in os.listdir(directory) if name.endswith(".desktop"))[:FILES_MAX]
    except OSError:
        return []
    return [entry for name in names if (entry := _read_file(os.path.join(directory, name), name.removesuffix(".desktop")))]


def _read_file(path: str, entry_id: str) -> Entry | None:
    """None for what is no application or cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(FILE_BYTES_MAX).splitlines()
    except OSError:
        return None
    values: dict[str, str] = {}
    is_main = False
    for line in lines:
        if line.startswith("["):
            is_main = line.strip() == "[Desktop Entry]"
        elif is_main and "=" in line:
            key, _, value = line.partition("=")
            values.setdefault(key.strip(), value.strip())
    if values.get("Type") != "Application" or not values.get("Name"):
        return None
    return Entry(
        entry_id, _short_name(values["Name"], values.get("GenericName", "")), values.get("StartupWMClass", ""),
        _program(values.get("Exec", "")), values.get("NoDisplay") == "true",
    )


def _short_name(name: str, generic: str) -> str:
    """`Chromium Web Browser`, a `Web Browser`, is called Chromium."""
    short = name.removesuffix(generic).strip() if generic else name
    return short or name


def _program(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    name = os.path.basename(words[0]) if words else ""
    return "" if name in INTERPRETERS else name
