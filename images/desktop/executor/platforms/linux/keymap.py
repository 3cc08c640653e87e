"""The server's keyboard map: which keycode gives a keysym, and spare keycodes to which any other keysym can be bound.

The base map is never changed: only spare keycodes get new symbols, and a request that spans others repeats theirs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from ctypes import byref, c_int, c_ulong
from dataclasses import dataclass

from .display import Display
from .x11 import MAPPING_NOTIFY
from .x11 import x11 as lib

#: Chromium acts on these by position, whatever is bound to them (Back, Reload, Copy and others).
UNSAFE = frozenset((136, 139, 141, 143, 145, 146, 148, 158, 163, 164, 166, 167, 180, 181, 182, 214, 225))
VENDOR_KEYSYMS = range(0x1008_0000, 0x1009_0000)  # XF86..., keys no program in the image needs
KEYPAD_KEYSYMS = range(0xFF80, 0xFFBE)
UNICODE_KEYSYMS = range(0x0100_0100, 0x0111_0000)


@dataclass(frozen=True)
class Key:
    code: int
    shift: bool


class Keymap:
    """Not thread-safe by itself: the keyboard uses it under its display's lock."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._first = 0
        self._width = 0
        self._rows: list[list[int]] = []
        self._base: dict[int, Key] = {}
        self._bound: dict[int, int] = {}
        self._own: dict[int, int] = {}  # spare keycode -> the symbol this process bound to it last
        self._spare: list[int] = []
        self.reload()

    def refresh(self) -> None:
        """Reads the map again if anybody changed it (a VNC client's unusual key does)."""
        self._display.sync()
        kinds = [event.type for event in self._display.events()]
        if MAPPING_NOTIFY in kinds:
            self.reload()

    def reload(self) -> None:
        first, last, width = c_int(), c_int(), c_int()
        lib.XDisplayKeycodes(self._display.dpy, byref(first), byref(last))
        count = last.value - first.value + 1
        symbols = lib.XGetKeyboardMapping(self._display.dpy, first.value, count, byref(width))
        flat = symbols[: count * width.value]
        lib.XFree(ctypes.cast(symbols, ctypes.c_void_p))
        self._first, self._width = first.value, width.value
        self._rows = [list(flat[at : at + width.value]) for at in range(0, len(flat), width.value)]
        self._sort_rows()

    def find(self, keysym: int) -> Key | None:
        """Where a keysym is now, without changing anything."""
        if keysym in self._base:
            return self._base[keysym]
        return Key(self._bound[keysym], False) if keysym in self._bound else None

    def needs_spare(self, keysym: int) -> bool:
        return keysym not in self._base

    def spare_count(self) -> int:
        return len(self._spare)

    def plan(self, keysyms: Iterable[int]) -> dict[int, int]:
        """keysym -> spare keycode for those not bound yet. Keeps the bindings of all `keysyms`; frees others."""
        wanted = set(keysyms)
        missing = [keysym for keysym in dict.fromkeys(keysyms) if keysym not in self._bound]
        kept = {code for keysym, code in self._bound.items() if keysym in wanted}
        taken = set(self._bound.values())
        free = [code for code in self._spare if code not in taken]
        reusable = [code for code in self._spare if code in taken and code not in kept]
        return dict(zip(missing, free + reusable))

    def is_reused(self, codes: Iterable[int]) -> bool:
        """Whether binding these takes a symbol away from a code that may still have key events on the way."""
        return not set(self._bound.values()).isdisjoint(codes)

    def bind(self, plan: dict[int, int]) -> None:
        """One request for all, whatever lies between them: one per key makes every client reload its map each time."""
        codes = set(plan.values())
        self._bound = {keysym: code for keysym, code in self._bound.items() if code not in codes}
        self._bound.update(plan)
        for keysym, code in plan.items():
            self._own[code] = keysym
            self._rows[code - self._first] = ([keysym, keysym] + [0] * self._width)[: self._width]
        low, high = min(codes), max(codes)
        flat = [symbol for row in self._rows[low - self._first : high - self._first + 1] for symbol in row]
        array = (c_ulong * len(flat))(*flat)
        lib.XChangeKeyboardMapping(self._display.dpy, low, self._width, array, high - low + 1)
        self._display.sync()

    def _sort_rows(self) -> None:
        self._base, self._bound, self._spare = {}, {}, []
        for index, row in enumerate(self._rows):
            code = self._first + index
            symbols = {symbol for symbol in row if symbol}
            bound = self._binding(code, symbols)
            if code not in UNSAFE and (bound or all(symbol in VENDOR_KEYSYMS for symbol in symbols)):
                self._spare.append(code)
                if bound:
                    self._bound[bound] = code
                continue
            for level, symbol in enumerate(row[:2]):
                is_num_lock_level = level == 1 and symbol in KEYPAD_KEYSYMS  # Shift gives it only without Num Lock
                if symbol and symbol not in self._base and not is_num_lock_level:
                    self._base[symbol] = Key(code, level == 1)
        self._spare.sort(reverse=True)  # the high codes lie together, so that short requests span no base key

    def _binding(self, code: int, symbols: set[int]) -> int | None:
        """The symbol a spare code is bound to, by us or (then only beyond Latin-1) by an executor before us."""
        if len(symbols) != 1:
            return None  # and never ask whether None is in a range: that compares it with each of a million numbers
        symbol = next(iter(symbols))
        return symbol if symbol in UNICODE_KEYSYMS or symbol == self._own.get(code) else None
