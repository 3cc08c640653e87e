"""Starts one program in namespaces, a root, a Landlock domain and a system call filter of its own, and ends as it ended.

On stdin: a marshalled dict `{argv, env, cwd, writable, readable, hidden, status}`; `status` is a descriptor on which nothing
arrives before its end if the program was started, and else one line, `not_confined` or `not_started` with the cause.

Three processes: this one outside; `init`, process 1 inside, with which the kernel ends everything that was started,
however it tried to get away; and the program. SIGTERM is passed on, and ends all of it TERM_S later.
"""

from __future__ import annotations

import _signal as signal  # the signal module itself imports enum, for a tenth of our whole time
import errno
import marshal
import os
import resource

from . import landlock, root, syscalls
from .system import (
    CLONE_NEWCGROUP, CLONE_NEWIPC, CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWUSER, CLONE_NEWUTS,
    PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, Refused, drop_capabilities, prctl, unshare,
)

TYPE_CHECKING = False  # typing takes as long to import as all else together
if TYPE_CHECKING:
    from typing import Any, NoReturn

NAMESPACES = (
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP
)
TERM_S = 0.3
LIMITS = (
    (resource.RLIMIT_NPROC, 256), (resource.RLIMIT_NOFILE, 1_024), (resource.RLIMIT_FSIZE, 256 * 1_048_576),
    (resource.RLIMIT_CORE, 0),
)


def main() -> NoReturn:
    with open(0, "rb", closefd=False) as file:
        spec = marshal.load(file)
    status = spec["status"]
    try:
        _enter_namespaces()
        result, answer = os.pipe()
        init = os.fork()
        if init == 0:
            os.close(result)
            _run_init(spec, answer)
        os.close(answer)
        os.close(status)
        _wait_outside(init, result)
    except (Refused, OSError) as error:
        _fail(status, "not_confined", error)


def _enter_namespaces() -> None:
    if os.uname().machine != "x86_64":
        raise Refused("the numbers of the system calls", errno.ENOSYS)
    user, group = os.getuid(), os.getgid()
    prctl("no_new_privs", PR_SET_NO_NEW_PRIVS, 1)
    unshare(NAMESPACES)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def _run_init(spec: dict[str, Any], answer: int) -> NoReturn:
    """Process 1: builds the walls, starts the program inside them, and reaps until it has ended."""
    status = spec["status"]
    try:
        prctl("parent death signal", PR_SET_PDEATHSIG, signal.SIGKILL)
        version = landlock.abi()
        rules = root.build(spec, version > 0)
        drop_capabilities()
        if version:
            landlock.restrict(version, rules)
        syscalls.install(guards_truncate=version in (1, 2))
        signal.signal(signal.SIGTERM, lambda *_: _signal_all(signal.SIGTERM))
        child = os.fork()
    except (Refused, OSError) as error:
        _fail(status, "not_confined", error)
    if child == 0:
        try:
            _become(spec)
        except OSError as error:
            _fail(status, "not_started", error)
    os.close(status)
    while True:
        ended, how = os.wait()
        if ended == child:
            os.write(answer, how.to_bytes(4, "little"))
            os._exit(0)


def _become(spec: dict[str, Any]) -> NoReturn:
    os.setsid()  # `kill 0` in a script means the script
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGTERM):  # Python ignores the first two
        signal.signal(number, signal.SIG_DFL)
    for kind, limit in LIMITS:
        resource.setrlimit(kind, (limit, limit))
    os.chdir(spec["cwd"])
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    kept = spec["status"]  # closed by the exec itself, which is how its reader learns of it
    os.set_inheritable(kept, False)
    os.closerange(3, kept)
    os.closerange(kept + 1, 4_096)
    os.execvpe(spec["argv"][0], spec["argv"], spec["env"])


def _wait_outside(init: int, result: int) -> NoReturn:
    def pass_on(*_: object) -> None:
        _kill(init, signal.SIGTERM)
        signal.setitimer(signal.ITIMER_REAL, TERM_S)

    signal.signal(signal.SIGALRM, lambda *_: _kill(init, signal.SIGKILL))
    signal.signal(signal.SIGTERM, pass_on)
    os.waitpid(init, 0)  # returns once everything inside has ended
    how = int.from_bytes(os.read(result, 4) or signal.SIGKILL.to_bytes(4, "little"), "little")
    if os.WIFEXITED(how):
        os._exit(os.WEXITSTATUS(how))
    number = os.WTERMSIG(how)
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


def _signal_all(number: int) -> None:
    _kill(-1, number)


def _kill(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass  # it has ended


def _fail(status: int, reason: str, error: Refused | OSError) -> NoReturn:
    code = error.code if isinstance(error, Refused) else error.errno
    os.write(status, f"{reason} {code} {error}\n".encode())
    os._exit(127)
