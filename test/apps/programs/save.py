"""How every test program lets its test see what happened: outside of the accessibility tree, in a file."""

from __future__ import annotations

import json
import os
from pathlib import Path


def save(path: str, state: dict[str, object]) -> None:
    """Replaces the file as a whole, so that a reader never finds half of it."""
    new = Path(path + ".new")
    new.write_text(json.dumps(state), encoding="utf-8")
    os.replace(new, path)


def append(path: str, text: str) -> None:
    """Adds a line with the JSON of `text`: what a field held after each change."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(json.dumps(text) + "\n")
