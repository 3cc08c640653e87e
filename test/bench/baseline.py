"""Baselines inside the desktop: the action paths of the reference demos, written anew with the tools that they use.

`demo_*`: xdotool and scrot, a process for each action, the image as base64, as the computer-use reference demos do.
`server_*`: pynput for input and PIL for the screen (optimised PNG as base64), as a Python computer server does.

One JSON object per line on stdin ({"op", ...}), one per line on stdout ({"ok": true, "bytes"?: n}).
"""

import base64
import io
import json
import os
import subprocess
import sys


def environment():
    with open("/run/deskfleet/env", encoding="utf-8") as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key:
                os.environ[key] = value


environment()

from PIL import ImageGrab  # noqa: E402  (needs DISPLAY)
from pynput import keyboard, mouse  # noqa: E402

pointer = mouse.Controller()
keys = keyboard.Controller()


def demo_click(x, y):
    subprocess.run(["xdotool", "mousemove", "--sync", str(x), str(y), "click", "1"], check=True)
    return {}


def demo_type(text):
    for start in range(0, len(text), 50):
        chunk = text[start : start + 50]
        subprocess.run(["xdotool", "type", "--delay", "12", "--", chunk], check=True)
    return {}


def demo_screenshot():
    path = "/tmp/baseline.png"
    subprocess.run(["scrot", "-o", "-p", path], check=True)
    with open(path, "rb") as image:
        return {"image": base64.b64encode(image.read()).decode()}


def server_click(x, y):
    pointer.position = (x, y)
    pointer.click(mouse.Button.left, 1)
    return {}


def server_type(text):
    keys.type(text)
    return {}


def server_screenshot():
    buffer = io.BytesIO()
    ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save(buffer, format="PNG", optimize=True)
    return {"image": base64.b64encode(buffer.getvalue()).decode()}


OPERATIONS = {
    operation.__name__: operation
    for operation in (demo_click, demo_type, demo_screenshot, server_click, server_type, server_screenshot)
}

for line in sys.stdin:
    request = json.loads(line)
    answer = OPERATIONS[request.pop("op")](**request)
    sys.stdout.write(json.dumps({"ok": True, **answer}) + "\n")
    sys.stdout.flush()
