"""Runs a program confined: the executor's side of `executor/confined`."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from ...calls import Call
from ...confined import landlock
from ...errors import FORBIDDEN, NOT_FOUND, RpcError, conflict
from .beneath import Beneath

#: Isolated, without site packages: neither the directory nor the environment chooses what is imported.
LAUNCHER = (
    sys.executable, "-I", "-S", "-B", "-c",
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r}); from executor.confined.launch import main; main()",
)
#: The launcher's own environment. The program's travels on stdin: a variable such as LD_PRELOAD must not reach the launcher.
LAUNCHER_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
PATH = "/usr/local/bin:/usr/bin:/bin"
CLEAN = {
    "PATH": PATH, "HOME": "/home/agent", "LANG": "C.UTF-8", "USER": "agent", "LOGNAME": "agent", "TERM": "dumb",
    "TMPDIR": "/tmp", "SHELL": "/bin/bash",
}
PROBE_S = 10.0
STATUS_BYTES = 4_096


class Confinement:
    """Looks once, at the start and in the background, whether programs can be confined here."""

    def __init__(self, beneath: Beneath) -> None:
        self._beneath = beneath
        self._facts: dict[str, object] = {"kind": "none", "landlock": 0}
        self._probe = threading.Thread(target=self._look, name="confinement", daemon=True)
        self._probe.start()

    def facts(self) -> dict[str, object]:
        """`kind`: `namespaces`, or `none` where nothing is started confined; `landlock`: the kernel's ABI, 0 without."""
        self._probe.join(PROBE_S)
        return self._facts

    def start(
        self, argv: list[str], cwd: str, environment: Mapping[str, str], confine: Mapping[str, list[str]],
        call: Call, output: int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        """Returns once the program runs. The directories are absolute, inside the roots, and without links.

        Raises CONFLICT `not_confined` when a wall could not be built, FORBIDDEN for a directory outside the roots; in
        every case of failure nothing was started.
        """
        for directory in (*confine["writable"], *confine["readable"]):
            if directory != os.path.normpath(directory) or not self._beneath.covers(directory):
                raise RpcError(FORBIDDEN, "a confined program gets only directories inside the allowed ones")
        directory = os.path.join(self._beneath.home, str(cwd))
        spec = {"argv": argv, "env": {**CLEAN, **environment}, "cwd": directory, **confine}
        child, status = _launch(spec, output)
        try:
            _await_start(child, status, call)
        except BaseException:
            child.kill()
            child.wait()
            for stream in (child.stdout, child.stderr):
                if stream:
                    stream.close()
            raise
        finally:
            os.close(status)
        return child

    def _look(self) -> None:
        spec = {"argv": ["/bin/true"], "env": CLEAN, "cwd": "/", "writable": [], "readable": [], "hidden": []}
        try:
            child, status = _launch(spec, subprocess.DEVNULL)
            with open(status, "rb") as file:
                refused = file.read(STATUS_BYTES)
            if child.wait(PROBE_S) == 0 and not refused:
                self._facts = {"kind": "namespaces", "landlock": landlock.abi()}
        except (OSError, subprocess.TimeoutExpired):
            pass  # it stays at "none"


def _launch(spec: Mapping[str, object], output: int) -> tuple[subprocess.Popen[bytes], int]:
    status, writer = os.pipe()
    memory = os.memfd_create("spec")
    try:
        with open(os.dup(memory), "wb") as file:
            marshal.dump({**spec, "status": writer}, file)
        os.lseek(memory, 0, os.SEEK_SET)
        child = subprocess.Popen(
            LAUNCHER, cwd="/", env=LAUNCHER_ENVIRONMENT, stdin=memory, stdout=output, stderr=output, pass_fds=[writer],
            start_new_session=True,
        )
    except BaseException:
        os.close(status)
        raise
    finally:
        os.close(writer)
        os.close(memory)
    return child, status


def _await_start(child: subprocess.Popen[bytes], status: int, call: Call) -> None:
    text = b""
    is_open = True
    while is_open:
        if call.wait_readable([status], call.remaining()):
            block = os.read(status, STATUS_BYTES)
            text += block
            is_open = bool(block)
    if not text:
        return
    reason, code, message = text.decode("utf-8", "replace").strip().split(" ", 2)
    if reason == "not_started" and int(code) in (2, 20):
        raise RpcError(NOT_FOUND, "there is no such program or working directory")
    if reason == "not_started" and int(code) == 13:
        raise RpcError(FORBIDDEN, "the program may not be executed")
    if reason == "not_started":
        raise conflict("not_started", f"the program could not be started: {os.strerror(int(code))}")
    raise conflict("not_confined", f"the program was not started, because it could not be confined: {message}")
