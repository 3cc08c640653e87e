"""Waits for detached programs, so that none stays a zombie: one thread for all."""

from __future__ import annotations

import os
import select
import subprocess
import threading


class Reaper:
    def __init__(self) -> None:
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._poller = select.epoll()
        threading.Thread(target=self._run, name="reaper", daemon=True).start()

    def add(self, child: subprocess.Popen[bytes]) -> None:
        pidfd = os.pidfd_open(child.pid)
        with self._lock:
            self._children[pidfd] = child
        self._poller.register(pidfd, select.EPOLLIN)

    def _run(self) -> None:
        while True:
            for pidfd, _ in self._poller.poll():
                with self._lock:
                    child = self._children.pop(pidfd)
                self._poller.unregister(pidfd)
                os.close(pidfd)
                child.wait()
