"""The seccomp profile in force (SECCOMP_PROFILE: desktop or desktop-userns), asked by real system calls."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import socket
import subprocess
import unittest

LIBC = ctypes.CDLL(None, use_errno=True)
USER_NAMESPACES = os.environ["SECCOMP_PROFILE"] == "desktop-userns"

# amd64 numbers, from <asm/unistd_64.h>; arguments that would fail otherwise with another error than EPERM
CLOSED = {
    "ptrace": (101, 0xFFFF), "keyctl": (250, 0, 0), "add_key": (248, 0), "bpf": (321, 99), "perf_event_open": (298, 0),
    "userfaultfd": (323, 0xFFFF), "io_uring_setup": (425, 0, 0), "open_by_handle_at": (304, -1, 0), "setns": (308, -1, 0),
    "process_vm_readv": (310, -1, 0), "pidfd_getfd": (438, -1, 0), "kexec_load": (246, 0), "fsopen": (430, 0),
    "move_mount": (429, -1, 0), "syslog": (103, 99), "mbind": (237, 1, 1, 99), "modify_ldt": (154, 99),
}  # fmt: skip
NAMESPACES = {"unshare": (272, 0x40000001), "mount": (165, 0), "umount2": (166, 0), "pivot_root": (155, 0), "chroot": (161, 0)}


def error_of(number: int, *arguments: int) -> int:
    ctypes.set_errno(0)
    LIBC.syscall(number, *(ctypes.c_long(argument) for argument in arguments), *[ctypes.c_long(0)] * (6 - len(arguments)))
    return ctypes.get_errno()


@unittest.skipUnless(platform.machine() == "x86_64", "the numbers are amd64's")
class Calls(unittest.TestCase):
    def test_closed_calls_fail_before_the_kernel_looks_at_them(self) -> None:
        for name, call in CLOSED.items():
            with self.subTest(name):
                self.assertEqual(errno.EPERM, error_of(*call))

    def test_what_newer_kernels_add_stays_closed(self) -> None:
        # The runtime answers "unknown" for numbers past the profile's last, so that the C library falls back.
        for number in (451, 460, 467):
            with self.subTest(number):
                self.assertIn(error_of(number, -1, -1), (errno.ENOSYS, errno.EPERM))

    @unittest.skipIf(USER_NAMESPACES, "there the kernel answers")
    def test_namespaces_and_mounts_are_closed_too(self) -> None:
        for name, call in NAMESPACES.items():
            with self.subTest(name):
                self.assertEqual(errno.EPERM, error_of(*call))

    def test_clone3_sends_the_c_library_back_to_clone(self) -> None:
        self.assertEqual(errno.ENOSYS, error_of(435))

    def test_address_randomisation_cannot_be_switched_off(self) -> None:
        self.assertEqual(errno.EPERM, error_of(135, 0x0040000))
        self.assertEqual(0, error_of(135, 0xFFFFFFFF))

    def test_only_the_usual_socket_families_open(self) -> None:
        for family in (socket.AF_VSOCK, socket.AF_PACKET, 38, 31):  # 38 is the kernel's crypto, 31 Bluetooth
            with self.subTest(family), self.assertRaises(PermissionError):
                socket.socket(family, socket.SOCK_DGRAM)
        for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6):
            socket.socket(family, socket.SOCK_STREAM).close()

    def test_a_user_namespace_with_its_own_mounts_opens_only_with_its_profile(self) -> None:
        argv = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/tmp"]
        self.assertEqual(USER_NAMESPACES, subprocess.run(argv, capture_output=True, check=False).returncode == 0)


if __name__ == "__main__":
    unittest.main()
