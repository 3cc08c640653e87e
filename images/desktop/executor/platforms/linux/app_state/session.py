"""One application's connection and what is remembered of it, as long as its process lives."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from ....calls import Call
from ..atspi import Ref
from ..dbus import Connection
from . import answers, questions
from .asking import Asking, not_responding
from .capture import AppTree
from .item_reader import ItemReader
from .level_reader import LevelReader
from .registry import BusApp

#: What toolkits call themselves (Application.ToolkitName), in our words.
TOOLKITS = {"GAIL": "gtk2", "gtk": "gtk3", "GTK": "gtk4", "Qt": "qt", "Chromium": "chromium"}
OFFICE = "soffice"
#: A message of one application; the largest real ones have some megabytes.
MESSAGE_BYTES_MAX = 16 << 20


@dataclass
class AppSession:
    """`lock`: one capture at a time."""

    bus_app: BusApp
    tree: AppTree
    lock: threading.Lock = field(default_factory=threading.Lock)

    def close(self) -> None:
        self.tree.connection.close()


def open_session(address: str, app: BusApp, call: Call) -> AppSession:
    """Raises RpcError CONFLICT `not_responding`."""
    try:
        connection = Connection(address, message_bytes_max=MESSAGE_BYTES_MAX)
    except OSError:
        raise not_responding() from None
    try:
        asking = Asking(connection, call, bus=app.ref[0])
        asked = (questions.TOOLKIT, questions.NAME, questions.BUS_ADDRESS)
        toolkit, name, peer = asking.all([(question, app.ref) for question in asked])
        stated = answers.property_text(toolkit) or ""
        own = _peer(answers.text(peer), app.pid)
        if own is not None:
            connection.close()
            connection = own
            asking = Asking(connection, call, bus=app.ref[0])
        tree = AppTree(
            connection, TOOLKITS.get(stated, stated.lower() or "unknown"),
            is_office=OFFICE in (answers.property_text(name) or "").lower(),
            extras=_extras(asking, app.ref),
            levels=LevelReader(is_gtk4=stated == "GTK"),
            items=ItemReader(is_chromium=stated == "Chromium"),
        )
    except BaseException:
        connection.close()
        raise
    return AppSession(app, tree)


def _peer(address: str | None, pid: int) -> Connection | None:
    """The application's own socket: half the way of the bus. Only if it is really this process that listens there."""
    if not address:
        return None
    try:
        connection = Connection(address, is_bus=False, message_bytes_max=MESSAGE_BYTES_MAX)
    except OSError:
        return None
    if connection.peer == pid:
        return connection
    connection.close()
    return None


def _extras(asking: Asking, ref: Ref) -> list[str]:
    """Which of the properties of newer versions of AT-SPI it has."""
    wanted = {"AccessibleId": questions.ACCESSIBLE_ID, "HelpText": questions.HELP_TEXT}
    replies = asking.all([(question, ref) for question in wanted.values()])
    return [name for name, reply in zip(wanted, replies, strict=True) if reply.error is None]
