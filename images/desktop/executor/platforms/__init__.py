"""Platform adapters. `base` is the interface; each adapter is a package that builds a `base.Platform`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from .base import Platform


def load_platform() -> Callable[[], Platform]:
    """What opens the adapter of the system this runs on, with everything imported; it raises OSError when the display
    cannot be reached. Apart from opening, because a desktop that is still coming up leaves time for the imports.
    """
    if sys.platform == "linux":
        from .linux import open_linux

        return open_linux
    raise OSError(f"there is no adapter for {sys.platform}")
