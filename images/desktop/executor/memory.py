"""Allocator settings: frame-sized buffers are reused instead of going back to the system after every frame."""

from __future__ import annotations

import ctypes

# malloc.h. A fresh page costs 20-30 us in some virtual machines, a 4 MB buffer has a thousand of them.
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -2, -3, -8
MEGABYTE = 1 << 20


def keep_freed_memory() -> None:
    """glibc only; elsewhere nothing happens. One arena, because only the main one honours the other three."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    for option, value in (
        (M_ARENA_MAX, 1),
        (M_MMAP_THRESHOLD, 32 * MEGABYTE),
        (M_TRIM_THRESHOLD, 256 * MEGABYTE),
        (M_TOP_PAD, 16 * MEGABYTE),
    ):
        mallopt(option, value)
