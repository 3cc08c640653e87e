"""Entry point: reads the session's environment, opens the platform, serves until stdin ends."""

from __future__ import annotations

import logging
import os
import sys
import threading

from . import VERSION, environment
from .memory import keep_freed_memory
from .methods import build_methods
from .output import Output
from .platforms import load_platform
from .platforms.base import Platform
from .server import Server
from .session import Session

#: The tree of an application has up to 600 levels of nodes, two levels of JSON each.
RECURSION_MAX = 5_000


def main() -> int:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    protocol_fd = os.dup(1)
    os.dup2(2, 1)  # whatever prints by accident goes to the log, never into the protocol
    keep_freed_memory()
    sys.setrecursionlimit(RECURSION_MAX)
    open_platform = load_platform()
    os.environ.update(environment.wait_for_session())
    platform = open_platform()
    threading.Thread(target=platform.warm_up, name="warm-up", daemon=True).start()

    def leave(code: int) -> None:
        platform.release_input()
        os._exit(code)  # lanes may be inside a call; their threads are not waited for

    server = Server(
        build_methods(platform), Session(), lambda: pong(platform), platform.release_input,
        Output(protocol_fd, lambda: leave(1)),
    )
    server.run(0)
    platform.close()
    leave(0)
    return 0


def pong(platform: Platform) -> dict[str, object]:
    width, height = platform.screen.size()
    return {
        "pid": os.getpid(),
        "version": VERSION,
        "screen": {"width": width, "height": height},
        "accessibility": platform.accessibility.is_ready(),
        "display": platform.display_kind(),
        "confinement": platform.processes.confinement(),
        "apps": [{name: app[name] for name in ("id", "name", "class")} for app in platform.apps()],
    }


if __name__ == "__main__":
    sys.exit(main())
