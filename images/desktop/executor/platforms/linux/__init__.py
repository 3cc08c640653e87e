"""The adapter for Linux with X11."""

from __future__ import annotations

import json
import logging
import os
from typing import Any

from ... import environment
from ...calls import Call
from ...errors import RpcError
from ..base import FrameRequest
from .accessibility import LinuxAccessibility
from .app_state.linux_app_state import LinuxAppState
from .app_actions.hands import Hands
from .app_actions.linux import LinuxAppActions
from .app_state.xwindows import XWindows
from .beneath import Beneath
from .clipboard import Clipboard
from .confinement import Confinement
from .delivery import Delivery
from .display import Display
from .files import LinuxFiles
from .focus import Focus
from .guarded import Guarded, socket_peer
from .injector import Injector
from .keyboard import LinuxKeyboard
from .manager import WindowManager
from .pointer import LinuxPointer
from .processes import LinuxProcesses
from .screen import LinuxScreen
from .secure_focus import SecureFocus
from .selection_reader import SelectionReader
from .windows import LinuxWindows

log = logging.getLogger("executor")
WARM_UP_MS = 5_000
APPS_FILE = "/usr/local/share/deskfleet/apps.json"
ROOTS = "/workspace:/tmp"


class LinuxPlatform:
    """`roots`: the directories of the file tools, the first is what relative paths start from."""

    def __init__(self, apps: list[dict[str, Any]], roots: list[str]) -> None:
        injector_display = Display()
        self._injector = Injector(injector_display)
        self._apps = apps
        self._server = socket_peer(injector_display.fd)
        beneath = Beneath(roots)
        delivery = Delivery(self._injector, WindowManager(Display()))
        self.windows = LinuxWindows(Display(), delivery)
        self.accessibility = LinuxAccessibility(os.environ.get("AT_SPI_BUS_ADDRESS"), self.windows)
        self.app_state = LinuxAppState(os.environ.get("AT_SPI_BUS_ADDRESS"), Display(), delivery, apps)
        self.screen = LinuxScreen(Display(), self.accessibility.begin_regions)
        self.pointer = LinuxPointer(self._injector, delivery)
        self._secure = SecureFocus(os.environ.get("AT_SPI_BUS_ADDRESS"))
        self.keyboard = LinuxKeyboard(self._injector, delivery, Display(), Focus(Display()), Clipboard(Display()), self._secure)
        self.selections = SelectionReader(Display())
        clients = XWindows(Display())
        hands = Hands(self.windows, clients, self.pointer, self.keyboard, Focus(Display()))
        self.app_actions = LinuxAppActions(os.environ.get("AT_SPI_BUS_ADDRESS"), clients, hands)
        self.files = LinuxFiles(beneath)
        self.processes = LinuxProcesses(
            beneath, Confinement(beneath), Guarded([self._server]), lambda: environment.read_session(environment.session_file()),
            {app["id"]: app["argv"] for app in apps},
        )

    def display_kind(self) -> str:
        try:
            name = os.path.basename(os.readlink(f"/proc/{self._server}/exe"))
        except OSError:
            name = ""
        return "xvnc" if "vnc" in name.lower() else "xvfb"

    def apps(self) -> list[dict[str, Any]]:
        return self._apps

    def warm_up(self) -> None:
        try:
            self.screen.capture(FrameRequest(), Call(None, WARM_UP_MS))
        except (RpcError, OSError) as error:
            log.warning("warming up failed: %s", error)

    def release_input(self) -> None:
        self._injector.release_all()

    def close(self) -> None:
        self.app_actions.close()
        self._secure.close()
        self.accessibility.close()
        self.app_state.close()


def open_linux() -> LinuxPlatform:
    """Reads $DESKFLEET_APPS_FILE and $DESKFLEET_FILE_ROOTS (colon-separated) where they are set. Raises OSError."""
    path = os.environ.get("DESKFLEET_APPS_FILE", APPS_FILE)
    try:
        with open(path, encoding="utf-8") as file:
            apps = json.load(file)
    except FileNotFoundError:
        apps = []
    return LinuxPlatform(apps, os.environ.get("DESKFLEET_FILE_ROOTS", ROOTS).split(":"))
