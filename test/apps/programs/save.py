"""How every test program lets its test see what happened: outside of the accessibility tree, in a file."""

from __future__ import annotations

import json
import os
from pathlib import Path


def save(path: str, state: dict[str, object]) -> None:
    """Replaces the file as a whole, so that a reader never finds half of it. Text is kept exactly, lone surrogates too."""
    new = Path(path + ".new")
    new.write_text(json.dumps(state), encoding="utf-8")
    os.replace(new, path)
