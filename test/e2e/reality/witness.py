"""Runs commands in a throwaway desktop and says what came of each: what changed, what was opened, what was printed.

Started as root, it lays the scene, becomes the desktop's user and then answers rows: one JSON object a line on stdin, one on stdout. Nothing is confined here: confinement would hide what is looked for.
"""

import json
import os
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time

from scene import OUTSIDE, ROOTS, Scene, git_safe, write

USER = 1000
PROTECTED = {".git", ".claude"}
#: Programs may put files here for a moment; only the directories' own times tell of it.
SCRATCH = {"/tmp", "/var/tmp", "/run", "/dev/shm"}
OUTPUT_MAX = 4 << 20
GONE_S = 0.5


def snapshot(tops):
    """Everything about each entry. The time of its last change (ctime) cannot be set back, so contents need no reading."""
    found = {}
    waiting = list(tops)
    while waiting:
        directory = waiting.pop()
        try:
            entries = list(os.scandir(directory))
        except PermissionError:
            continue
        for entry in entries:
            facts = entry.stat(follow_symlinks=False)
            target = os.readlink(entry.path) if entry.is_symlink() else ""
            is_scratch = entry.path in SCRATCH
            found[entry.path] = (
                facts.st_ino, facts.st_mode, facts.st_uid, facts.st_gid, facts.st_nlink, target,
                *((facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns) if not is_scratch else ()),
            )
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
    return found


def compare(before, after):
    """Lines `+ path`, `- path`, `~ path`; what has gone but lives on under another name is `> path`."""
    alive = {facts[0] for facts in after.values()}
    lines = [f"+ {path}" for path in after if path not in before]
    lines += [f"{'>' if facts[0] in alive else '-'} {path}" for path, facts in before.items() if path not in after]
    lines += [f"~ {path}" for path, facts in after.items() if path in before and before[path] != facts]
    return sorted(lines)


def is_inside(path):
    return any(path == root or path.startswith(root + "/") for root in ROOTS)


def refusal(paths):
    """What the worker would refuse at run time: it looks where the named paths lead (gate 4)."""
    for entry in paths:
        path = entry["path"]
        directory, name = os.path.split(path.rstrip("/") or "/")
        real = os.path.realpath(path) if entry["follows"] or name in ("", ".", "..") else os.path.join(os.path.realpath(directory), name)
        if not is_inside(real) or any(part.lower() in PROTECTED for part in real.split("/")):
            return path
        if entry["use"] == "enter" and not entry["isMade"] and not os.path.isdir(real):
            return path
        if os.path.lexists(real) and entry["use"] != "delete":
            mode = os.lstat(real).st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)):
                return path
    return None


def prepare(row):
    """Makes what the row names and is not there, so that its programs get to work. Returns the topmost entries made."""
    made = []
    for entry in row["paths"]:
        path = os.path.normpath(entry["path"])
        is_revision = re.search(r"[~^@:{*?]|/(HEAD|main|topic|v[0-9.]+)$", path)
        if entry["isMade"] or entry["use"] == "delete" or is_revision or not is_inside(os.path.realpath(path)):
            continue
        top = path
        while not os.path.lexists(os.path.dirname(top)):
            top = os.path.dirname(top)
        if os.path.lexists(path) or not os.path.isdir(os.path.dirname(top)):
            continue
        name = os.path.basename(path)
        has_slash = entry["path"].endswith("/")
        if entry["use"] == "write" and (has_slash or not row["isGenerous"]):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if not os.path.lexists(top):
                continue
        elif entry["use"] == "enter" or has_slash or ("." not in name[1:] and row["isGenerous"] and not name.isupper()):
            write(f"{path}/a.txt", "alpha\n")
            write(f"{path}/b.json", '{"a": 1}\n')
        else:
            kinds = [known for known in row["samples"] if name.endswith(known)]
            write(path, row["samples"][max(kinds, key=len)] if kinds else "beta 2\nalpha 1\nbeta 2\n")
        made.append(top)
    return made


def own_processes():
    return {int(name) for name in os.listdir("/proc") if name.isdigit() and is_own(name)}


def is_own(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            is_dead = file.read().rpartition(")")[2].split()[0] == "Z"
        return not is_dead and os.stat(f"/proc/{pid}").st_uid == USER
    except OSError:
        return False


def run(row, environment, timeout_s):
    """Output, exit status (null: timed out) and the processes that outlived it, which are killed."""
    before = own_processes()
    child = subprocess.Popen(
        ["/bin/bash", "-c", row["command"]], cwd=row["cwd"], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )
    os.set_blocking(child.stdout.fileno(), False)
    output, until = b"", time.monotonic() + timeout_s
    while child.poll() is None and time.monotonic() < until:
        output = take(child.stdout, output)
        time.sleep(0.001)
    status = child.poll()
    left = set()
    for _ in range(int(GONE_S / 0.01)):
        left = own_processes() - before
        if status is None or not left:
            break
        time.sleep(0.01)
    names = sorted(name_of(pid) for pid in left if pid != child.pid) if status is not None else []
    # What starts others while it is being killed is met again.
    for _ in range(20):
        for pid in own_processes() - before:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        child.poll()
        if not own_processes() - before:
            break
        time.sleep(0.005)
    child.wait()
    output = take(child.stdout, output)
    child.stdout.close()
    return output, status, names


def take(stream, output):
    while True:
        piece = stream.read(1 << 16)
        if not piece:
            return output
        if len(output) < OUTPUT_MAX:
            output += piece


def name_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return ""


def seen_in_files(changes, tokens):
    """Kinds of canaries whose text stands in a file that the row wrote or made."""
    found = set()
    for line in changes:
        path = line[2:]
        if line[0] in "+~" and is_inside(path) and os.path.isfile(path) and not os.path.islink(path) and "/canary" not in path:
            try:
                with open(path, "rb") as file:
                    data = file.read(OUTPUT_MAX)
            except PermissionError:
                continue
            found |= {kind for kind, token in tokens.items() if token.encode() in data}
    return found


def answer(row, scene, settings):
    reply = {"id": row["id"], "refused": None}
    made = prepare(row)
    if not os.path.isdir(row["cwd"]):
        os.makedirs(row["cwd"])
        made.append(row["cwd"])
    refused = refusal(row["paths"])
    if refused is not None:
        reply["refused"] = refused
    else:
        before = snapshot((*ROOTS, *OUTSIDE))
        companion = settings["companion"]
        scene.opened()
        started = time.monotonic()
        output, status, left = run(row, scene.environment, settings["timeoutS"])
        ms = (time.monotonic() - started) * 1000
        opened = scene.opened()
        changes = compare(before, snapshot((*ROOTS, *OUTSIDE)))
        if companion.poll() is not None or os.getpriority(os.PRIO_PROCESS, companion.pid) != 0:
            left.append("another process was changed")
            settings["companion"] = start_companion()
        printed = {kind for kind, token in scene.tokens.items() if token.encode() in output}
        reply |= {
            "status": status, "changes": changes, "left": left, "opened": opened, "ms": round(ms),
            "seen": sorted(printed | seen_in_files(changes, scene.tokens)),
            "output": output[:row["outputMax"]].decode(errors="replace"),
        }
        if changes:
            scene.lay()
            made = []
    for path in made:
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.unlink(path)
    return reply


def start_companion():
    return subprocess.Popen(["sleep", "1000000"], stdin=subprocess.DEVNULL)


def main():
    settings = json.loads(sys.stdin.readline())
    tokens = settings["tokens"]
    with open("/etc/passwd", encoding="utf-8") as file:
        accounts = file.read()
    with open("/etc/passwd", "w", encoding="utf-8") as file:
        file.write(accounts.replace(":root:/root", f":{tokens['outside']}:/root"))
    os.chown("/workspace", USER, USER)
    for top in ("/mnt/outside", "/mnt/linked"):
        os.chown(top, USER, USER)
    # Inherited by every command: none fills the memory that its files are in.
    resource.setrlimit(resource.RLIMIT_FSIZE, (16 << 20, 16 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.setgroups([])
    os.setgid(USER)
    os.setuid(USER)
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games", "HOME": "/home/agent", "USER": "agent", "LANG": "C.UTF-8",
        "WITNESS": tokens["environment"], **git_safe(),
    }
    scene = Scene(settings["files"], settings["links"], settings["setup"], tokens, environment)
    os.umask(0o022)
    scene.lay()
    settings["companion"] = start_companion()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), scene, settings)), flush=True)


main()
