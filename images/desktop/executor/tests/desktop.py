"""A desktop for tests: X server, openbox, session bus and accessibility bus, all of it gone at the end."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

IMAGE = Path(__file__).resolve().parents[2]
CLOSED_INPUT = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
OPENBOX = """<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc">
<focus><focusNew>yes</focusNew></focus><placement><policy>Smart</policy></placement>
<keyboard></keyboard>
<mouse><context name="Client"><mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/>
</mousebind></context></mouse></openbox_config>"""
GTK = "[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\ngtk-overlay-scrolling=false\n"


class Desktop:
    """`server`: Xvfb or Xvnc. `env` is what programs of the session get."""

    def __init__(self, server: str = "Xvfb", size: str = "1280x800", accessibility: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="deskfleet-test-"))
        self._children: list[subprocess.Popen[bytes]] = []
        home = self.folder / "home"
        (home / ".config/gtk-3.0").mkdir(parents=True)
        (home / ".config/gtk-3.0/settings.ini").write_text(GTK)
        (self.folder / "run").mkdir(mode=0o700)
        self.env = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.folder / "run"), "GTK_IM_MODULE": "gtk-im-context-simple",
            "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
        }
        try:
            self._start_display(server, size)
            self._start_window_manager()
            if accessibility:
                self._start_buses()
        except BaseException:
            self.close()
            raise
        self.env_file = self.folder / "env"
        self.env_file.write_text("".join(f"{name}={value}\n" for name, value in self.env.items()))

    def start(self, *argv: str, **options: object) -> subprocess.Popen[bytes]:
        """A program in the session; ended at close."""
        child = subprocess.Popen(argv, env=self.env, start_new_session=True, **{**CLOSED_INPUT, **options})
        self._children.append(child)
        return child

    def close(self) -> None:
        for child in reversed(self._children):
            for number in (signal.SIGTERM, signal.SIGKILL):
                if child.poll() is not None:
                    break
                try:
                    os.killpg(child.pid, number)
                    child.wait(3)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start_display(self, server: str, size: str) -> None:
        reader, writer = os.pipe()
        options = ["-displayfd", str(writer), "-nolisten", "tcp", "-noreset"]
        if server == "Xvnc":
            socket = str(self.folder / "vnc.sock")
            options += [
                "-geometry", size, "-depth", "24", "-SecurityTypes", "None", "-rfbport", "-1", "-rfbunixpath", socket,
            ]
        else:
            options += ["-screen", "0", f"{size}x24"]
        self.start(server, *options, pass_fds=[writer])
        os.close(writer)
        number = b""
        while not number.endswith(b"\n"):  # number and line feed come apart; closing in between ends the server
            if not select.select([reader], [], [], 20)[0]:
                raise TimeoutError(f"{server} did not start")
            number += os.read(reader, 16)
        os.close(reader)
        self.env["DISPLAY"] = ":" + number.decode().strip()

    def _start_window_manager(self) -> None:
        config = self.folder / "openbox.xml"
        config.write_text(OPENBOX)
        up = self.folder / "openbox.up"
        self.window_manager = self.start("openbox", "--sm-disable", "--config-file", str(config), "--startup", f"touch {up}")
        until = time.monotonic() + 20
        while not up.exists():
            if time.monotonic() > until:
                raise TimeoutError("openbox did not start")
            time.sleep(0.02)

    def _start_buses(self) -> None:
        address = f"unix:path={self.folder}/bus"
        self.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}")
        while not (self.folder / "bus").exists():
            time.sleep(0.02)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        self.env["GTK_MODULES"] = "gail:atk-bridge"
        del self.env["NO_AT_BRIDGE"]
        self.start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately")
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            self._bus(
                "org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", f"string:{name}",
                "variant:boolean:true",
            )
        self.env["AT_SPI_BUS_ADDRESS"] = self._bus("org.a11y.Bus.GetAddress").decode().strip()

    def _bus(self, *call: str) -> bytes:
        head = ("dbus-send", "--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus")
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if answer := self._output(*head, *call):
                return answer
            time.sleep(0.1)
        raise TimeoutError("the accessibility bus did not start")

    def _output(self, *argv: str) -> bytes:
        done = subprocess.run(argv, env=self.env, capture_output=True, timeout=30, check=False)
        return (done.stdout or b"\n") if done.returncode == 0 else b""
