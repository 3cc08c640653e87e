"""Paints one rectangle every `interval` seconds and prints when (CLOCK_MONOTONIC, nanoseconds), `count` times."""

import os
import sys
import time

with open("/run/deskfleet/env", encoding="utf-8") as lines:
    for line in lines:
        key, _, value = line.rstrip("\n").partition("=")
        if key:
            os.environ[key] = value

from Xlib import X, display  # noqa: E402  (needs DISPLAY)

interval, count = float(sys.argv[1]), int(sys.argv[2])
connection = display.Display()
screen = connection.screen()
window = screen.root.create_window(
    300, 300, 60, 60, 0, screen.root_depth, X.InputOutput, X.CopyFromParent, background_pixel=0, override_redirect=1
)
window.map()
colours = [window.create_gc(foreground=value) for value in (0xD04040, 0x4040D0)]
connection.sync()
time.sleep(1)
for round_number in range(count):
    at = time.monotonic_ns()
    window.fill_rectangle(colours[round_number % 2], 0, 0, 60, 60)
    connection.flush()
    print(at, flush=True)
    time.sleep(interval)
