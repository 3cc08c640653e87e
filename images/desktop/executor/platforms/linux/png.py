"""PNG from strips: each strip is one IDAT chunk that is kept until its pixels change (RFC 2083, RFC 1950).

Rows use filter "none": on desktop content it is both the fastest and the smallest.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from .deflate import Deflater

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ZLIB_HEADER = b"\x78\x01"
LAST_BLOCK = b"\x03\x00"
ADLER_BASE = 65521


class Strip:
    """An encoded strip: its chunk, and what joining needs: Adler-32 and length of its raw rows."""

    __slots__ = ("chunk", "adler", "length")

    def __init__(self, rows: bytes, deflater: Deflater) -> None:
        """`rows`: each row as a filter byte 0 and its RGB pixels."""
        self.chunk = make_chunk(b"IDAT", deflater.compress(rows), deflater)
        self.adler = deflater.adler32(rows)
        self.length = len(rows)


def rows_of(packed: bytes) -> bytes:
    """From rows with one zero byte after each to rows with one zero byte before each."""
    return b"\0" + packed[:-1]


def assemble(width: int, height: int, strips: Sequence[Strip], deflater: Deflater) -> list[bytes]:
    """The whole file in pieces."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    adler = 1
    for strip in strips:
        adler = combine_adler(adler, strip.adler, strip.length)
    return [
        SIGNATURE + make_chunk(b"IHDR", header, deflater) + make_chunk(b"IDAT", ZLIB_HEADER, deflater),
        *(strip.chunk for strip in strips),
        make_chunk(b"IDAT", LAST_BLOCK + struct.pack(">I", adler), deflater) + make_chunk(b"IEND", b"", deflater),
    ]


def make_chunk(kind: bytes, data: bytes, deflater: Deflater) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", deflater.crc32(body))


def combine_adler(first: int, second: int, second_length: int) -> int:
    """Adler-32 of two joined texts, from the checksums of each and the length of the second (zlib's formula)."""
    low1, high1, low2, high2 = first & 0xFFFF, first >> 16, second & 0xFFFF, second >> 16
    low = (low1 + low2 - 1) % ADLER_BASE
    high = (high1 + high2 + second_length % ADLER_BASE * (low1 - 1)) % ADLER_BASE
    return high << 16 | low
