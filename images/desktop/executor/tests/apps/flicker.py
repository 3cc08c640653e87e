"""Windows that open and close all the time."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from executor.tests.xclient import XClient  # noqa: E402

client = XClient(os.environ["DISPLAY"])
while True:
    window = client.window("Flicker", 0x808080)
    time.sleep(0.02)
    client.destroy(window)
