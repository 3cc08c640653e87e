"""What the image has to say of an application to whoever uses it: one Markdown file each, by the id of its app state."""

from __future__ import annotations

import re

FOLDER = "/usr/local/share/deskfleet/instructions"
#: An id is a file's name: without a separator, and no name that stands for a directory.
APP_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
BYTES_MAX = 65_536


def read_instructions(app: str, folder: str = FOLDER) -> str | None:
    """None where the image says nothing of it, or what it says is no text."""
    if APP_ID.fullmatch(app) is None:
        return None
    try:
        with open(f"{folder}/{app}.md", encoding="utf-8") as file:
            return file.read(BYTES_MAX)
    except (FileNotFoundError, UnicodeDecodeError):
        return None
