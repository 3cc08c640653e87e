"""Waits for detached programs, so that none stays a zombie: one thread for all."""

from __future__ import annotations

import os
import select
import subprocess
import threading

from . import procfs


class Reaper:
    def __init__(self) -> None:
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()
        self._poller = select.epoll()
        threading.Thread(target=self._run, name="reaper", daemon=True).start()

    def add(self, child: subprocess.Popen[bytes]) -> None:
        ended = procfs.exit_descriptor(child.pid)
        with self._lock:
            self._children[ended] = child
        self._poller.register(ended, select.EPOLLIN)

    def _run(self) -> None:
        while True:
            for ended, _ in self._poller.poll():
                with self._lock:
                    child = self._children.pop(ended)
                self._poller.unregister(ended)
                os.close(ended)
                child.wait()
