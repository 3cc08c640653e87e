"""Paths by handles. Every path is resolved from a descriptor of its root, so no rename or link swap in between can
lead out of it. The kernel does it (openat2 with RESOLVE_BENEATH) where it can; else a walk, component by component,
with O_NOFOLLOW. The walk also serves absolute links that stay inside the root, which RESOLVE_BENEATH refuses.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from ctypes import Structure, c_int, c_long, c_size_t, c_uint64

from ...errors import FORBIDDEN, NOT_FOUND, RpcError, conflict
from ..base import RealPath

SYS_OPENAT2 = 437
RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH = 0x02, 0x04, 0x08
LINKS_MAX = 40
HANDLE = os.O_PATH | os.O_CLOEXEC
_syscall = ctypes.CDLL(None, use_errno=True).syscall
_syscall.restype = c_long


class _OpenHow(Structure):
    _fields_ = [("flags", c_uint64), ("mode", c_uint64), ("resolve", c_uint64)]


class Place:
    """A directory's descriptor and a name in it that need not exist. Closes itself at the end of a `with`."""

    def __init__(self, directory: int, name: str, root: str) -> None:
        self.directory = directory
        self.name = name
        self.root = root

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.directory)

    def stat(self) -> os.stat_result | None:
        """What the name is, links not followed; None when it is not there."""
        try:
            return os.stat(self.name, dir_fd=self.directory, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def require(self) -> os.stat_result:
        found = self.stat()
        if found is None:
            raise not_found()
        return found

    def real_path(self) -> str:
        return os.path.join(os.readlink(f"/proc/self/fd/{self.directory}"), self.name)


class Beneath:
    """`roots`: absolute paths of directories. `openat2` can be switched off to use the walk alone."""

    def __init__(self, roots: list[str], use_openat2: bool = True) -> None:
        self._roots = {os.path.normpath(root): os.open(root, HANDLE | os.O_DIRECTORY) for root in roots}
        self.home = os.path.normpath(roots[0])  # what relative paths start from
        self._use_openat2 = use_openat2

    def open_existing(self, path: str) -> int:
        """An O_PATH descriptor of what the path leads to, links inside the root followed."""
        root, parts = self._split(path)
        if not parts:
            return os.dup(self._roots[root])
        is_real = isinstance(path, RealPath)
        found = self._openat2(root, parts, HANDLE, is_real)
        if found is not None:
            return found
        with self._walk(root, parts, follow_last=True, is_real=is_real) as place:
            return _open(place.name, HANDLE | os.O_NOFOLLOW, place.directory)

    def place(self, path: str, follow_last: bool) -> Place:
        """The directory that holds the path's last name. Raises FORBIDDEN for a root itself."""
        root, parts = self._split(path)
        if not parts or parts[-1] == "..":
            raise RpcError(FORBIDDEN, "this is no name inside an allowed directory")
        is_real = isinstance(path, RealPath)
        parent = os.dup(self._roots[root]) if len(parts) == 1 else self._openat2(root, parts[:-1], HANDLE | os.O_DIRECTORY, is_real)
        if parent is not None:
            place = Place(parent, parts[-1], root)
            found = place.stat()
            if not (follow_last and found and stat.S_ISLNK(found.st_mode)):
                return place
            os.close(parent)
        return self._walk(root, parts, follow_last, is_real)

    def covers(self, path: str) -> bool:
        """Whether an absolute, normal path is a root or lies below one, links not looked at."""
        return any(f"{path}/".startswith(f"{root}/") for root in self._roots)

    def _split(self, path: str) -> tuple[str, list[str]]:
        """The root a path names and its components; `..` stays, because its meaning depends on links."""
        absolute = path if path.startswith("/") else f"{self.home}/{path}"
        parts = [part for part in absolute.split("/") if part not in ("", ".")]
        for root in self._roots:
            head = root.strip("/").split("/")
            if parts[: len(head)] == head:
                return root, parts[len(head) :]
        raise RpcError(FORBIDDEN, "the path is outside the allowed directories")

    def _openat2(self, root: str, parts: list[str], flags: int, is_real: bool) -> int | None:
        """None where the walk has to decide: no openat2 here, or a link that might still stay inside."""
        if not self._use_openat2:
            return None
        resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | (RESOLVE_NO_SYMLINKS if is_real else 0)
        how = _OpenHow(flags, 0, resolve)
        name = os.fsencode("/".join(parts))
        found = _syscall(
            c_long(SYS_OPENAT2), c_int(self._roots[root]), name, ctypes.byref(how), c_size_t(ctypes.sizeof(how))
        )
        if found >= 0:
            return found
        code = ctypes.get_errno()
        if code in (errno.ENOSYS, errno.EPERM, errno.E2BIG, errno.EINVAL):
            self._use_openat2 = False
            return None
        if code in (errno.EXDEV, errno.EAGAIN, errno.ELOOP):
            return None
        raise _refusal(OSError(code, os.strerror(code)))

    def _walk(self, root: str, parts: list[str], follow_last: bool, is_real: bool = False) -> Place:
        """Resolves by hand: `trail` holds a descriptor of every directory from the root to where we are."""
        trail = [os.dup(self._roots[root])]
        todo = list(reversed(parts))
        links = 0
        try:
            while True:
                part = todo.pop()
                if part == "..":
                    if len(trail) == 1:
                        raise outside()
                    os.close(trail.pop())
                    if not todo:
                        raise RpcError(FORBIDDEN, "the path ends in a directory above a link")
                    continue
                target = _read_link(part, trail[-1]) if todo or follow_last else None
                if target is not None:
                    if is_real:
                        raise changed()
                    links += 1
                    if links > LINKS_MAX:
                        raise conflict("links", "there are too many links")
                    if target.startswith("/"):
                        inside = self._inside(root, target)
                        while len(trail) > 1:
                            os.close(trail.pop())
                    else:
                        inside = [piece for piece in target.split("/") if piece not in ("", ".")]
                    todo.extend(reversed(inside))
                    if not todo:
                        raise RpcError(FORBIDDEN, "the path leads to an allowed directory itself")
                elif not todo:
                    return Place(os.dup(trail[-1]), part, root)
                else:
                    trail.append(_open(part, HANDLE | os.O_DIRECTORY | os.O_NOFOLLOW, trail[-1]))
        finally:
            for descriptor in trail:
                os.close(descriptor)

    def _inside(self, root: str, target: str) -> list[str]:
        head = root.strip("/").split("/")
        parts = [part for part in target.split("/") if part not in ("", ".")]
        if parts[: len(head)] != head:
            raise outside()
        return parts[len(head) :]


def not_found() -> RpcError:
    return RpcError(NOT_FOUND, "there is no such file or directory")


def outside() -> RpcError:
    return RpcError(FORBIDDEN, "a link leads outside the allowed directory")


def changed() -> RpcError:
    return RpcError(FORBIDDEN, "a link has come into the path since it was decided about")


def _open(name: str, flags: int, directory: int) -> int:
    try:
        return os.open(name, flags, dir_fd=directory)
    except OSError as error:
        raise _refusal(error) from None


def _read_link(name: str, directory: int) -> str | None:
    try:
        return os.readlink(name, dir_fd=directory)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.EINVAL:  # it is no link
            return None
        raise _refusal(error) from None


def _refusal(error: OSError) -> RpcError:
    """The answer for what the system refused while a path was resolved."""
    if error.errno in (errno.ENOENT,):
        return not_found()
    if error.errno == errno.ENOTDIR:
        return conflict("not_directory", "a part of the path is not a directory")
    if error.errno in (errno.EACCES, errno.EPERM, errno.ELOOP, errno.EXDEV):
        return RpcError(FORBIDDEN, "the system does not allow it")
    if error.errno == errno.ENAMETOOLONG:
        return conflict("name_too_long", "the name is too long")
    return conflict("system", f"the system refused: {os.strerror(error.errno or 0)}")
