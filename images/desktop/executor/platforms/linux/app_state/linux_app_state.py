"""App state on Linux: which applications run, and what one of them shows."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from typing import Any

from ....calls import Call
from ....errors import RpcError
from .. import procfs
from ..delivery import Delivery
from ..display import Display
from .app_names import AppNamer, RunningApp
from .app_windows import AppWindows, main_window, match_windows
from .asking import Asking, gone
from .desktop_entries import DesktopEntries, data_directories
from .image_apps import ImageApps
from .registry import BusApp, Registry
from .session import AppSession, open_session
from .top_levels import read_top_levels
from .tree_json import Snapshot, digest_of
from .usage import Usage, day
from .visible_texts import Texts, range_extents
from .xwindows import XWindow, XWindows

log = logging.getLogger("executor")
#: Applications with a connection at once; the one that was asked longest ago gives way.
SESSIONS_MAX = 32
#: No application is begun with later, when the texts of all are read.
TEXTS_S = 1.5
STATES = ("visible", "enabled", "sensitive", "showing")


class LinuxAppState:
    """Thread-safe. `apps`: the image's registry."""

    def __init__(self, address: str | None, display: Display, delivery: Delivery, apps: Sequence[dict[str, Any]]) -> None:
        self._windows = XWindows(display)
        self._registry = Registry(address)
        self._delivery = delivery
        self._image_apps = ImageApps(apps)
        self._namer = AppNamer(DesktopEntries(data_directories()), self._image_apps)
        self._usage = Usage()
        self._lock = threading.Lock()
        self._sessions: dict[int, AppSession] = {}

    def locate(self, word: str, call: Call) -> dict[str, object]:
        """Every application that the word means, and what could be started under it. Decides nothing."""
        running = self._running(call)
        found = [app for app in running if self._means(app, word)]
        launchable = self._image_apps.named(word) or next(
            (image_app for app in found if (image_app := self._image_apps.of_names(app.words()))), None
        )
        return {
            "running": [
                {
                    "pid": app.pid, "name": app.name, "id": app.id, "wmClass": app.wm_class, "processName": app.process_name,
                    "toolkit": self._toolkit(app.pid), "windowId": app.window.id if app.window else None,
                    "title": app.window.title if app.window else "",
                }
                for app in found
            ],
            "launchable": launchable.id if launchable else None,
        }

    def apps(self, call: Call) -> list[dict[str, object]]:
        """Those that run, topmost first, then those that ran lately."""
        running = self._running(call)
        listed: list[dict[str, object]] = []
        for app in running:
            use = self._usage.saw(app.pid, app.name, app.id, app.wm_class, app.process_name)
            listed.append(_app_json(app.name, app.id, app.pid, app.wm_class, app.process_name, use.last, len(use.pids)))
        ids = {app.id for app in running}
        for use in self._usage.lately():
            if use.id not in ids:
                listed.append(_app_json(use.name, use.id, None, use.wm_class, use.process_name, use.last, len(use.pids)))
        return listed

    def capture(self, pid: int, since: str | None, unseen: bool, call: Call) -> dict[str, object]:
        """`unseen`: with the texts of web pages that are out of sight; its digest is that of both. Raises RpcError NOT_FOUND `app` or `window`, CONFLICT `not_responding`."""
        started = time.monotonic()
        self._delivery.wait_told(call)
        snapshot, windows, reliability = self._snapshot(pid, unseen, call)
        if snapshot.digest == since:
            return {"unchanged": True, "digest": snapshot.digest}
        main, tree = windows.main, snapshot.tree
        root = tree["roots"][0].get("extents")
        frame = main.frame.to_json() if main else dict(zip(("x", "y", "width", "height"), root or (0, 0, 0, 0), strict=True))
        return {
            "unchanged": False,
            "digest": snapshot.digest,
            "snapshot": tree,
            "window": {"title": tree["window"]["title"], "windowId": main.id if main else None, "frame": frame},
            "frameReliability": reliability,
            "collectMs": round((time.monotonic() - started) * 1000, 3),
        }

    def visible_texts(self, call: Call) -> dict[str, object]:
        """Of all applications with a window on the screen. `complete`: each could be read, and there were not too many."""
        texts = Texts()
        until = time.monotonic() + TEXTS_S
        pids = dict.fromkeys(window.pid for window in self._windows.managed() if window.is_mapped and window.pid)
        bus_pids = {app.pid for app in self._bus_apps()}
        for pid in pids:
            if pid not in bus_pids:
                continue
            if time.monotonic() > until:
                texts.is_complete = False
                break
            try:
                texts.add_tree(pid, self._snapshot(pid, False, call)[0].tree["roots"])
            except RpcError as error:
                call.check()
                log.info("the texts of %d cannot be read: %s", pid, error)
                texts.is_complete = False
        return {"texts": texts.found, "complete": texts.is_complete}

    def text_extents(self, ranges: Sequence[dict[str, Any]], call: Call) -> dict[str, object]:
        """`ranges`: pid, key, start and end, in characters. None for what is not said."""
        bus_apps = {app.pid: app for app in self._bus_apps()}
        found: list[dict[str, int] | None] = [None] * len(ranges)
        for pid in dict.fromkeys(one["pid"] for one in ranges):
            places = [index for index, one in enumerate(ranges) if one["pid"] == pid]
            if pid not in bus_apps:
                continue
            try:
                session = self._session(bus_apps[pid], call)
                if session.tree.frame_reliability != "high":
                    continue  # its coordinates are not those of the screen
                with session.lock:
                    asking = Asking(session.tree.connection, call, bus=session.bus_app.ref[0])
                    extents = range_extents(asking, [ranges[index] for index in places])
            except RpcError as error:
                call.check()
                log.info("places of texts of %d cannot be read: %s", pid, error)
                self._drop(pid)
                continue
            for index, extent in zip(places, extents, strict=True):
                found[index] = extent
        return {"extents": found}

    def close(self) -> None:
        self._registry.close()
        with self._lock:
            for session in self._sessions.values():
                session.close()
            self._sessions.clear()

    def _snapshot(self, pid: int, unseen: bool, call: Call) -> tuple[Snapshot, AppWindows, str]:
        own = [window for window in self._windows.managed() if window.pid == pid]
        bus_app = next((app for app in self._bus_apps() if app.pid == pid), None)
        if not own and bus_app is None:
            raise gone("app")
        if bus_app is not None:
            session = self._session(bus_app, call)
            with session.lock:
                try:
                    found = self._tree(session, own, pid, unseen, call)
                except RpcError:
                    self._drop(pid)
                    raise
            if found is not None:
                return found
        if not own:
            raise gone("window")
        windows = match_windows(own, [], [])
        assert windows.main is not None
        app = self._namer.name(pid, own, windows.main, "")
        return window_line(_app_of(app, "none"), windows.main), windows, "none"

    def _tree(
        self, session: AppSession, own: list[XWindow], pid: int, unseen: bool, call: Call
    ) -> tuple[Snapshot, AppWindows, str] | None:
        """None: no object on the bus stands for the window."""
        asking = Asking(session.tree.connection, call, bus=session.bus_app.ref[0])
        tops = read_top_levels(asking, session.bus_app.ref)
        unmanaged = [window for window in self._windows.unmanaged() if window.pid in (pid, None)]
        windows = match_windows(own, unmanaged, tops)
        if windows.root is None:
            return None
        app = self._namer.name(pid, own, windows.main, session.bus_app.name)
        snapshot = session.tree.capture(asking, _app_of(app, session.tree.toolkit), windows, unseen)
        return snapshot, windows, session.tree.frame_reliability

    def _session(self, app: BusApp, call: Call) -> AppSession:
        with self._lock:
            session = self._sessions.pop(app.pid, None)
            if session is not None and session.bus_app.ref == app.ref:
                self._sessions[app.pid] = session  # the last one is the one that was asked last
                return session
        if session is not None:
            session.close()
        opened = open_session(self._registry.address or "", app, call)
        with self._lock:
            while len(self._sessions) >= SESSIONS_MAX:
                self._sessions.pop(next(iter(self._sessions))).close()
            other = self._sessions.get(app.pid)
            if other is None:
                self._sessions[app.pid] = opened
                return opened
        opened.close()
        return other

    def _drop(self, pid: int) -> None:
        with self._lock:
            session = self._sessions.pop(pid, None)
        if session is not None:
            session.close()

    def _running(self, call: Call) -> list[RunningApp]:
        """Processes with windows, the active one before all, then topmost first; then those that only are on the bus."""
        self._delivery.wait_told(call)
        owned: dict[int, list[XWindow]] = {}
        for window in self._windows.managed():
            if window.pid is not None:
                owned.setdefault(window.pid, []).append(window)
        bus_names = {app.pid: app.name for app in self._bus_apps()}
        apps = [
            self._namer.name(pid, windows, main_window(windows, {}), bus_names.get(pid, ""), rank)
            for rank, (pid, windows) in enumerate(owned.items())
        ]
        apps.sort(key=lambda app: (app.window is None or not app.window.is_active, app.rank))
        others = [pid for pid in bus_names if pid not in owned and procfs.read_facts(pid)]
        return [*apps, *(self._namer.name(pid, [], None, bus_names[pid], len(owned)) for pid in others)]

    def _bus_apps(self) -> list[BusApp]:
        try:
            return self._registry.apps()
        except OSError as error:
            log.warning("the accessibility bus does not answer: %s", error)
            return []  # without it an application is a window

    def _means(self, app: RunningApp, word: str) -> bool:
        wanted = word.strip().lower()
        if wanted.isdecimal():
            return app.pid == int(wanted)
        named = self._image_apps.named(word)
        return wanted in app.words() or (named is not None and self._image_apps.of_names(app.words()) == named)

    def _toolkit(self, pid: int) -> str | None:
        session = self._sessions.get(pid)
        return session.tree.toolkit if session else None


def window_line(app: dict[str, Any], window: XWindow) -> Snapshot:
    """An application without accessibility: its window is all there is to say."""
    extents = [window.frame.x, window.frame.y, window.frame.width, window.frame.height]
    root = {"role": "window", "name": window.title, "states": list(STATES), "extents": extents}
    tree = {"app": app, "window": {"title": window.title}, "roots": [root]}
    return Snapshot(tree, digest_of(tree))


def _app_of(app: RunningApp, toolkit: str) -> dict[str, Any]:
    return {"id": app.id, "name": app.name, "pid": app.pid, "toolkit": toolkit}


def _app_json(
    name: str, app_id: str, pid: int | None, wm_class: str | None, process_name: str, last: float, uses: int
) -> dict[str, object]:
    return {
        "name": name, "id": app_id, "pid": pid, "wmClass": wm_class, "processName": process_name, "isRunning": pid is not None,
        "lastUsed": day(last), "uses": uses,
    }
