"""Whether keys go into a password field: what is typed into one is a secret, whatever it looks like."""

from __future__ import annotations

import logging

from .atspi import Ref
from .dbus import Connection
from .secure import SecureReader, Unreadable

log = logging.getLogger("executor")


class SecureFocus:
    """Not thread-safe. Its connection is its own: a round over all applications is not waited for."""

    def __init__(self, address: str | None) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._reader: SecureReader | None = None

    def fields_of(self, pid: int | None) -> list[Ref] | None:
        """The password fields that show in a process's windows; None: it does not say so in time."""
        if pid is None or self._address is None:
            return []
        try:
            return self._open(self._address).fields_of(pid)
        except Unreadable:
            return None
        except OSError as error:
            self._lose(error)
            return None

    def is_in(self, fields: list[Ref] | None) -> bool:
        """Whether one of these fields has the keyboard now."""
        if not fields or self._reader is None:
            return False
        try:
            return self._reader.has_focus(fields)
        except OSError as error:
            self._lose(error)
            return False

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = self._reader = None

    def _open(self, address: str) -> SecureReader:
        if self._reader is None:
            self._connection = Connection(address)
            self._reader = SecureReader(self._connection, lambda pid: [])
        return self._reader

    def _lose(self, error: OSError) -> None:
        log.warning("the accessibility bus does not say what has the keyboard: %s", error)
        self.close()
