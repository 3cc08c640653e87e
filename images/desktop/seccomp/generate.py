"""Writes the two seccomp profiles of a desktop: desktop.json (closed) and desktop-userns.json (also user namespaces,
for Chromium's own sandbox and bubblewrap).

A profile allows the calls of known-syscalls.txt minus DENIED; everything else, so also what newer kernels add, fails
with EPERM. Run it again after an edit; `--check` exits 1 if a committed profile differs. known-syscalls.txt holds the
names in linux-libc-dev's <asm/unistd_64.h>, sorted (arm64 has no others): whoever takes a newer header decides about
each new name here.
"""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent

# Without capabilities most of these fail anyway; the point is the kernel code that is not even reached.
DENIED = {
    "kernel, devices, accounting": """
        _sysctl acct bpf create_module delete_module fanotify_init fanotify_mark finit_module get_kernel_syms init_module
        ioperm iopl kexec_file_load kexec_load lookup_dcookie modify_ldt nfsservctl perf_event_open query_module quotactl
        quotactl_fd reboot swapoff swapon sysfs syslog uselib ustat vhangup""",
    "the clock of the host": "adjtimex clock_adjtime clock_settime settimeofday",
    "namespaces and mounts": """
        chroot fsconfig fsmount fsopen fspick mount mount_setattr move_mount open_tree pivot_root setdomainname
        sethostname setns umount2 unshare""",
    "other processes' memory and descriptors": """
        kcmp pidfd_getfd process_madvise process_mrelease process_vm_readv process_vm_writev ptrace""",
    "kernel keyrings, which have no namespace": "add_key keyctl request_key",
    "files by handle, past every path check": "name_to_handle_at open_by_handle_at",
    "large attack surface, no use on a desktop": """
        get_mempolicy io_uring_enter io_uring_register io_uring_setup mbind memfd_secret migrate_pages move_pages
        set_mempolicy set_mempolicy_home_node userfaultfd""",
    "never implemented": "afs_syscall epoll_ctl_old epoll_wait_old getpmsg putpmsg security tuxcall vserver",
}
CONDITIONAL = {"clone", "clone3", "personality", "socket", "socketpair"}
USER_NAMESPACES = {"chroot", "mount", "pivot_root", "sethostname", "umount2", "unshare"}

# <linux/sched.h>: CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
CLONE_NEW = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
# <sys/socket.h>: AF_UNIX, AF_INET, AF_INET6, AF_NETLINK; not packet, vsock (reaches the host), alg, bluetooth …
SOCKET_FAMILIES = (1, 2, 10, 16)
# <sys/personality.h>: PER_LINUX, PER_LINUX32, UNAME26, both, "tell me"; not ADDR_NO_RANDOMIZE
PERSONALITIES = (0x0, 0x8, 0x20000, 0x20008, 0xFFFFFFFF)


def denied() -> set[str]:
    return {name for names in DENIED.values() for name in names.split()}


def allow(names: list[str], *args: dict[str, object]) -> dict[str, object]:
    return {"names": names, "action": "SCMP_ACT_ALLOW", "args": list(args)}


def equals(index: int, value: int) -> dict[str, object]:
    return {"index": index, "value": value, "op": "SCMP_CMP_EQ"}


def profile(known: set[str], user_namespaces: bool) -> dict[str, object]:
    """One profile in Docker's format. Rules for one call are alternatives."""
    open_calls = known - denied() - CONDITIONAL
    no_new_namespace = {"index": 0, "value": CLONE_NEW, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}
    if user_namespaces:
        open_calls |= USER_NAMESPACES
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        # No sub-architectures: 32-bit and x32 calls, with other numbers and other bugs, end the process.
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": [
            allow(sorted(open_calls)),
            allow(["clone"]) if user_namespaces else allow(["clone"], no_new_namespace),
            # Its flags are in memory, out of a filter's sight. ENOSYS makes the C library fall back to clone.
            {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "args": [], "errnoRet": errno.ENOSYS},
            *[allow(["personality"], equals(0, value)) for value in PERSONALITIES],
            *[allow(["socket"], equals(0, family)) for family in SOCKET_FAMILIES],
            allow(["socketpair"], equals(0, 1)),
        ],
    }


def layout(value: object, indent: str = "") -> str:
    """JSON as the repository's formatter writes it: lists of plain values on one line where they fit, else one each."""
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {layout(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    line = json.dumps(value)
    if not isinstance(value, list) or (len(line) < 100 and not any(isinstance(item, dict) for item in value)):
        return line
    return "[\n" + ",\n".join(inner + layout(item, inner) for item in value) + f"\n{indent}]"


def main() -> int:
    known = set((HERE / "known-syscalls.txt").read_text(encoding="ascii").split())
    unknown = (denied() | CONDITIONAL | USER_NAMESPACES) - known
    if unknown:
        print(f"not in known-syscalls.txt: {sorted(unknown)}", file=sys.stderr)
        return 1
    stale = []
    for name, user_namespaces in (("desktop.json", False), ("desktop-userns.json", True)):
        text = layout(profile(known, user_namespaces)) + "\n"
        path = HERE / name
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            stale.append(name)
    if stale:
        print(f"run images/desktop/seccomp/generate.py again: {stale} differ", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
