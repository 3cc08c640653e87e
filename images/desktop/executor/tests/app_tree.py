"""An application's accessibility tree as tests see it: read plainly, and made into the elements that a state's records hold."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from executor.platforms.linux import atspi
from executor.platforms.linux.app_actions import requests
from executor.platforms.linux.app_state import answers, questions
from executor.platforms.linux.app_state.names import role_name
from executor.platforms.linux.atspi import Ref
from executor.platforms.linux.dbus import Connection, Question, RawReply

from .desktop import Desktop

ASK_S = 10


@dataclass(frozen=True)
class Thing:
    ref: Ref
    role: str
    name: str
    path: tuple[int | str, ...]
    extents: tuple[int, int, int, int] | None

    @property
    def box(self) -> tuple[int, int, int, int]:
        assert self.extents is not None, self
        return self.extents

    def element(self, toolkit: str = "gtk3", **changes: Any) -> dict[str, Any]:
        return {
            "key": "|".join(self.ref), "windowIndex": 0, "path": list(self.path), "role": self.role, "name": self.name,
            "frame": None, "toolkit": toolkit, **changes,
        }


class AppTree:
    """`pid`: of a program that is on the bus, or comes there soon."""

    def __init__(self, desktop: Desktop, pid: int) -> None:
        self.pid = pid
        self.connection = Connection(desktop.env["AT_SPI_BUS_ADDRESS"])
        self.app = self._await_app()

    def close(self) -> None:
        self.connection.close()

    def ask(self, question: Question, ref: Ref) -> RawReply | None:
        pending = self.connection.ask([(question, *ref)])
        return self.connection.finish_raw(pending, ASK_S)[0]

    def find(self, role: str, name: str, seconds: float = 20) -> Thing:
        """Waits for it."""
        until = time.monotonic() + seconds
        while True:
            things = list(self.things())
            found = next((thing for thing in things if (thing.role, thing.name) == (role, name)), None)
            if found:
                return found
            if time.monotonic() > until:
                raise AssertionError(f"no {role} {name!r} in {[(thing.role, thing.name) for thing in things]}")
            time.sleep(0.05)

    def all(self, role: str) -> list[Thing]:
        return [thing for thing in self.things() if thing.role == role]

    def things(self) -> Any:
        """Of all windows, without what only cells hold."""
        for window in answers.refs(self.ask(questions.CHILDREN, self.app)) or []:
            yield from self._below(window, ())

    def row(self, table: Thing, number: int) -> dict[str, Any]:
        """The element of a row that a state made up of cells."""
        return table.element(key=None, path=[*table.path, f"r{number}"], role="table row", name="")

    def cell(self, table: Thing, row: int, column: int) -> Thing:
        ref = answers.ref(self.ask(requests.cell_at(row, column), table.ref))
        assert ref
        return self._thing(ref, (*table.path, f"r{row}", column))

    def text(self, ref: Ref) -> str:
        return answers.text(self.ask(requests.text_range(0, -1), ref)) or ""

    def _below(self, ref: Ref, path: tuple[int | str, ...]) -> Any:
        thing = self._thing(ref, path)
        yield thing
        if thing.role in ("table", "tree table", "tree"):
            return
        for index, child in enumerate(answers.refs(self.ask(questions.CHILDREN, ref)) or []):
            if child[1] != atspi.NULL_PATH:
                yield from self._below(child, (*path, index))

    def _thing(self, ref: Ref, path: tuple[int | str, ...]) -> Thing:
        name = answers.property_text(self.ask(questions.NAME, ref)) or ""
        extents = answers.rectangle(self.ask(questions.EXTENTS, ref))
        return Thing(ref, role_name(answers.number(self.ask(questions.ROLE, ref)) or 0), name, path, extents)

    def _await_app(self) -> Ref:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            (reply,) = self.connection.call_all([atspi.children(atspi.REGISTRY)], ASK_S)
            for ref in atspi.refs_of(reply) if reply and not reply.error else []:
                (owner,) = self.connection.call_all([atspi.process_id(ref[0])], ASK_S)
                if owner and not owner.error and owner.body[0] == self.pid and answers.refs(self.ask(questions.CHILDREN, ref)):
                    return ref
            time.sleep(0.05)
        raise AssertionError("the program is not on the accessibility bus")
