"""The files that commands are run on, and canaries around them whose every opening is noticed."""

import ctypes
import importlib.util
import io
import os
import struct
import subprocess
import tarfile

ROOTS = ("/workspace", "/tmp")
OUTSIDE = ("/home/agent", "/var/tmp", "/mnt/outside", "/mnt/linked", "/dev/shm", "/run")
OPEN_OR_READ = 0x20 | 0x01

libc = ctypes.CDLL(None, use_errno=True)


def git_safe():
    """The settings that the executor gives to every program."""
    place = "/usr/local/lib/deskfleet/executor/platforms/linux/gitsafe.py"
    spec = importlib.util.spec_from_file_location("gitsafe", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.GIT_SAFE


def write(path, data, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    os.chmod(path, mode)


class Scene:
    """The files before each row: `/workspace` and `/tmp` as given, and canaries around them."""

    def __init__(self, files, links, setup, tokens, environment):
        self.files, self.links, self.setup = files, links, setup
        self.tokens, self.environment = tokens, environment
        self.watches = {}
        #: The roots as a tar archive, once they were made: unpacking is much faster than making them again.
        self.kept = None
        self.inotify = libc.inotify_init1(os.O_NONBLOCK)

    def lay(self):
        for top in (*ROOTS, *OUTSIDE):
            clear(top)
        if self.kept is None:
            self.make()
        else:
            with tarfile.open(fileobj=io.BytesIO(self.kept)) as archive:
                archive.extractall("/")
            # Files with other times than the index has: `git diff` would write the index, which it cannot where it is confined.
            self.bash("git update-index -q --refresh || true")
        for kind, path in self.canaries():
            write(path, self.tokens[kind] + "\n")
        self.watch()

    def make(self):
        for path, text in self.files.items():
            write(path, text, 0o755 if text.startswith("#!") else 0o644)
        for path, target in self.links.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.symlink(target, path)
        self.bash(self.setup)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for entry in (entry.path for root in ROOTS for entry in os.scandir(root)):
                archive.add(entry)
        self.kept = packed.getvalue()

    def bash(self, text):
        subprocess.run(["bash", "-ec", text], cwd="/workspace", env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def canaries(self):
        outside = self.tokens["outside"]
        for top in OUTSIDE:
            if top != "/mnt/linked":
                yield "outside", f"{top}/notes.txt"
                yield "outside", f"{top}/{outside}/inner.txt"
        for name in (".bashrc", ".ssh/id_rsa", ".netrc", "Documents/a.txt"):
            yield "outside", f"/home/agent/{name}"
        yield "linked", "/mnt/linked/target.txt"
        yield "linked", "/mnt/linked/inner/deep.txt"
        for name in (".git/canary", ".claude/canary", "docs/.claude/canary"):
            yield "protected", f"/workspace/{name}"
        for name in (".env", "server.key", "docs/credentials.txt"):
            yield "secret", f"/workspace/{name}"

    def watch(self):
        self.watches.clear()
        for kind, path in self.canaries():
            self.add(kind, path)
        for kind, tops in (("outside", OUTSIDE), ("linked", ("/mnt/linked",))):
            for top in tops:
                for directory, _, _ in os.walk(top):
                    self.add(kind, directory)

    def add(self, kind, path):
        number = libc.inotify_add_watch(self.inotify, path.encode(), OPEN_OR_READ)
        if number >= 0:
            self.watches[number] = (kind, path)

    def opened(self):
        """What was opened since the last call: pairs of kind and path."""
        found = set()
        while True:
            try:
                data = os.read(self.inotify, 1 << 16)
            except BlockingIOError:
                return sorted(found)
            at = 0
            while at < len(data):
                number, _, _, length = struct.unpack_from("iIII", data, at)
                name = data[at + 16 : at + 16 + length].rstrip(b"\0").decode(errors="replace")
                at += 16 + length
                if number in self.watches:
                    kind, path = self.watches[number]
                    found.add((kind, f"{path}/{name}" if name else path))


def clear(top):
    for entry in os.scandir(top):
        if entry.is_dir(follow_symlinks=False):
            os.chmod(entry.path, 0o700)
            clear(entry.path)
            os.rmdir(entry.path)
        else:
            os.unlink(entry.path)
