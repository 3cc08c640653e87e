"""What the input and display gates forbid, no program of the image offers beside them. Runs in the image of sessions, not in
the variant with tools. A program that somebody brings along is another matter: that is what confined commands are for."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import unittest
from pathlib import Path

#: Inject input, read the screen, the keys or the clipboard, debug other programs, serve the display, become somebody else.
FORBIDDEN_PROGRAMS = set(
    """xdotool ydotool wtype dotool xte xautomation xmacro xmacroplay xnee cnee sikulix autokey evemu-event evtest xinput
    xclip xsel wl-copy wl-paste copyq clipit parcellite xcutsel xclipboard
    scrot maim import xwd xwud gnome-screenshot spectacle flameshot ffmpeg recordmydesktop byzanz-record xvidcap slop grim shutter
    x11vnc vncviewer xtigervncviewer vncconfig tigervncconfig x2x xpra Xnest Xephyr ssh sshd telnet nc ncat
    xev xkbwatch xkbevd xmodmap xkill xhost xsetpointer wmctrl xvkbd onboard florence key-mon screenkey
    gdb gdbserver strace ltrace ptrace rr perf chromedriver geckodriver playwright accerciser dbus-monitor
    sudo su doas pkexec mount umount nsenter""".split()
)
#: `su`, `mount` and `umount` come with the base of every Debian; none is set-user-id here, so they change nothing.
HARMLESS = {"su", "mount", "umount", "nsenter"}
FORBIDDEN_MODULES = ("pynput", "Xlib", "pyautogui", "mss", "pyperclip", "evdev", "selenium", "playwright", "pyatspi", "dogtail")
APPS = json.loads(Path("/usr/local/share/deskfleet/apps.json").read_text(encoding="utf-8"))


class Programs(unittest.TestCase):
    def test_none_is_forbidden(self) -> None:
        found = {entry.name for folder in ("/usr/local/bin", "/usr/bin", "/usr/sbin", "/usr/games", "/usr/local/sbin", "/opt") for entry in os.scandir(folder)}
        self.assertGreater(len(found), 300)
        self.assertEqual(found & FORBIDDEN_PROGRAMS - HARMLESS, set())

    def test_no_module_is_forbidden(self) -> None:
        for name in FORBIDDEN_MODULES:
            with self.subTest(name):
                self.assertNotEqual(subprocess.run(["python3", "-c", f"import {name}"], capture_output=True, check=False).returncode, 0)

    def test_git_is_ours_and_executable_copies_are_known(self) -> None:
        self.assertEqual(os.path.realpath("/usr/bin/git"), "/usr/local/bin/git")
        self.assertEqual(b"#!/bin/bash", Path("/usr/local/bin/git").read_bytes()[:11])

    def test_no_application_is_started_with_a_door(self) -> None:
        for app in APPS:
            words = " ".join(app["argv"])
            for door in ("remote-debugging", "remote-allow", "inspect", "marionette", "load-extension", "enable-automation", "disable-web-security", "no-sandbox"):
                self.assertNotIn(door, words, app["id"])


class Browser(unittest.TestCase):
    def test_its_debugging_port_does_not_open_even_if_asked_for(self) -> None:
        policy = json.loads(Path("/etc/chromium/policies/managed/deskfleet.json").read_text(encoding="utf-8"))
        self.assertIs(policy["RemoteDebuggingAllowed"], False)
        environment = dict(line.split("=", 1) for line in Path("/run/deskfleet/env").read_text(encoding="utf-8").splitlines())
        for place in (["--remote-debugging-port=9333"], []):
            flags = {} if place else {"CHROMIUM_FLAGS": "--remote-debugging-port=9333"}
            with subprocess.Popen(["chromium", *place, "about:blank"], env=os.environ | environment | flags, stderr=subprocess.PIPE, start_new_session=True) as browser:
                try:
                    until = time.monotonic() + 30
                    while time.monotonic() < until and b"--type=renderer" not in renderers():
                        time.sleep(0.1)
                    self.assertIn(b"--type=renderer", renderers())
                    time.sleep(0.5)
                    with socket.socket() as client:
                        self.assertNotEqual(client.connect_ex(("127.0.0.1", 9333)), 0)
                finally:
                    os.killpg(browser.pid, 9)


def renderers() -> bytes:
    return subprocess.run(["pgrep", "-af", "--", "--type=renderer"], capture_output=True, check=False).stdout


if __name__ == "__main__":
    unittest.main()
