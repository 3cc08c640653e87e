"""Deflate of one strip at a time into a buffer allocated once: ISA-L level 1 where the library is, else zlib level 1.

Every strip is compressed on its own and flushed to a byte boundary, so that strips can be joined in any combination.
"""

from __future__ import annotations

import ctypes
import zlib
from ctypes import Structure, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Protocol


class Deflater(Protocol):
    def compress(self, data: bytes) -> bytes:
        """A run of non-final deflate blocks that ends on a byte boundary."""

    def crc32(self, data: bytes, start: int = 0) -> int: ...

    def adler32(self, data: bytes) -> int: ...


class ZlibDeflater:
    def compress(self, data: bytes) -> bytes:
        stream = zlib.compressobj(1, zlib.DEFLATED, -15)
        return stream.compress(data) + stream.flush(zlib.Z_FULL_FLUSH)

    def crc32(self, data: bytes, start: int = 0) -> int:
        return zlib.crc32(data, start)

    def adler32(self, data: bytes) -> int:
        return zlib.adler32(data)


class _Stream(Structure):
    """struct isal_zstream of igzip_lib.h; its internal state follows and stays below STATE_BYTES."""

    _fields_ = [
        ("next_in", c_void_p), ("avail_in", c_uint32), ("total_in", c_uint32),
        ("next_out", c_void_p), ("avail_out", c_uint32), ("total_out", c_uint32),
        ("hufftables", c_void_p), ("level", c_uint32), ("level_buf_size", c_uint32), ("level_buf", c_void_p),
        ("end_of_stream", c_uint16), ("flush", c_uint16), ("gzip_flag", c_uint16), ("hist_bits", c_uint16),
    ]


STATE_BYTES, LEVEL_BYTES = 1 << 18, 1 << 20
FULL_FLUSH = 2


class IsalDeflater:
    """Not thread-safe: the stream and the output buffer are reused."""

    def __init__(self, input_bytes_max: int) -> None:
        """Raises OSError when libisal is missing, or does not do what its header says."""
        self._lib = lib = ctypes.CDLL("libisal.so.2")
        lib.crc32_gzip_refl.restype = c_uint32
        lib.crc32_gzip_refl.argtypes = [c_uint32, ctypes.c_char_p, c_uint64]
        lib.isal_adler32.restype = c_uint32
        lib.isal_adler32.argtypes = [c_uint32, ctypes.c_char_p, c_uint64]
        self._memory = ctypes.create_string_buffer(STATE_BYTES)
        self._level_buffer = ctypes.create_string_buffer(LEVEL_BYTES)
        self._stream = _Stream.from_buffer(self._memory)
        self._out_bytes = input_bytes_max + input_bytes_max // 8 + 4096
        self._out = ctypes.create_string_buffer(self._out_bytes)
        probe = bytes(range(256)) * 64
        if zlib.decompress(self.compress(probe) + b"\x03\x00", -15) != probe or self.crc32(probe) != zlib.crc32(probe):
            raise OSError("libisal does not behave as expected")
        if self.adler32(probe) != zlib.adler32(probe):
            raise OSError("libisal does not behave as expected")

    def compress(self, data: bytes) -> bytes:
        stream = self._stream
        self._lib.isal_deflate_init(self._memory)
        stream.level, stream.level_buf_size = 1, LEVEL_BYTES
        stream.level_buf = ctypes.addressof(self._level_buffer)
        stream.end_of_stream, stream.flush, stream.gzip_flag = 0, FULL_FLUSH, 0
        stream.next_in = ctypes.cast(ctypes.c_char_p(data), c_void_p).value
        stream.avail_in = len(data)
        stream.next_out, stream.avail_out = ctypes.addressof(self._out), self._out_bytes
        if self._lib.isal_deflate(self._memory) or stream.avail_in or not stream.avail_out:
            raise OSError("libisal did not compress everything")
        return ctypes.string_at(self._out, stream.total_out)

    def crc32(self, data: bytes, start: int = 0) -> int:
        return self._lib.crc32_gzip_refl(start, data, len(data))

    def adler32(self, data: bytes) -> int:
        return self._lib.isal_adler32(1, data, len(data))


def open_deflater(input_bytes_max: int) -> Deflater:
    try:
        return IsalDeflater(input_bytes_max)
    except (OSError, AttributeError, zlib.error):
        return ZlibDeflater()
