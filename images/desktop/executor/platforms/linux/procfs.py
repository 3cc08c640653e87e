"""Facts about processes from /proc, and handles that keep meaning the same process (pidfd)."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone

TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
ARGUMENTS_MAX, ARGUMENT_CHARACTERS_MAX = 32, 512


@dataclass(frozen=True)
class ProcessFacts:
    """`start_ticks` since boot: together with the pid it names one process for good."""

    pid: int
    parent: int
    uid: int
    name: str
    start_ticks: int
    resident_pages: int


def read_facts(pid: int) -> ProcessFacts | None:
    """None when there is no such process, or it is a zombie: it has ended already."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            uid = os.fstat(file.fileno()).st_uid
            head, _, tail = file.read().rpartition(b")")
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = tail.split()
    if fields[0] in (b"Z", b"X"):
        return None
    name = head.partition(b"(")[2].decode("utf-8", "replace")
    return ProcessFacts(pid, int(fields[1]), uid, name, int(fields[19]), int(fields[21]))


@dataclass(frozen=True)
class OnTerminal:
    """`foreground`: the process group that gets the terminal's keys, of the terminal of this process."""

    pid: int
    parent: int
    session: int
    foreground: int


def all_terminals() -> Iterator[OnTerminal]:
    """Every process that has a controlling terminal."""
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[4]) != 0:
                yield OnTerminal(int(entry), int(fields[1]), int(fields[3]), int(fields[5]))


def all_facts() -> Iterator[ProcessFacts]:
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            facts = read_facts(int(entry))
            if facts:
                yield facts


def arguments(pid: int) -> list[str]:
    """The argument vector, cut: [] for a process that is gone or hides it."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            raw = file.read(ARGUMENTS_MAX * ARGUMENT_CHARACTERS_MAX * 4)
    except OSError:
        return []
    parts = raw.rstrip(b"\0").split(b"\0") if raw else []
    return [part.decode("utf-8", "replace")[:ARGUMENT_CHARACTERS_MAX] for part in parts[:ARGUMENTS_MAX]]


def executable(pid: int) -> str:
    """The base name of the program's file; unlike the name in /proc/PID/comm the process cannot choose it."""
    try:
        return os.path.basename(os.readlink(f"/proc/{pid}/exe"))
    except OSError:
        return ""


def started_at(facts: ProcessFacts) -> str:
    with open("/proc/stat", encoding="ascii") as file:
        boot = next(int(line.split()[1]) for line in file if line.startswith("btime"))
    moment = datetime.fromtimestamp(boot + facts.start_ticks / TICKS, timezone.utc)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ancestors(pid: int) -> list[int]:
    """Parent, grandparent and so on up to pid 1."""
    found: list[int] = []
    facts = read_facts(pid)
    while facts and facts.parent > 0 and facts.parent not in found:
        found.append(facts.parent)
        facts = read_facts(facts.parent)
    return found


@contextlib.contextmanager
def pinned(pid: int) -> Iterator[int]:
    """A pidfd: while it is open, what it means never becomes another process. Raises ProcessLookupError."""
    descriptor = os.pidfd_open(pid)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def exit_descriptor(pid: int) -> int:
    """A descriptor that becomes readable once this child of ours has ended; that does not reap it. The caller closes it.

    A pidfd, or where the kernel has none (gVisor of 2022) the end of a pipe that a thread lets go of.
    """
    try:
        return os.pidfd_open(pid)
    except OSError as error:
        if error.errno != errno.ENOSYS:
            raise
    reader, writer = os.pipe()

    def watch() -> None:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        os.close(writer)

    threading.Thread(target=watch, name="exit", daemon=True).start()
    return reader


def send(pidfd: int, number: int) -> bool:
    """False when the process has ended already."""
    try:
        signal.pidfd_send_signal(pidfd, number)
    except ProcessLookupError:
        return False
    return True
