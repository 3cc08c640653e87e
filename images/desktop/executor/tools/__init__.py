"""The table of tools: method name (the tool's id) -> parser of its parameters and handler."""

from __future__ import annotations

from . import app_act, app_read, display, file, input, process
from .tool import Tool

TOOLS: dict[str, Tool] = {**input.TOOLS, **display.TOOLS, **app_read.TOOLS, **file.TOOLS, **process.TOOLS, **app_act.TOOLS}
