"""A root of its own: only the system's programs (read-only), the given directories, and private scratch space."""

from __future__ import annotations

import os
import stat

from . import landlock
from .covers import Covers
from .system import (
    MS_BIND, MS_NODEV, MS_NOSUID, MS_PRIVATE, MS_RDONLY, MS_REC, MS_REMOUNT, enter_root, mount, open_without_links,
)

#: What programs need of the system. The rest of /etc, all of /var, /opt, /root, /run and /sys is not there.
SYSTEM = (
    "/usr", "/etc/alternatives", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/ld.so.cache", "/etc/localtime",
    "/etc/ssl/certs", "/etc/mime.types", "/etc/magic", "/etc/inputrc", "/etc/bash.bashrc", "/etc/terminfo",
    "/etc/debian_version", "/etc/fonts", "/etc/python3.11", "/etc/perl",
)
LINKS = {
    "bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64", "etc/os-release": "../usr/lib/os-release",
    "dev/fd": "/proc/self/fd", "dev/stdin": "/proc/self/fd/0", "dev/stdout": "/proc/self/fd/1",
    "dev/stderr": "/proc/self/fd/2",
}
DEVICES = ("null", "zero", "full", "random", "urandom")
#: Private, empty and gone with the program: temporary files, a home, shared memory.
SCRATCH = ("/tmp", "/home/agent", "/dev/shm")
SCRATCH_OPTIONS = "mode=755,size=128m,nr_inodes=32k"
#: Covered by the new root while it is built; the private mount namespace alone sees that. No directory that is given lies
#: here: binding one of those would bring along what is mounted on it.
BUILD = "/mnt"
SEEN_FLAGS = 0xF  # of statvfs: read-only, nosuid, nodev, noexec, numbered as for mount; locked here, so they must be kept

TYPE_CHECKING = False  # typing takes as long to import as all else together
if TYPE_CHECKING:
    from typing import Any

Rules = list[tuple[int, int]]


def build(spec: dict[str, Any], has_landlock: bool) -> Rules:
    """Builds and enters the root. Returns what Landlock shall give: descriptors of what is in it, with rights."""
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    # Opened before anything is mounted: what these names mean now is what the program gets, whatever they mean later.
    directories = _directories(spec["writable"], spec["readable"])
    wanted = [
        *((path, landlock.READ, _open(path)) for path in SYSTEM if os.path.lexists(path)),
        *((f"/dev/{name}", landlock.DEVICE, _open(f"/dev/{name}")) for name in DEVICES),
        *directories,
    ]
    processes = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
    mount("tmpfs", BUILD, "tmpfs", MS_NOSUID | MS_NODEV, SCRATCH_OPTIONS)
    for name, target in LINKS.items():
        os.makedirs(os.path.dirname(f"{BUILD}/{name}"), exist_ok=True)
        os.symlink(target, f"{BUILD}/{name}")
    rules = _scratch()
    for path, rights, source in wanted:
        _bind(source, path, is_read_only=rights == landlock.READ)
        rules.append((source, rights))
    covers = Covers(BUILD, [path for path, _, _ in directories])
    covers.hide(spec["hidden"], spec["cwd"])
    covers.keep_session()
    os.makedirs(f"{BUILD}/proc", exist_ok=True)
    if has_landlock:
        # Nothing in it can be read or listed then; it is here because /dev/fd, which shells use, is a link into it.
        mount(f"/proc/self/fd/{processes}", f"{BUILD}/proc", None, MS_BIND | MS_REC)
    os.close(processes)
    mount("none", BUILD, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)
    enter_root(BUILD)
    return rules


def _scratch() -> Rules:
    """One file system of limited size behind all of them, apart from the root, which becomes read-only."""
    pool = f"{BUILD}/.scratch"
    os.mkdir(pool)
    mount("tmpfs", pool, "tmpfs", MS_NOSUID | MS_NODEV, SCRATCH_OPTIONS)
    rules = []
    for index, path in enumerate(SCRATCH):
        os.mkdir(f"{pool}/{index}")
        os.makedirs(f"{BUILD}{path}", exist_ok=True)
        mount(f"{pool}/{index}", f"{BUILD}{path}", None, MS_BIND)
        rules.append((os.open(f"{pool}/{index}", os.O_PATH), landlock.WRITE))
    return rules


def _directories(writable: list[str], readable: list[str]) -> list[tuple[str, int, int]]:
    """Outer ones first, so that none covers another; one that can be read is left out where it can be written anyway."""
    rights = dict.fromkeys(readable, landlock.READ) | dict.fromkeys(writable, landlock.WRITE)
    kept = {
        path: right for path, right in rights.items()
        if right == landlock.WRITE or not any(f"{path}/".startswith(f"{outer}/") for outer in writable)
    }
    return [(path, kept[path], open_without_links(path, os.O_PATH | os.O_DIRECTORY)) for path in sorted(kept)]


def _open(path: str) -> int:
    return os.open(path, os.O_PATH)


def _bind(source: int, path: str, is_read_only: bool) -> None:
    target = f"{BUILD}{path}"
    if stat.S_ISDIR(os.fstat(source).st_mode):
        os.makedirs(target, exist_ok=True)
        kind = os.O_DIRECTORY
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
        kind = 0
    # Inside a directory that was bound before, somebody outside may swap names: never follow a link there.
    handle = open_without_links(target, os.O_PATH | kind)
    mount(f"/proc/self/fd/{source}", f"/proc/self/fd/{handle}", None, MS_BIND | MS_REC)
    os.close(handle)
    if is_read_only:
        handle = open_without_links(target, os.O_PATH | kind)
        flags = (os.statvfs(handle).f_flag & SEEN_FLAGS) | MS_NOSUID | MS_RDONLY
        mount("none", f"/proc/self/fd/{handle}", None, MS_BIND | MS_REMOUNT | flags)
        os.close(handle)
