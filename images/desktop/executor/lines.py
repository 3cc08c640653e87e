"""Lines from a file descriptor, with a limit: one that is longer is skipped whole and reported once."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator

#: Longest accepted line in bytes, without its line feed.
LINE_BYTES_MAX = 8 * 1024 * 1024
READ_BYTES = 1 << 16


class TooLong:
    """Stands for a line that was skipped."""


def read_lines(fd: int, tick: Callable[[], float | None], limit: int = LINE_BYTES_MAX) -> Iterator[bytes | TooLong]:
    """Yields lines without their line feed until end of file; a last line without one is yielded too.

    `tick` runs before each wait and returns how many seconds the wait may last (None: until input comes), which is
    how overdue calls are answered without another thread.
    """
    poller = select.poll()
    poller.register(fd, select.POLLIN)
    parts: list[bytes] = []
    length = 0
    while True:
        timeout = tick()
        if not poller.poll(None if timeout is None else max(0, int(timeout * 1000) + 1)):
            continue
        block = os.read(fd, READ_BYTES)
        if not block:
            if parts and length <= limit:
                yield b"".join(parts)
            elif length > limit:
                yield TooLong()
            return
        *complete, rest = block.split(b"\n")
        for piece in complete:
            length += len(piece)
            if length > limit:
                yield TooLong()
            else:
                parts.append(piece)
                yield b"".join(parts) if len(parts) > 1 else piece
            parts, length = [], 0
        if rest:
            length += len(rest)
            if length > limit:
                parts = []  # nothing of it is kept; the length alone marks it as too long until its line feed
            else:
                parts.append(rest)
