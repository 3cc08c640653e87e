"""The system calls that a confined program does not get, on top of those that no desktop has (images/desktop/seccomp).

A filter of classic BPF in the kernel's own form (<linux/seccomp.h>, <linux/filter.h>), x86-64: a call of another
architecture, x32 among them, ends the program. What is refused answers EPERM, so programs can say so and go on.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from ctypes import c_uint, c_ushort, c_void_p

from .system import SYS_SECCOMP, syscall

AUDIT_ARCH_X86_64, X32_BIT = 0xC000003E, 0x40000000
SET_MODE_FILTER = 1
KILL, ERRNO, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
NUMBER, ARCH, ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; arguments have 8 bytes each
LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06

#: <asm/unistd_64.h>
REFUSED = {
    # No socket can be made, so none is bound, connected or accepted: no network, no display, no bus, no netlink.
    "socket": 41, "connect": 42, "accept": 43, "bind": 49, "listen": 50, "accept4": 288,
    "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240,
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "pidfd_getfd": 438,
    "process_madvise": 440,
    "unshare": 272, "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161,
    "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
    "mount_setattr": 442, "sethostname": 170, "setdomainname": 171,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "add_key": 248, "request_key": 249, "keyctl": 250,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "name_to_handle_at": 303, "open_by_handle_at": 304, "fanotify_init": 300,
    "personality": 135, "memfd_secret": 447,
}
CLONE, CLONE3, SOCKETPAIR, IOCTL, TRUNCATE = 56, 435, 53, 16, 76
CLONE_NEW = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
SOCKET_TYPE, SOCK_STREAM, SOCK_SEQPACKET = 0xF, 1, 5
TIOCSTI, TIOCLINUX = 0x5412, 0x541C


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


def _refuse(number: int = errno.EPERM) -> bytes:
    return _op(RETURN, ERRNO | number)


def _when(call: int, *body: bytes) -> list[bytes]:
    """`body` for this call only; it ends in a return, and the call's number is loaded before and after."""
    return [_op(EQUAL, call, 0, len(body)), *body]


def program(guards_truncate: bool) -> bytes:
    """`guards_truncate`: Landlock before ABI 3 does not see truncate(2) by path, so it is refused."""
    refused = sorted({*REFUSED.values(), *((TRUNCATE,) if guards_truncate else ())})
    lines = [
        _op(LOAD, ARCH), _op(EQUAL, AUDIT_ARCH_X86_64, 1, 0), _op(RETURN, KILL),
        _op(LOAD, NUMBER), _op(AT_LEAST, X32_BIT, 0, 1), _op(RETURN, KILL),
    ]
    for number in refused:
        lines += _when(number, _refuse())
    # Its flags are in memory, out of a filter's sight. ENOSYS makes the C library fall back to clone.
    lines += _when(CLONE3, _refuse(errno.ENOSYS))
    lines += _when(CLONE, _op(LOAD, ARGUMENT), _op(ANY_BIT, CLONE_NEW, 0, 1), _refuse(), _op(RETURN, ALLOW))
    # Datagram pairs can send to any address; connected streams cannot.
    lines += _when(
        SOCKETPAIR, _op(LOAD, ARGUMENT + 8), _op(AND, SOCKET_TYPE), _op(EQUAL, SOCK_STREAM, 2, 0),
        _op(EQUAL, SOCK_SEQPACKET, 1, 0), _refuse(), _op(RETURN, ALLOW),
    )
    # Typing into a terminal that somebody else reads.
    lines += _when(
        IOCTL, _op(LOAD, ARGUMENT + 8), _op(EQUAL, TIOCSTI, 1, 0), _op(EQUAL, TIOCLINUX, 0, 1), _refuse(),
        _op(RETURN, ALLOW),
    )
    return b"".join([*lines, _op(RETURN, ALLOW)])


class _Program(ctypes.Structure):
    _fields_ = [("count", c_ushort), ("filter", c_void_p)]


def install(guards_truncate: bool) -> None:
    """For this process and everything it starts, for good. Needs no_new_privs."""
    code = program(guards_truncate)
    buffer = ctypes.create_string_buffer(code, len(code))
    described = _Program(len(code) // 8, ctypes.cast(buffer, c_void_p))
    syscall("seccomp", SYS_SECCOMP, c_uint(SET_MODE_FILTER), c_uint(0), ctypes.byref(described))
