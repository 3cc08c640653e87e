"""Which processes nobody may end: what carries the session (display, buses, window manager, entrypoint) and us."""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterable

from .procfs import ProcessFacts, ancestors, executable

#: Programs that carry the session, by the base name of their file. A copy of one under such a name is guarded too,
#: which harms nobody.
CARRIERS = frozenset((
    "Xvnc", "Xtigervnc", "Xvfb", "Xorg", "x11vnc", "X0tigervnc", "x0vncserver", "openbox", "dbus-daemon",
    "dbus-broker", "at-spi-bus-launcher", "at-spi2-registryd", "tini", "docker-init", "dumb-init",
))
_UCRED = struct.Struct("3i")


def socket_peer(fd: int) -> int:
    """The process at the other end of a connected unix socket, 0 when it cannot be told."""
    with socket.socket(fileno=os.dup(fd)) as connection:
        try:
            return _UCRED.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _UCRED.size))[0]
        except OSError:
            return 0


class Guarded:
    """`carriers`: pids known to carry the session, such as the X server at the other end of our connection."""

    def __init__(self, carriers: Iterable[int]) -> None:
        self._carriers = {pid for pid in carriers if pid > 0}

    def holds(self, facts: ProcessFacts) -> bool:
        own = os.getpid()
        kept = {1, own, *ancestors(own), *self._carriers}
        for carrier in self._carriers:
            kept.update(ancestors(carrier))
        return facts.pid in kept or executable(facts.pid) in CARRIERS
