"""Frames: what the screen shows, encoded as asked, and never encoded twice.

A frame id stands for one picture asked for in one way. The same request while nothing changed gets the same id; a
request that names that id gets no picture again.
"""

from __future__ import annotations

import hashlib
import io
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from PIL import Image

from ...calls import Call
from ...errors import OUT_OF_FRAME, RpcError
from ...output import Buffer
from ..base import Frame, FrameRequest, Rect, Region, Settling
from . import png
from .deflate import open_deflater
from .display import Display
from .grab import DamageTracker, Grabber
from .pixels import Pixels
from .png import Strip
from .x11 import CONFIGURE_NOTIFY, STRUCTURE_NOTIFY_MASK
from .x11 import x11 as lib

#: How many requests' ids are remembered, and how many encoded pictures other than full PNGs.
IDS_MAX, PICTURES_MAX = 256, 4
#: More rectangles than this count as the whole screen.
PAINTED_MAX = 100
#: Damage comes in bursts; looking again at once would cost a round trip per painted rectangle. Seconds.
BURST_S = 0.004

Key = tuple[str, int, float, Rect, tuple[int, ...]]


class LinuxScreen:
    """`read_secure`: starts reading the secure regions, given what was painted, and returns what waits for them."""

    def __init__(
        self, display: Display, read_secure: Callable[[Call, Sequence[Rect]], Callable[[], Sequence[Region]]]
    ) -> None:
        self._display = display
        self._read_secure = read_secure
        self._damage = DamageTracker(display)
        self._ids: OrderedDict[Key, str] = OrderedDict()
        self._pictures: OrderedDict[Key, list[bytes]] = OrderedDict()
        self._secure: dict[Key, tuple[Region, ...]] = {}
        self._painted: list[Rect] = []
        self._dirty: set[int] = set()
        #: How often something was painted, and how often until `mark`: a capture beside an action takes no change from it.
        self._changes = self._marked = 0
        lib.XSelectInput(display.dpy, display.root, STRUCTURE_NOTIFY_MASK)
        self._open(*display.root_size())

    def size(self) -> tuple[int, int]:
        return self._pixels.width, self._pixels.height

    def mark(self) -> None:
        with self._display.lock:
            self._take_damage()
            self._marked = self._changes

    def settle(self, settling: Settling, call: Call) -> float:
        start = time.monotonic()
        end = start + settling.settle_ms_max / 1000
        until = min(end, start + settling.first_damage_ms / 1000)
        seen = self._marked
        while True:
            with self._display.lock:
                self._take_damage()
                if self._changes != seen:
                    seen = self._changes
                    until = min(end, time.monotonic() + settling.quiet_ms / 1000)
                has_notice = lib.XPending(self._display.dpy) > 0
            left = until - time.monotonic()
            if left <= 0:
                return (time.monotonic() - start) * 1000
            if has_notice or call.wait_readable([self._display.fd], left):
                call.sleep(min(BURST_S, max(0.0, until - time.monotonic())))

    def capture(self, request: FrameRequest, call: Call) -> Frame:
        with self._display.lock:
            call.check()
            changed = self._take_damage() or bool(self._dirty)
            box = self._box(request.region)
            if not changed:
                frame = self._known(request, box)
                if frame:
                    return frame
            before = self._read_secure(call, self._painted)
            self._painted = []
            self._read_dirty()
            after = self._read_secure(call, ()) if changed else before
            key = self._key(request, box)
            width, height = _scaled(box, request.scale)
            is_unchanged = request.if_changed_from is not None and self._ids.get(key) == request.if_changed_from
            chunks = [] if is_unchanged else self._picture(request, key, box, width, height)
            secure = tuple(dict.fromkeys([*before(), *(after() if after is not before else ())]))
            frame_id = self._remember(key, secure)
            return Frame(
                frame_id, request.format, width, height, request.scale, box, is_unchanged, secure, chunks
            )

    def digest(self, x: int, y: int, radius: int) -> str:
        with self._display.lock:
            self._refresh()
            left, top = max(0, x - radius), max(0, y - radius)
            right, bottom = min(self._pixels.width, x + radius + 1), min(self._pixels.height, y + radius + 1)
            head = f"{right - left}x{bottom - top}:".encode()
            return hashlib.sha256(head + self._pixels.bytes_of(left, top, right, bottom)).hexdigest()

    def _known(self, request: FrameRequest, box: Rect) -> Frame | None:
        """The answer without looking again: the caller holds this very picture and nothing was painted since."""
        key = self._key(request, box)
        if request.if_changed_from is None or self._ids.get(key) != request.if_changed_from:
            return None
        width, height = _scaled(box, request.scale)
        return Frame(
            request.if_changed_from, request.format, width, height, request.scale, box, True, self._secure[key]
        )

    def _open(self, width: int, height: int) -> None:
        self._grabber = Grabber(self._display, width, height)
        self._pixels = Pixels(width, height, self._grabber.buffer)
        self._strips: list[tuple[int, Strip] | None] = [None] * len(self._pixels.tops)
        self._dirty = set(range(len(self._pixels.tops)))
        self._deflater = open_deflater((width * 3 + 1) * height)
        self._ids.clear()
        self._pictures.clear()
        self._secure.clear()

    def _take_damage(self) -> bool:
        """Notes the strips painted since the last time; True when there were any."""
        size = None
        for event in self._display.events():  # before `take`: a notice that comes after it must not be lost
            if event.type == CONFIGURE_NOTIFY and event.configure.configured == self._display.root:
                size = (event.configure.width, event.configure.height)
        if size and size != self.size():
            self._grabber.close()
            self._open(*size)
            self._painted = [Rect(0, 0, *size)]
            self._changes += 1
            return True
        rectangles = self._damage.take()
        self._dirty |= self._pixels.strips_of(rectangles)
        self._painted += [Rect(*rectangle) for rectangle in rectangles]
        if len(self._painted) > PAINTED_MAX:
            self._painted = [Rect(0, 0, *self.size())]
        self._changes += bool(rectangles)
        return bool(rectangles)

    def _refresh(self) -> None:
        self._take_damage()
        self._read_dirty()

    def _read_dirty(self) -> None:
        if self._dirty:
            self._grabber.grab(*self._pixels.extent_of(self._dirty))
            self._pixels.update(self._dirty)
            self._dirty = set()

    def _box(self, region: Rect | None) -> Rect:
        width, height = self.size()
        if region is None:
            return Rect(0, 0, width, height)
        if region.x + region.width > width or region.y + region.height > height:
            raise RpcError(OUT_OF_FRAME, f"the region is not inside {width}x{height}", {"width": width, "height": height})
        return region

    def _key(self, request: FrameRequest, box: Rect) -> Key:
        quality = 0 if request.format == "png" else request.quality
        return request.format, quality, request.scale, box, self._pixels.version_of(box.y, box.y + box.height)

    def _remember(self, key: Key, secure: tuple[Region, ...]) -> str:
        frame_id = self._ids.setdefault(key, "") or secrets.token_urlsafe(12)
        self._ids[key] = frame_id
        self._ids.move_to_end(key)
        self._secure[key] = secure
        if len(self._ids) > IDS_MAX:
            oldest, _ = self._ids.popitem(last=False)
            self._secure.pop(oldest, None)
        return frame_id

    def _picture(self, request: FrameRequest, key: Key, box: Rect, width: int, height: int) -> Sequence[Buffer]:
        return self._encode_full() if request.whole_screen else self._encode(key, box, width, height)

    def _encode(self, key: Key, box: Rect, width: int, height: int) -> list[bytes]:
        image_format, quality, scale, _, _ = key
        if image_format == "png" and (width, height) == self.size() and scale == 1:
            return self._encode_full()
        if key not in self._pictures:
            self._pictures[key] = self._encode_part(image_format, quality, box, width, height)
            if len(self._pictures) > PICTURES_MAX:
                self._pictures.popitem(last=False)
        return self._pictures[key]

    def _encode_full(self) -> list[bytes]:
        strips = []
        for index, version in enumerate(self._pixels.versions):
            cached = self._strips[index]
            if cached is None or cached[0] != version:
                cached = (version, Strip(self._pixels.packed_rows(index), self._deflater))
                self._strips[index] = cached
            strips.append(cached[1])
        return png.assemble(self._pixels.width, self._pixels.height, strips, self._deflater)

    def _encode_part(self, image_format: str, quality: int, box: Rect, width: int, height: int) -> list[bytes]:
        corners = (box.x, box.y, box.x + box.width, box.y + box.height)
        if (width, height) == (box.width, box.height):
            part = self._pixels.image.crop(corners)
        else:
            part = self._pixels.image.resize((width, height), Image.Resampling.BOX, corners)
        if image_format == "png":
            rows = png.rows_of(part.tobytes("raw", "BGR", width * 3 + 1, 1))
            return png.assemble(width, height, [Strip(rows, self._deflater)], self._deflater)
        out = io.BytesIO()
        picture = Image.frombytes("RGB", (width, height), part.tobytes("raw", "BGR"))
        options = {"method": 0} if image_format == "webp" else {}
        picture.save(out, image_format, quality=quality, **options)
        return [out.getvalue()]


def _scaled(box: Rect, scale: float) -> tuple[int, int]:
    return max(1, round(box.width * scale)), max(1, round(box.height * scale))
