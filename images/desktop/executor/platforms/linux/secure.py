"""Where password fields are on the screen, asked of every application on the accessibility bus.

One round is two pipelined steps: all applications search their own trees at the same time, then the extents of what
they found. An application that cannot be read in time counts with all its windows, until it answers again.

An application in whose windows nothing was painted is not asked again: no field of it can have come, gone or moved.
That holds once it was read CALM_S after it last painted, because some (Chromium) paint before their tree says why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..base import Rect, Region
from . import atspi, procfs
from .app_state import questions
from .app_state.items import read_items
from .app_state.nodes import SHOWING
from .atspi import Ref
from .dbus import Connection, DbusError, Pending, Reply

#: What one round may take, and how many objects of an application without Collection are looked at.
ROUND_S = 0.5
CALM_S = 1.0
WALK_NODES_MAX, WALK_BATCH = 4_000, 100


#: Programs whose Collection walks a sheet of a million rows and never comes back: they list their objects instead.
NEVER_SEARCHED = frozenset(("soffice.bin",))


@dataclass
class App:
    """`searches`: it implements Collection; `lists`: it must not be asked to. `late`: a search it has not answered yet.

    `known`: what the last good reading found, which began at `read_at`. Times are of the monotonic clock.
    """

    ref: Ref
    pid: int = 0
    searches: bool = True
    lists: bool = False
    late: Pending | None = None
    known: list[Rect] | None = None
    read_at: float = 0.0
    painted_at: float = 0.0

    def is_calm(self) -> bool:
        return self.known is not None and self.read_at >= self.painted_at + CALM_S


@dataclass
class Round:
    """`searches` holds a pending search by bus name for those that were asked, None for those that must be walked."""

    started: float
    registry: Pending
    searches: dict[str, Pending | None]

    def left(self) -> float:
        return max(0.0, self.started + ROUND_S - time.monotonic())


class Unreadable(Exception):
    """The application did not answer, or not with what it should."""


class SecureReader:
    """Not thread-safe. `windows_of` gives the rectangles of a process's windows."""

    def __init__(self, connection: Connection, windows_of: Callable[[int], Sequence[Rect]]) -> None:
        self._connection = connection
        self._windows_of = windows_of
        self._apps: dict[str, App] = {}

    def begin(self, has_painted: Callable[[int], bool]) -> Round:
        """Asks who may have changed and does not wait. `has_painted(pid)`: whether it painted since the last round."""
        now = time.monotonic()
        for app in self._apps.values():
            if has_painted(app.pid):
                app.painted_at = now
        asked = [app for app in self._apps.values() if not app.is_calm() and not self._is_late(app)]
        searching = [app for app in asked if app.searches]
        pending = self._connection.begin([atspi.children(atspi.REGISTRY), *map(_search, searching)])
        searches: dict[str, Pending | None] = {app.ref[0]: None for app in asked}
        for app, serial in zip(searching, pending.serials[1:], strict=True):
            searches[app.ref[0]] = Pending([serial])
        searches.update((app.ref[0], self._list(app)) for app in asked if app.lists)
        return Round(now, Pending(pending.serials[:1]), searches)

    def finish(self, round: Round) -> tuple[list[Region], bool]:
        """The regions, and whether every application could be read."""
        is_complete = self._update_apps(round)
        regions: list[Region] = []
        for name, app in list(self._apps.items()):
            try:
                if name in round.searches:
                    app.known = None
                    app.known = self._read(app, round)
                    app.read_at = round.started
                elif app.known is None:
                    raise Unreadable
                regions += [Region("password", rect) for rect in app.known]
            except Unreadable:
                is_complete = False
                regions += [Region("unreadable", rect) for rect in self._windows_of(app.pid)]
        return regions, is_complete

    def fields_of(self, pid: int) -> list[Ref]:
        """The password fields that show in the windows of one process. Raises Unreadable."""
        registry = self._connection.begin([atspi.children(atspi.REGISTRY)])
        round = Round(time.monotonic(), registry, {})
        if not self._update_apps(round):
            raise Unreadable
        found: list[Ref] = []
        for name, app in self._apps.items():
            if app.pid != pid:
                app.late = round.searches.get(name) or app.late  # of one that is new; whatever it answers is forgotten
            elif self._is_late(app):
                raise Unreadable
            else:
                if name not in round.searches:
                    round.searches[name] = self._search(app)
                found += self._fields(app, round)
        return found

    def has_focus(self, fields: list[Ref]) -> bool:
        """Whether one of these objects has the keyboard; what has gone meanwhile has not."""
        replies = self._connection.call_all([atspi.states(ref) for ref in fields], ROUND_S)
        return any(
            reply is not None and not reply.error and atspi.has_state(reply.body[0], atspi.STATE_FOCUSED) for reply in replies
        )

    def _search(self, app: App) -> Pending | None:
        if app.lists:
            return self._list(app)
        return self._connection.begin([_search(app)]) if app.searches else None

    def _is_late(self, app: App) -> bool:
        if app.late and self._connection.has_all(app.late):
            self._connection.forget(app.late)
            app.late = None
        return app.late is not None

    def _update_apps(self, round: Round) -> bool:
        """Takes over the registry's list; applications that are new are asked now."""
        (reply,) = self._finish(round.registry, round)
        self._connection.forget(round.registry)
        if reply is None or reply.error:
            return False
        listed = {ref[0]: ref for ref in atspi.refs_of(reply)}
        for name in self._apps.keys() - listed.keys():
            del self._apps[name]
        new = [App(ref) for name, ref in listed.items() if name not in self._apps]
        pids = self._connection.begin([atspi.process_id(app.ref[0]) for app in new])
        for app, found in zip(new, self._finish(pids, round), strict=True):
            app.pid = found.body[0] if found and not found.error else 0
            app.lists = program(app.pid) in NEVER_SEARCHED
            app.searches = not app.lists
            app.painted_at = round.started
            self._apps[app.ref[0]] = app
        searching = [app for app in new if app.searches]
        searches = self._connection.begin(map(_search, searching))
        round.searches.update((app.ref[0], self._list(app) if app.lists else None) for app in new)
        round.searches.update((app.ref[0], Pending([serial])) for app, serial in zip(searching, searches.serials, strict=True))
        return True

    def _read(self, app: App, round: Round) -> list[Rect]:
        """The rectangles of its password fields."""
        found = self._fields(app, round)
        return self._extents(app, found, round) if found else []

    def _fields(self, app: App, round: Round) -> list[Ref]:
        search = round.searches[app.ref[0]]
        if search and app.lists:
            return self._listed(app, search, round)
        found = self._answer(app, search, round) if search else None
        return self._walk(app, round) if found is None else found

    def _answer(self, app: App, search: Pending, round: Round) -> list[Ref] | None:
        """None: it does not search, so its tree has to be walked."""
        (reply,) = self._finish(search, round)
        if reply is None:
            app.late = search
            raise Unreadable
        if reply.error in atspi.GONE:
            return []
        try:
            return atspi.refs_of(reply)
        except DbusError:
            app.searches = False
            return None

    def _list(self, app: App) -> Pending:
        """Asks for its objects, which leaves out what a sheet makes on demand."""
        return self._connection.ask([(questions.CACHE_ITEMS, app.ref[0], questions.CACHE_PATH)])

    def _listed(self, app: App, pending: Pending, round: Round) -> list[Ref]:
        (reply,) = self._connection.finish_raw(pending, round.left())
        if reply is None:
            app.late = pending
            raise Unreadable
        nodes = read_items(reply)
        if nodes is None:
            raise Unreadable
        return [ref for ref, node in nodes.items() if node.role == "password text" and node.states & SHOWING]

    def _extents(self, app: App, refs: list[Ref], round: Round) -> list[Rect]:
        if self._is_gtk4(app, round):
            raise Unreadable  # its screen coordinates are not those of the screen
        rects = []
        for reply in self._call([atspi.extents(ref) for ref in refs], round):
            if reply is None:
                raise Unreadable
            if reply.error is None:
                rects.append(atspi.rect_of(reply.body))
            elif reply.error not in atspi.GONE and reply.error != atspi.UNKNOWN_OBJECT:
                raise Unreadable
        return [rect for rect in rects if rect.width > 0 and rect.height > 0]

    def _is_gtk4(self, app: App, round: Round) -> bool:
        if app.searches or app.lists:
            return False  # GTK 4 does not
        (reply,) = self._call([atspi.get_property(app.ref, atspi.APPLICATION, "ToolkitName")], round)
        return reply is None or reply.error is not None or reply.body[0] == "GTK"

    def _walk(self, app: App, round: Round) -> list[Ref]:
        """Breadth first through what is showing."""
        found: list[Ref] = []
        seen = {app.ref}
        level = [app.ref]
        while level:
            following: list[Ref] = []
            for start in range(0, len(level), WALK_BATCH):
                batch = level[start : start + WALK_BATCH]
                calls = [make(ref) for ref in batch for make in (atspi.role, atspi.states, atspi.children)]
                replies = self._call(calls, round)
                for index, ref in enumerate(batch):
                    following += self._visit(ref, replies[index * 3 : index * 3 + 3], app, found)
            level = [ref for ref in dict.fromkeys(following) if ref not in seen]
            seen.update(level)
            if len(seen) > WALK_NODES_MAX:
                raise Unreadable
        return found

    def _visit(self, ref: Ref, replies: list[Reply | None], app: App, found: list[Ref]) -> list[Ref]:
        """Notes a password field; returns the children worth a look."""
        if any(reply is None for reply in replies):
            raise Unreadable
        if ref == app.ref and replies[2].error in atspi.GONE:
            return []
        if ref != app.ref and any(reply.error for reply in replies):
            return []
        if replies[2].error:
            raise Unreadable
        if ref == app.ref:
            return atspi.refs_of(replies[2])
        role, states = replies[0].body[0], replies[1].body[0]
        is_shown = atspi.has_state(states, atspi.STATE_SHOWING) or atspi.has_state(states, atspi.STATE_VISIBLE)
        if is_shown and role == atspi.ROLE_PASSWORD_TEXT:
            found.append(ref)
        if not is_shown or atspi.has_state(states, atspi.STATE_MANAGES_DESCENDANTS):
            return []
        return atspi.refs_of(replies[2])

    def _call(self, calls: list[atspi.Call], round: Round) -> list[Reply | None]:
        return self._connection.call_all(calls, round.left())

    def _finish(self, pending: Pending, round: Round) -> list[Reply | None]:
        return self._connection.finish(pending, round.left())


def program(pid: int) -> str:
    facts = procfs.read_facts(pid) if pid else None
    return facts.name if facts else ""


def _search(app: App) -> atspi.Call:
    return atspi.matches(app.ref, [atspi.ROLE_PASSWORD_TEXT], [atspi.STATE_SHOWING])
