"""Landlock: what may be done to which files, whatever the mounts say, and nothing outside is signalled.

<linux/landlock.h>. The kernel says which ABI it has; what an older one does not know is left out there.
"""

from __future__ import annotations

import ctypes
import os
import stat
from ctypes import c_int, c_size_t, c_uint32

from .system import Refused, syscall

SYS_CREATE_RULESET, SYS_ADD_RULE, SYS_RESTRICT_SELF = 444, 445, 446  # the same on every architecture
CREATE_RULESET_VERSION, RULE_PATH_BENEATH = 1, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK, TRUNCATE, IOCTL_DEV = 1 << 6, 1 << 11, 1 << 14, 1 << 15
#: By ABI: the first n rights of the file system. ABI 2 added moves between directories, 3 truncation, 5 device ioctl.
FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
BIND_AND_CONNECT_TCP, ABSTRACT_SOCKETS_AND_SIGNALS = 0b11, 0b11

READ = EXECUTE | READ_FILE | READ_DIR
WRITE = ~(MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV)
DEVICE = READ_FILE | WRITE_FILE
_FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV


def abi() -> int:
    """0 where the kernel has no Landlock, or a filter hides it."""
    try:
        return syscall("landlock", SYS_CREATE_RULESET, None, c_size_t(0), c_uint32(CREATE_RULESET_VERSION))
    except Refused:
        return 0


def restrict(version: int, rules: list[tuple[int, int]]) -> None:
    """From here on only what `rules` (descriptor, rights) give; neither TCP nor signals to what is outside. The
    descriptors are closed."""
    handled = (1 << FS_RIGHTS.get(version, FS_RIGHTS[5])) - 1
    fields = [handled, BIND_AND_CONNECT_TCP if version >= 4 else 0, ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0]
    count = 3 if version >= 6 else 2 if version >= 4 else 1
    attributes = (ctypes.c_uint64 * count)(*fields[:count])
    ruleset = syscall(
        "landlock ruleset", SYS_CREATE_RULESET, attributes, c_size_t(ctypes.sizeof(attributes)), c_uint32(0)
    )
    for descriptor, rights in rules:
        rights &= handled
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _FILE_RIGHTS
        rule = rights.to_bytes(8, "little") + descriptor.to_bytes(4, "little", signed=True)
        syscall("landlock rule", SYS_ADD_RULE, c_int(ruleset), c_int(RULE_PATH_BENEATH), rule, c_uint32(0))
    syscall("landlock", SYS_RESTRICT_SELF, c_int(ruleset), c_uint32(0))
    os.close(ruleset)
    for descriptor, _ in rules:
        os.close(descriptor)
