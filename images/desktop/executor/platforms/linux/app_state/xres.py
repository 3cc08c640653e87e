"""Which process owns a window that does not say so (Tk): asked of the X server by the X-Resource extension.

libxcb sends the request; libXRes is not in the image. https://www.x.org/releases/current/doc/resourceproto/resproto.txt
"""

from __future__ import annotations

import ctypes
import struct
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_ubyte, c_uint, c_void_p

LOCAL_CLIENT_PID, QUERY_CLIENT_IDS = 2, 4
CHECKED = 1
HEADER = struct.Struct("<xxxxII20x")  # words that follow, number of ids
CLIENT_ID = struct.Struct("<III")


class _Extension(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("global_id", c_int)]


class _Request(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("extension", POINTER(_Extension)), ("opcode", c_ubyte), ("is_void", c_ubyte)]


class _Vector(ctypes.Structure):
    _fields_ = [("base", c_void_p), ("size", c_size_t)]


_xcb = ctypes.CDLL("libxcb.so.1")
_libc = ctypes.CDLL(None)
_libc.free.argtypes = [c_void_p]
_xcb.xcb_connect.restype, _xcb.xcb_connect.argtypes = c_void_p, [c_char_p, POINTER(c_int)]
_xcb.xcb_connection_has_error.argtypes = [c_void_p]
_xcb.xcb_get_extension_data.restype = POINTER(c_ubyte)
_xcb.xcb_get_extension_data.argtypes = [c_void_p, POINTER(_Extension)]
_xcb.xcb_send_request.restype, _xcb.xcb_send_request.argtypes = c_uint, [c_void_p, c_int, c_void_p, POINTER(_Request)]
_xcb.xcb_wait_for_reply.restype, _xcb.xcb_wait_for_reply.argtypes = c_void_p, [c_void_p, c_uint, POINTER(c_void_p)]

REQUEST_BYTES = 16
PRESENT_AT = 8  # in xcb_query_extension_reply_t


class ClientIds:
    """A connection of its own. Not thread-safe."""

    def __init__(self) -> None:
        screen = c_int()
        self._connection = _xcb.xcb_connect(None, byref(screen))
        self._extension = _Extension(b"X-Resource", 0)
        data = None if self._has_failed() else _xcb.xcb_get_extension_data(self._connection, byref(self._extension))
        self._is_able = bool(data) and bool(data[PRESENT_AT])

    def pid_of(self, window: int) -> int | None:
        """The local process whose connection made this window; None when the server cannot tell."""
        if not self._is_able or self._has_failed():
            return None
        body = ctypes.create_string_buffer(struct.pack("<xxxxIII", 1, window, LOCAL_CLIENT_PID), REQUEST_BYTES)
        # libxcb writes into the two vectors before the first, and the header into the first.
        vectors = (_Vector * 4)()
        vectors[2] = _Vector(ctypes.addressof(body), REQUEST_BYTES)
        request = _Request(1, ctypes.pointer(self._extension), QUERY_CLIENT_IDS, 0)
        first = ctypes.byref(vectors, 2 * ctypes.sizeof(_Vector))
        serial = _xcb.xcb_send_request(self._connection, CHECKED, ctypes.cast(first, c_void_p), byref(request))
        error = c_void_p()
        reply = _xcb.xcb_wait_for_reply(self._connection, serial, byref(error))
        try:
            return _first_pid(reply) if reply else None
        finally:
            for block in (reply, error.value):
                if block:
                    _libc.free(block)

    def _has_failed(self) -> bool:
        return not self._connection or bool(_xcb.xcb_connection_has_error(self._connection))


def _first_pid(reply: int) -> int | None:
    words, count = HEADER.unpack(ctypes.string_at(reply, HEADER.size))
    body = ctypes.string_at(reply + HEADER.size, min(words * 4, 1 << 16))
    at = 0
    for _ in range(count):
        if at + CLIENT_ID.size > len(body):
            return None
        _, mask, length = CLIENT_ID.unpack_from(body, at)
        at += CLIENT_ID.size
        if mask == LOCAL_CLIENT_PID and length >= 4 and at + 4 <= len(body):
            return struct.unpack_from("<I", body, at)[0] or None
        at += length
    return None
