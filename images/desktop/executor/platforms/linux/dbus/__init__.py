"""A small D-Bus client (standard library only): pipelined calls, replies by serial, signals, all types but descriptors.

https://dbus.freedesktop.org/doc/dbus-specification.html
"""

from __future__ import annotations

from .connection import Connection, Pending
from .message import Call, DbusError, Question, RawReply, Reply, Signal
from .wire import Reader, Variant, WireError

__all__ = [
    "Call", "Connection", "DbusError", "Pending", "Question", "RawReply", "Reader", "Reply", "Signal", "Variant", "WireError",
]
