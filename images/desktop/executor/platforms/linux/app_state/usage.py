"""Which applications were used lately. Known are those that were seen running since the executor started."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

#: How long a used application is listed after it ended, in seconds.
LISTED_S = 14 * 24 * 3_600
APPS_MAX = 1_000


@dataclass
class Use:
    """`pids`: its processes so far; each is one use."""

    name: str
    id: str
    wm_class: str | None
    process_name: str
    pids: set[int]
    last: float


class Usage:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uses: dict[str, Use] = {}

    def saw(self, pid: int, name: str, app_id: str, wm_class: str | None, process_name: str) -> Use:
        with self._lock:
            use = self._uses.get(app_id)
            if use is None:
                if len(self._uses) >= APPS_MAX:
                    self._uses.pop(min(self._uses, key=lambda key: self._uses[key].last))
                use = self._uses[app_id] = Use(name, app_id, wm_class, process_name, set(), 0.0)
            use.pids.add(pid)
            use.last = time.time()
            return use

    def lately(self) -> list[Use]:
        """The last used first."""
        with self._lock:
            since = time.time() - LISTED_S
            return sorted((use for use in self._uses.values() if use.last >= since), key=lambda use: -use.last)


def day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(moment))
