"""Platform adapters. `base` is the interface; each adapter is a package that builds a `base.Platform`."""

from __future__ import annotations

import sys

from .base import Platform


def open_platform() -> Platform:
    """The adapter of the system this runs on. Raises OSError when its display cannot be reached."""
    if sys.platform == "linux":
        from .linux import open_linux

        return open_linux()
    raise OSError(f"there is no adapter for {sys.platform}")
