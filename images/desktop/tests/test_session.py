"""The desktop after its start: closed, quiet, and complete for every process of the session."""

from __future__ import annotations

import os
import stat
import subprocess
import time
import unittest
from pathlib import Path
from xml.etree import ElementTree

from support import STATE, Program, await_title, run, session_environment
from Xlib import display
from Xlib.ext import damage

ENVIRONMENT = {
    "DISPLAY": ":1",
    "XAUTHORITY": "/run/deskfleet/Xauthority",
    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus",
    "HOME": "/home/agent",
    "LANG": "C.UTF-8",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "GTK_IM_MODULE": "gtk-im-context-simple",
    # Accessibility where a toolkit does not follow the bus by itself.
    "GTK_MODULES": "gail:atk-bridge",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    "SAL_USE_VCLPLUGIN": "gtk3",
}


class Confinement(unittest.TestCase):
    def status(self) -> dict[str, str]:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return {key: value.strip() for key, value in (line.split(":", 1) for line in lines)}

    def test_runs_without_root_capabilities_or_new_privileges(self) -> None:
        status = self.status()
        wanted = {"Uid": "1000", "CapEff": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2"}
        self.assertEqual(wanted, {key: status[key].split()[0] for key in wanted})

    def test_has_no_program_that_changes_the_user(self) -> None:
        argv = ["find", "/", "-xdev", "-type", "f", "-perm", "/6000"]
        self.assertEqual(b"", subprocess.run(argv, check=False, capture_output=True, timeout=60).stdout)

    def test_the_root_is_read_only(self) -> None:
        for folder in ("/", "/etc", "/usr/local/bin", "/usr/local/lib/deskfleet", "/var/tmp"):
            with self.subTest(folder), self.assertRaises(OSError):
                Path(folder, "written-by-test").touch()

    def test_listens_on_no_tcp_port_and_no_abstract_socket(self) -> None:
        for table in ("tcp", "tcp6", "udp", "udp6"):
            self.assertEqual(1, len(Path("/proc/net", table).read_text(encoding="ascii").splitlines()), table)
        self.assertNotIn("@", Path("/proc/net/unix").read_text(encoding="ascii"))

    def test_the_only_network_is_loopback(self) -> None:
        self.assertEqual(["lo"], os.listdir("/sys/class/net"))

    def test_what_opens_the_display_belongs_to_the_user_alone(self) -> None:
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) & 0o077 for path in [STATE, *STATE.iterdir()]}
        self.assertEqual({name: 0 for name in modes}, modes)

    def test_the_display_refuses_whoever_has_no_cookie(self) -> None:
        answer = subprocess.run(
            ["xdotool", "getdisplaygeometry"], env=os.environ | {"XAUTHORITY": "/dev/null"}, capture_output=True, check=False
        )
        self.assertNotEqual(0, answer.returncode)


class Environment(unittest.TestCase):
    def test_the_file_names_what_every_process_needs(self) -> None:
        environment = session_environment()
        self.assertEqual(ENVIRONMENT, {key: environment.get(key) for key in ENVIRONMENT})
        self.assertTrue(environment["AT_SPI_BUS_ADDRESS"].startswith("unix:path=/run/user/1000/"))
        self.assertNotIn("NO_AT_BRIDGE", environment)

    def test_accessibility_is_on_before_any_program_starts(self) -> None:
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            answer = run(
                "dbus-send", "--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus",
                "org.freedesktop.DBus.Properties.Get", "string:org.a11y.Status", f"string:{name}",
            )  # fmt: skip
            self.assertIn("boolean true", answer, name)

    def test_the_keyboard_is_plain_us(self) -> None:
        self.assertIn("layout:     us", run("setxkbmap", "-query"))

    def test_the_window_manager_takes_no_key_and_no_plain_click_for_itself(self) -> None:
        """A grabbed key is grabbed again whenever typing maps characters; a plain button in Frame swallows every click."""
        text = Path("/etc/deskfleet/openbox/rc.xml").read_text(encoding="utf-8")
        config = ElementTree.fromstring(text)
        names = {"o": "http://openbox.org/3.4/rc"}
        self.assertEqual([0], [len(keyboard) for keyboard in config.findall("o:keyboard", names)])
        contexts = [context.get("name") for context in config.findall("o:mouse/o:context", names)]
        self.assertIn("Client", contexts)
        self.assertNotIn("Frame", contexts)

    def test_our_python_is_compiled(self) -> None:
        root = Path("/usr/local/lib/deskfleet/executor")
        missing = [str(p) for p in root.rglob("*.py") if not list(p.parent.glob(f"__pycache__/{p.stem}.*.pyc"))]
        self.assertEqual([], missing)


class Screen(unittest.TestCase):
    def test_has_the_size_asked_for_and_the_extensions_the_executor_uses(self) -> None:
        x = display.Display()
        geometry = x.screen().root.get_geometry()
        self.assertEqual(os.environ["DESKFLEET_SCREEN"], f"{geometry.width}x{geometry.height}")
        self.assertEqual(24, geometry.depth)
        extensions = set(x.list_extensions())
        self.assertEqual(set(), {"XTEST", "DAMAGE", "MIT-SHM", "XFIXES"} - extensions)
        self.assertNotIn("GLX", extensions)  # would load software OpenGL into the server
        x.close()

    def test_stands_still_while_a_text_field_has_the_focus(self) -> None:
        with Program("python3", "/usr/local/share/deskfleet/samples/order_desk.py", ORDER_DESK_FILE="/tmp/none.jsonl"):
            await_title("Order desk")
            time.sleep(1)  # what the window draws when it opens is not the question
            x = display.Display()
            damage.query_version(x)  # the extension wants its version agreed first
            x.screen().root.damage_create(damage.DamageReportRawRectangles)
            x.sync()
            self.assertEqual(1, len(waiting_events(x)))  # a new watch reports the whole screen once
            time.sleep(2)  # a cursor would have blinked, an animation gone on
            x.sync()
            self.assertEqual([], waiting_events(x))
            x.close()


def waiting_events(x: display.Display) -> list[object]:
    return [x.next_event() for _event in range(x.pending_events())]


if __name__ == "__main__":
    unittest.main()
