"""The system calls that Python 3.11 does not offer. Each raises Refused with the step's name: the program is not started."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_int, c_long, c_ulong

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = c_long
_libc.mount.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, c_ulong, ctypes.c_char_p)
_libc.prctl.argtypes = (c_int, c_ulong, c_ulong, c_ulong, c_ulong)

# <linux/sched.h>
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x02000000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
# <linux/mount.h>
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 0x1, 0x2, 0x4, 0x8, 0x20
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 0x1000, 0x4000, 0x40000, 2
# <linux/prctl.h>
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
# <linux/openat2.h>
RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS = 0x02, 0x04
# x86-64; the last two have the same number everywhere
SYS_PIVOT_ROOT, SYS_CAPSET, SYS_SECCOMP, SYS_OPENAT2 = 155, 126, 317, 437


class Refused(Exception):
    """A step of the confinement that the system did not allow."""

    def __init__(self, step: str, code: int) -> None:
        super().__init__(f"{step}: {os.strerror(code)}")
        self.code = code


def checked(step: str, returned: int) -> int:
    if returned < 0:
        raise Refused(step, ctypes.get_errno())
    return returned


def syscall(step: str, number: int, *arguments: object) -> int:
    return checked(step, _libc.syscall(c_long(number), *arguments))


def unshare(flags: int) -> None:
    checked("namespaces", _libc.unshare(c_int(flags)))


def prctl(step: str, option: int, value: int) -> None:
    checked(step, _libc.prctl(option, value, 0, 0, 0))


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    checked(
        f"mount {target}",
        _libc.mount(os.fsencode(source), os.fsencode(target), kind.encode() if kind else None, flags, options.encode()),
    )


def enter_root(directory: str) -> None:
    """Makes `directory` the root and lets go of the old one."""
    os.chdir(directory)
    syscall("pivot_root", SYS_PIVOT_ROOT, b".", b".")
    checked("umount", _libc.umount2(b".", c_int(MNT_DETACH)))
    os.chdir("/")


def open_without_links(path: str, flags: int) -> int:
    """Opens a path none of whose parts is a symbolic link, in one step that no swap can come between."""
    how = (ctypes.c_uint64 * 3)(flags, 0, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS)
    return syscall(
        f"open {path}", SYS_OPENAT2, c_int(-100), os.fsencode(path), how, ctypes.c_size_t(ctypes.sizeof(how))
    )


def drop_capabilities() -> None:
    """Those of the new user namespace: nothing needs them once the root stands."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    syscall("capset", SYS_CAPSET, header, (ctypes.c_uint32 * 6)())
