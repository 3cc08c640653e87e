"""Covers in the new root: entries that stay in their place, empty and read-only, whatever is behind them outside.

Two kinds: names that nobody may read (version control, keys), which the worker gives, and what carries the desktop's session
in /tmp. What is covered cannot be removed or renamed either, because it is a mount point.
"""

from __future__ import annotations

import errno
import os
import stat

from .system import MS_BIND, MS_NODEV, MS_NOSUID, MS_RDONLY, MS_REMOUNT, Refused, mount, open_without_links

SESSION_DIRECTORY = "/tmp"


class Covers:
    """`base`: where the new root is built; `directories`: what was given, bound there already."""

    def __init__(self, base: str, directories: list[str]) -> None:
        self._base = base
        self._directories = directories
        self._kinds: dict[bool, str] = {}

    def hide(self, names: list[str], cwd: str) -> None:
        """`names`, where a given directory, one directly in it, or one on the way to `cwd` has them."""
        places: dict[str, None] = {}  # in order, each once
        cwd = os.path.normpath(cwd)
        for directory in self._directories:
            places[directory] = None
            for entry in self._entries(directory):
                if entry.is_dir(follow_symlinks=False):
                    places[f"{directory}/{entry.name}"] = None
            if f"{cwd}/".startswith(f"{directory}/"):
                place = cwd
                while len(place) > len(directory):
                    places[place] = None
                    place = os.path.dirname(place)
        for place in places:
            for name in names:
                if os.path.lexists(f"{self._base}{place}/{name}"):
                    self._cover(f"{place}/{name}")

    def keep_session(self) -> None:
        """The sockets of the display and their like, where the directory with them was given."""
        for entry in self._entries(SESSION_DIRECTORY):
            if self._is_of_session(entry):
                self._cover(f"{SESSION_DIRECTORY}/{entry.name}")

    def _entries(self, directory: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self._base}{directory}") as entries:
                return list(entries)
        except (PermissionError, FileNotFoundError, NotADirectoryError):
            return []  # what cannot be listed is not found by a search either; or it is gone by now

    def _is_of_session(self, entry: os.DirEntry[str]) -> bool:
        """By name or kind: sockets, lock files of displays, and hidden directories that are made for sockets or hold one."""
        name = entry.name
        if entry.is_symlink() or entry.is_file(follow_symlinks=False):
            return name.startswith(".X") and name.endswith("-lock") and not entry.is_symlink()
        if not entry.is_dir(follow_symlinks=False):
            return _is_socket(entry)
        if not name.startswith("."):
            return False
        return name.endswith("-unix") or any(map(_is_socket, self._entries(f"{SESSION_DIRECTORY}/{name}")))

    def _cover(self, path: str) -> None:
        try:
            handle = open_without_links(f"{self._base}{path}", os.O_PATH)
        except Refused as error:
            # Gone by now, or a link: what that leads to is in reach by its own name, or not at all.
            if error.code in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
                return
            raise
        empty = self._empty(stat.S_ISDIR(os.fstat(handle).st_mode))
        mount(empty, f"/proc/self/fd/{handle}", None, MS_BIND)
        os.close(handle)

    def _empty(self, is_directory: bool) -> str:
        """Something empty to bind, read-only itself, so that each copy of it is."""
        path = self._kinds.get(is_directory)
        if path is None:
            path = self._kinds[is_directory] = f"{self._base}/.empty-{'directory' if is_directory else 'file'}"
            if is_directory:
                os.mkdir(path)
            else:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            mount(path, path, None, MS_BIND)
            mount("none", path, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)
        return path


def _is_socket(entry: os.DirEntry[str]) -> bool:
    try:
        return stat.S_ISSOCK(entry.stat(follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return False  # gone by now
