"""What reads the keys of a terminal window: the judge of what is typed there needs the shell's directory.

Everything is read from the kernel's own records of the window's processes; what the window shows plays no part.
"""

from __future__ import annotations

import os
import termios

from . import procfs

EMULATORS = frozenset(("xterm", "lxterminal", "xfce4-terminal", "st"))
SHELLS = frozenset(("bash", "sh", "dash"))
UNKNOWN: dict[str, object] = {"cwd": None, "foreground": None}


def state(emulator: int) -> dict[str, object]:
    """`foreground`: `shell` when a shell waits for commands, `other` for another program (an editor, a script, a
    password prompt), None where it cannot be told; `cwd`: the shell's directory, None without one.
    """
    leader = _leader(emulator)
    foreground = leader.foreground if leader else 0
    if foreground <= 0:
        return UNKNOWN
    if not _is_interactive_shell(foreground):
        return {"cwd": None, "foreground": "other"}
    try:
        return {"cwd": os.readlink(f"/proc/{foreground}/cwd"), "foreground": "shell"}
    except OSError:
        return UNKNOWN  # it has just ended


def hides_input(emulator: int) -> bool:
    """Whether whole lines are read that are not shown, as prompts for passwords do; a shell's own line editing reads keys."""
    leader = _leader(emulator)
    if leader is None:
        return False
    try:
        terminal = os.open(f"/proc/{leader.pid}/fd/0", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False  # it has just ended, or reads from elsewhere
    try:
        flags = termios.tcgetattr(terminal)[3]
    except termios.error:
        return False
    finally:
        os.close(terminal)
    return bool(flags & termios.ICANON) and not flags & termios.ECHO


def _leader(emulator: int) -> procfs.OnTerminal | None:
    """What the emulator started. Of one with several tabs: which is shown cannot be told from here."""
    if procfs.executable(emulator) not in EMULATORS:
        return None
    leaders = [entry for entry in procfs.all_terminals() if entry.parent == emulator and entry.session == entry.pid]
    return leaders[0] if len(leaders) == 1 else None


def _is_interactive_shell(pid: int) -> bool:
    """A shell with a script or `-c` reads commands from there, and the keys are its data."""
    if procfs.executable(pid) not in SHELLS:
        return False
    words = procfs.arguments(pid)[1:]
    return all(word[:1] in ("-", "+") and (word.startswith("--") or "c" not in word) for word in words)
