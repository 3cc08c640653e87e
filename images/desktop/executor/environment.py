"""The environment of the session's programs: KEY=VALUE lines that the image's entrypoint writes once all is up."""

from __future__ import annotations

import os
import time

SESSION_FILE = "/run/deskfleet/env"
#: How long the file is waited for, and how often that is looked at. Seconds.
WAIT_S, LOOK_S = 30.0, 0.002


def session_file() -> str:
    return os.environ.get("DESKFLEET_ENV_FILE", SESSION_FILE)


def read_session(path: str) -> dict[str, str]:
    with open(path, encoding="utf-8") as file:
        pairs = (line.rstrip("\n").partition("=") for line in file if not line.startswith("#"))
        return {name: value for name, separator, value in pairs if separator and name}


def wait_for_session(wait_s: float = WAIT_S) -> dict[str, str]:
    """Waits for the file: the executor is started while the desktop comes up. Raises FileNotFoundError."""
    until = time.monotonic() + wait_s
    while True:
        try:
            return read_session(session_file())
        except FileNotFoundError:
            if time.monotonic() >= until:
                raise
            time.sleep(LOOK_S)
