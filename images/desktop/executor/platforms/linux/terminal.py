"""What reads the keys of a terminal window: the judge of what is typed there needs the shell's directory.

Everything is read from the kernel's own records of the window's processes; what the window shows plays no part.
"""

from __future__ import annotations

import os

from . import procfs

EMULATORS = frozenset(("xterm", "lxterminal", "xfce4-terminal", "st"))
SHELLS = frozenset(("bash", "sh", "dash"))
UNKNOWN: dict[str, object] = {"cwd": None, "foreground": None}


def state(emulator: int) -> dict[str, object]:
    """`foreground`: `shell` when a shell waits for commands, `other` for another program (an editor, a script, a
    password prompt), None where it cannot be told; `cwd`: the shell's directory, None without one.
    """
    if procfs.executable(emulator) not in EMULATORS:
        return UNKNOWN
    # An emulator with several tabs: which one is shown cannot be told from here.
    leaders = [entry for entry in procfs.all_terminals() if entry.parent == emulator and entry.session == entry.pid]
    if len(leaders) != 1:
        return UNKNOWN
    foreground = leaders[0].foreground
    if foreground <= 0:
        return UNKNOWN
    if not _is_interactive_shell(foreground):
        return {"cwd": None, "foreground": "other"}
    try:
        return {"cwd": os.readlink(f"/proc/{foreground}/cwd"), "foreground": "shell"}
    except OSError:
        return UNKNOWN  # it has just ended


def _is_interactive_shell(pid: int) -> bool:
    """A shell with a script or `-c` reads commands from there, and the keys are its data."""
    if procfs.executable(pid) not in SHELLS:
        return False
    words = procfs.arguments(pid)[1:]
    return all(word[:1] in ("-", "+") and (word.startswith("--") or "c" not in word) for word in words)
