"""What holds for the whole session: the fencing token, and whether it is stopped."""

from __future__ import annotations

import threading

from .errors import STALE_TOKEN, STOPPED, RpcError


class Session:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._token = 0
        self._stopped = False

    def take_token(self, token: int) -> bool:
        """Accepts the current or a higher token (then True: who holds a lower one has lost); else STALE_TOKEN."""
        with self._lock:
            if token < self._token:
                raise RpcError(STALE_TOKEN, "another worker holds the lease", {"current": self._token})
            is_newer = token > self._token
            self._token = token
            return is_newer

    def stop(self) -> None:
        with self._lock:
            self._stopped = True

    def resume(self) -> None:
        with self._lock:
            self._stopped = False

    def require_running(self) -> None:
        if self._stopped:
            raise stopped()


def stopped() -> RpcError:
    return RpcError(STOPPED, "the session is stopped")
