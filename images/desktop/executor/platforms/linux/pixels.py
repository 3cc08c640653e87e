"""A kept copy of the screen, cut into strips that each know when their pixels last changed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from PIL import Image

from .grab import BYTES_PER_PIXEL
from .png import rows_of

STRIPS = 16
_memcmp = ctypes.CDLL(None).memcmp
_memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]


class Pixels:
    """`versions[i]` grows whenever strip i really changed; damage that painted the same pixels does not count."""

    def __init__(self, width: int, height: int, source: ctypes.Array[ctypes.c_ubyte]) -> None:
        self.width, self.height = width, height
        self.strip_rows = -(-height // STRIPS)
        self.tops = list(range(0, height, self.strip_rows))
        self.versions = [0] * len(self.tops)
        self._stride = width * BYTES_PER_PIXEL
        self._source = ctypes.addressof(source)
        self._kept = (ctypes.c_ubyte * (self._stride * height))()
        self._view = memoryview(self._kept).cast("B")
        self._images = [
            self._image(self._view[top * self._stride :], width, self._bottom(top) - top) for top in self.tops
        ]
        self.image = self._image(self._view, width, height)

    def strips_of(self, rectangles: Iterable[tuple[int, int, int, int]]) -> set[int]:
        """The strips that rectangles (x, y, width, height) touch."""
        touched: set[int] = set()
        for _, y, _, height in rectangles:
            first, last = max(0, y) // self.strip_rows, (min(y + height, self.height) - 1) // self.strip_rows
            touched.update(range(first, last + 1))
        return touched

    def extent_of(self, strips: Iterable[int]) -> tuple[int, int]:
        """The first row of these strips, and the first below them."""
        tops = [self.tops[index] for index in strips]
        return min(tops), self._bottom(max(tops))

    def update(self, strips: Iterable[int]) -> None:
        """Takes over those of these strips that differ in the source."""
        for index in strips:
            at = self.tops[index] * self._stride
            size = self._bottom(self.tops[index]) * self._stride - at
            kept = ctypes.addressof(self._kept) + at
            if self.versions[index] == 0 or _memcmp(kept, self._source + at, size):
                ctypes.memmove(kept, self._source + at, size)
                self.versions[index] += 1

    def packed_rows(self, index: int) -> bytes:
        """A strip as PNG rows: filter byte 0, then RGB."""
        return rows_of(self._images[index].tobytes("raw", "BGR", self.width * 3 + 1, 1))

    def bytes_of(self, left: int, top: int, right: int, bottom: int) -> bytes:
        """The BGRX rows of a box."""
        return b"".join(
            self._view[y * self._stride + left * BYTES_PER_PIXEL : y * self._stride + right * BYTES_PER_PIXEL]
            for y in range(top, bottom)
        )

    def version_of(self, top: int, bottom: int) -> tuple[int, ...]:
        """Equal exactly while no pixel of these rows' strips changed."""
        return tuple(self.versions[top // self.strip_rows : (bottom - 1) // self.strip_rows + 1])

    def _bottom(self, top: int) -> int:
        return min(top + self.strip_rows, self.height)

    def _image(self, view: memoryview, width: int, height: int) -> Image.Image:
        """A view, not a copy. PIL has no BGRX mode: as RGBX its red and blue are swapped, which packing undoes."""
        return Image.frombuffer("RGBX", (width, height), view, "raw", "RGBX", 0, 1)
