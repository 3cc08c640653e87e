"""The process tools: list, start and terminate within the session's user."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

from ...calls import Call
from ...errors import FORBIDDEN, NOT_FOUND, RpcError, conflict
from . import procfs, terminal
from .beneath import Beneath
from .confinement import Confinement
from .gitsafe import GIT_SAFE
from .guarded import Guarded
from .reaper import Reaper
from .running import Running, result

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/games"
PROCESSES_MAX = 500
ENDED_S = 3.0


class LinuxProcesses:
    def __init__(
        self, beneath: Beneath, confinement: Confinement, guarded: Guarded, environment: Callable[[], Mapping[str, str]],
        apps: Mapping[str, list[str]],
    ) -> None:
        """`environment` is read at every start: the session's file. `apps`: argv by id."""
        self._beneath = beneath
        self._guarded = guarded
        self._environment = environment
        self._apps = apps
        self._confinement = confinement
        self._reaper = Reaper()

    def all(self) -> list[dict[str, object]]:
        uid = os.getuid()
        found = sorted((facts for facts in procfs.all_facts() if facts.uid == uid), key=lambda facts: facts.pid)
        return [
            {
                "pid": facts.pid,
                "name": facts.name,
                "argv": procfs.arguments(facts.pid),
                "startedAt": procfs.started_at(facts),
                "memoryBytes": facts.resident_pages * procfs.PAGE_BYTES,
            }
            for facts in found[:PROCESSES_MAX]
        ]

    def start(self, request: dict[str, Any], call: Call) -> dict[str, object]:
        call.check()
        argv = self._argv(request)
        waits = request["wait"] and request["app"] is None
        output = subprocess.PIPE if waits else subprocess.DEVNULL
        if request["confine"] is not None:
            environment = {**request["env"], **GIT_SAFE}
            child = self._confinement.start(argv, request["cwd"], environment, request["confine"], call, output)
        else:
            child = self._start_free(argv, request, output)
        if not waits:
            self._reaper.add(child)
            return result(child.pid)
        return Running(child, request["outputBytesMax"]).finish(request["timeoutMs"] / 1000, call)

    def confinement(self) -> dict[str, object]:
        return self._confinement.facts()

    def terminal(self, pid: int) -> dict[str, object]:
        return terminal.state(pid)

    def _start_free(self, argv: list[str], request: dict[str, Any], output: int) -> subprocess.Popen[bytes]:
        environment = {"PATH": DEFAULT_PATH, **self._environment(), **request["env"], **GIT_SAFE}
        program = shutil.which(argv[0], path=environment["PATH"]) if "/" not in argv[0] else argv[0]
        if program is None:
            raise RpcError(NOT_FOUND, "there is no such program")
        directory = self._beneath.open_existing(request["cwd"])
        try:
            return subprocess.Popen(
                argv, executable=program, cwd=f"/proc/self/fd/{directory}", env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
            )
        except (FileNotFoundError, NotADirectoryError):
            raise RpcError(NOT_FOUND, "there is no such program or working directory") from None
        except PermissionError:
            raise RpcError(FORBIDDEN, "the program may not be executed") from None
        except OSError as error:
            raise conflict("not_started", f"the program could not be started: {os.strerror(error.errno or 0)}") from None
        finally:
            os.close(directory)

    def terminate(self, pid: int, force: bool, call: Call) -> bool:
        try:
            with procfs.pinned(pid) as pidfd:
                facts = procfs.read_facts(pid)  # after pinning: it is this process and no later one of the same pid
                if facts is None:
                    raise ProcessLookupError
                if facts.uid != os.getuid():
                    raise RpcError(FORBIDDEN, "the process belongs to another user")
                if self._guarded.holds(facts):
                    raise RpcError(FORBIDDEN, "the process carries the session")
                procfs.send(pidfd, signal.SIGKILL if force else signal.SIGTERM)
                return bool(call.wait_readable([pidfd], min(ENDED_S, call.remaining() * 0.9)))
        except ProcessLookupError:
            raise RpcError(NOT_FOUND, "there is no such process") from None

    def _argv(self, request: dict[str, Any]) -> list[str]:
        if request["app"] is not None:
            if request["app"] not in self._apps:
                raise RpcError(NOT_FOUND, "the image has no such application")
            return self._apps[request["app"]]
        if request["command"] is not None:
            return ["/bin/bash", "-c", request["command"]]
        return request["argv"]
