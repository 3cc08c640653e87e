"""The file tools: only regular files are read or written, and a FIFO, device or socket is refused without opening it."""

from __future__ import annotations

import base64
import contextlib
import ctypes
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from datetime import datetime, timezone

from ...calls import Call
from ...errors import FORBIDDEN, RpcError, conflict
from .beneath import Beneath, Place, not_found
from .textcut import cut_text

FILE_BYTES_MAX = 64 * 1024 * 1024
ENTRIES_MAX = 1_000
BLOCK = 1 << 20
SYS_RENAMEAT2, RENAME_NOREPLACE = 316, 1
_syscall = ctypes.CDLL(None, use_errno=True).syscall


class LinuxFiles:
    def __init__(self, beneath: Beneath) -> None:
        self._beneath = beneath

    def read(self, path: str, offset: int, bytes_max: int, encoding: str) -> dict[str, object]:
        with self._regular(path) as (descriptor, info):
            data = os.pread(descriptor, bytes_max, offset)
        at_end = offset + len(data) >= info.st_size
        if encoding == "base64":
            text = base64.b64encode(data).decode()
        else:
            text = cut_text(data, starts_inside=offset > 0, ends_inside=not at_end)
        return {"text": text, "encoding": encoding, "bytes": info.st_size, "truncated": not at_end}

    def write(self, path: str, content: bytes, mode: str) -> int:
        with _refusals(), self._beneath.place(path, follow_last=mode != "create") as place:
            found = place.stat()
            if found is not None:
                if mode == "create":
                    raise conflict("exists", "it exists already")
                _require_regular(found)
            if mode == "append" and found is not None:
                return self._append(path, content)
            with _replacement(place, found, overwrite=mode != "create") as target:
                _write_all(target, content)
            return len(content)

    def delete(self, path: str, recursive: bool, call: Call) -> int:
        with _refusals(), self._beneath.place(path, follow_last=False) as place:
            if not stat.S_ISDIR(place.require().st_mode):
                os.unlink(place.name, dir_fd=place.directory)
                return 1
            count = _empty_directory(place.directory, place.name, call) if recursive else 0
            os.rmdir(place.name, dir_fd=place.directory)
            return count + 1

    def entries(self, path: str) -> dict[str, object]:
        handle = self._beneath.open_existing(path)
        try:
            with _refusals():
                _require_directory(os.fstat(handle))
                descriptor = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=handle)
                try:
                    names = sorted(os.listdir(descriptor))
                    entries = [_entry(name, descriptor) for name in names[:ENTRIES_MAX]]
                finally:
                    os.close(descriptor)
        finally:
            os.close(handle)
        return {"entries": [entry for entry in entries if entry], "truncated": len(names) > ENTRIES_MAX}

    def move(self, path: str, destination: str, overwrite: bool, call: Call) -> str:
        with (
            _refusals(),
            self._beneath.place(path, follow_last=False) as source,
            self._beneath.place(destination, follow_last=False) as target,
        ):
            found = source.require()
            try:
                _rename(source, target, overwrite)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                if not stat.S_ISREG(found.st_mode):
                    raise conflict("cross_device", "only files can move between the allowed directories") from None
                self.copy(path, destination, overwrite, call)
                os.unlink(source.name, dir_fd=source.directory)
            return target.real_path()

    def copy(self, path: str, destination: str, overwrite: bool, call: Call) -> tuple[str, int]:
        with (
            _refusals(),
            self._regular(path) as (source, info),
            self._beneath.place(destination, follow_last=False) as target,
        ):
            found = target.stat()
            if found is not None:
                if not overwrite:
                    raise conflict("exists", "the destination exists already")
                if os.path.samestat(found, info):
                    raise conflict("same_file", "source and destination are the same file")
                _require_regular(found)
            if info.st_size > FILE_BYTES_MAX:
                raise conflict("too_large", f"files of at most {FILE_BYTES_MAX} bytes are copied")
            with _replacement(target, found or info, overwrite) as written:
                copied = 0
                while block := os.read(source, BLOCK):
                    call.check()
                    _write_all(written, block)
                    copied += len(block)
            return target.real_path(), copied

    def info(self, path: str) -> dict[str, object]:
        with _refusals(), self._beneath.place(path, follow_last=False) as place:
            found = place.require()
            return {
                "path": _printable(place.real_path()),
                "type": _type(found.st_mode),
                "bytes": found.st_size,
                "modifiedAt": _iso(found.st_mtime),
                "mode": f"{stat.S_IMODE(found.st_mode):04o}",
            }

    def resolve(self, path: str, follow_last: bool) -> dict[str, object]:
        absolute = path if path.startswith("/") else f"{self._beneath.home}/{path}"
        head, name = os.path.split(absolute.rstrip("/") or "/")
        real = os.path.realpath(absolute) if follow_last else os.path.join(os.path.realpath(head), name)
        try:
            kind = _exact_type(os.lstat(real).st_mode)
        except (OSError, ValueError):
            kind = None
        return {"path": path, "real": _printable(real), "type": kind, "exists": kind is not None}

    @contextlib.contextmanager
    def _regular(self, path: str) -> Iterator[tuple[int, os.stat_result]]:
        """A readable descriptor. The handle is looked at first: opening a FIFO or a device may hang or act."""
        handle = self._beneath.open_existing(path)
        try:
            with _refusals():
                _require_regular(os.fstat(handle))
                descriptor = os.open(f"/proc/self/fd/{handle}", os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        finally:
            os.close(handle)
        try:
            yield descriptor, os.fstat(descriptor)
        finally:
            os.close(descriptor)

    def _append(self, path: str, content: bytes) -> int:
        handle = self._beneath.open_existing(path)
        try:
            found = os.fstat(handle)
            _require_regular(found)
            if found.st_size + len(content) > FILE_BYTES_MAX:
                raise conflict("too_large", f"files may have at most {FILE_BYTES_MAX} bytes")
            flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
            descriptor = os.open(f"/proc/self/fd/{handle}", flags)
        finally:
            os.close(handle)
        try:
            _write_all(descriptor, content)
            return found.st_size + len(content)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """The system's refusals as answers."""
    try:
        yield
    except FileNotFoundError:
        raise not_found() from None
    except OSError as error:
        reasons = {
            errno.ENOSPC: ("disk_full", "the disk is full"),
            errno.EDQUOT: ("disk_full", "the disk is full"),
            errno.EFBIG: ("too_large", "the file is too large"),
            errno.EEXIST: ("exists", "the destination exists already"),
            errno.ENOTEMPTY: ("not_empty", "the directory is not empty"),
            errno.EISDIR: ("directory", "it is a directory"),
            errno.ENOTDIR: ("not_directory", "it is not a directory"),
            errno.ENAMETOOLONG: ("name_too_long", "the name is too long"),
            errno.EBUSY: ("busy", "it is in use by the system"),
            errno.EINVAL: ("inside_itself", "a directory cannot move into itself"),
        }
        if error.errno in reasons:
            raise conflict(*reasons[error.errno]) from None
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP):
            raise RpcError(FORBIDDEN, "the system does not allow it") from None
        raise


@contextlib.contextmanager
def _replacement(place: Place, like: os.stat_result | None, overwrite: bool) -> Iterator[int]:
    """A new file that takes the place's name, whole, when the block ends well; else nothing changed."""
    temporary = f".{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    mode = stat.S_IMODE(like.st_mode) & 0o777 if like else 0o644
    descriptor = os.open(temporary, flags, 0o600, dir_fd=place.directory)
    try:
        try:
            yield descriptor
            os.fchmod(descriptor, mode)
        finally:
            os.close(descriptor)
        _rename(Place(place.directory, temporary, place.root), place, overwrite)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=place.directory)
        raise


def _rename(source: Place, target: Place, overwrite: bool) -> None:
    if overwrite:
        os.rename(source.name, target.name, src_dir_fd=source.directory, dst_dir_fd=target.directory)
        return
    failed = _syscall(
        ctypes.c_long(SYS_RENAMEAT2), ctypes.c_int(source.directory), os.fsencode(source.name),
        ctypes.c_int(target.directory), os.fsencode(target.name), ctypes.c_uint(RENAME_NOREPLACE),
    )
    code = ctypes.get_errno()
    if failed and code in (errno.ENOSYS, errno.EPERM):  # a sandbox without renameat2: not atomic, but still checked
        if target.stat() is not None:
            raise conflict("exists", "the destination exists already")
        os.rename(source.name, target.name, src_dir_fd=source.directory, dst_dir_fd=target.directory)
    elif failed:
        raise OSError(code, os.strerror(code))


def _empty_directory(parent: int, name: str, call: Call) -> int:
    """Removes what is inside, by descriptors and without following links; returns how many entries."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(name, flags, dir_fd=parent)
    count = 0
    try:
        for entry in os.listdir(descriptor):
            call.check()
            if stat.S_ISDIR(os.stat(entry, dir_fd=descriptor, follow_symlinks=False).st_mode):
                count += _empty_directory(descriptor, entry, call)
                os.rmdir(entry, dir_fd=descriptor)
            else:
                os.unlink(entry, dir_fd=descriptor)
            count += 1
    finally:
        os.close(descriptor)
    return count


def _entry(name: str, directory: int) -> dict[str, object] | None:
    try:
        found = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return {"name": _printable(name), "type": _type(found.st_mode), "bytes": found.st_size}


def _require_regular(info: os.stat_result) -> None:
    if stat.S_ISDIR(info.st_mode):
        raise conflict("directory", "it is a directory")
    if not stat.S_ISREG(info.st_mode):
        raise RpcError(FORBIDDEN, "it is neither a file nor a directory")


def _require_directory(info: os.stat_result) -> None:
    if not stat.S_ISDIR(info.st_mode):
        raise conflict("not_directory", "it is not a directory")


def _type(mode: int) -> str:
    for test, name in ((stat.S_ISREG, "file"), (stat.S_ISDIR, "directory"), (stat.S_ISLNK, "symlink")):
        if test(mode):
            return name
    return "other"


def _exact_type(mode: int) -> str:
    """For decisions: what opening it might do."""
    if stat.S_ISFIFO(mode):
        return "fifo"
    if stat.S_ISSOCK(mode):
        return "socket"
    return "device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else _type(mode)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _printable(name: str) -> str:
    """Names are bytes; what is not UTF-8 in them cannot be said in JSON."""
    return os.fsencode(name).decode("utf-8", "replace")


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
