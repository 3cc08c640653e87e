"""How the end of a child is noticed, with and without pidfds."""

from __future__ import annotations

import errno
import os
import select
import subprocess
import unittest
from unittest import mock

from executor.platforms.linux import procfs

NO_PIDFD = OSError(errno.ENOSYS, "Function not implemented")


class ExitDescriptor(unittest.TestCase):
    def check(self) -> None:
        child = subprocess.Popen(["sleep", "0.3"])
        ended = procfs.exit_descriptor(child.pid)
        try:
            self.assertEqual(select.select([ended], [], [], 0.05)[0], [], "it still runs")
            self.assertEqual(select.select([ended], [], [], 5)[0], [ended], "it has ended")
            # Still ours to reap: until then its number means this process and no other.
            self.assertEqual(os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT).si_pid, child.pid)
            self.assertEqual(child.wait(1), 0)
        finally:
            os.close(ended)

    def test_a_pidfd_tells_and_does_not_reap(self) -> None:
        self.check()

    def test_a_kernel_without_pidfds_tells_the_same(self) -> None:
        with mock.patch.object(os, "pidfd_open", side_effect=NO_PIDFD):
            self.check()

    def test_another_refusal_is_not_hidden(self) -> None:
        refused = mock.patch.object(os, "pidfd_open", side_effect=PermissionError(errno.EPERM, "no"))
        with refused, self.assertRaises(PermissionError):
            procfs.exit_descriptor(os.getpid())
