"""D-Bus values to bytes and back, by signature. Little-endian when writing, either when reading.

Python types: integers, bool, float, str; list for arrays (bytes for `ay`), tuple for structs, dict for a{..},
Variant for what is written as `v`; a variant that is read becomes its bare value.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

FIXED = {
    "y": ("B", 1), "b": ("I", 4), "n": ("h", 2), "q": ("H", 2), "i": ("i", 4), "u": ("I", 4), "x": ("q", 8),
    "t": ("Q", 8), "d": ("d", 8), "h": ("I", 4),
}
ALIGNMENT = {**{code: size for code, (_, size) in FIXED.items()}, "s": 4, "o": 4, "g": 1, "a": 4, "(": 8, "{": 8, "v": 1}
DEPTH_MAX = 64
_PACK = {code: struct.Struct("<" + form) for code, (form, _) in FIXED.items()}
_UNPACK = {
    order: {code: (struct.Struct(order + form).unpack_from, size) for code, (form, size) in FIXED.items()}
    for order in "<>"
}


class WireError(ValueError):
    """Bytes that are not what their signature says."""


@dataclass(frozen=True)
class Variant:
    signature: str
    value: Any


@lru_cache(maxsize=1024)
def split(signature: str) -> tuple[str, ...]:
    """The complete types of a signature."""
    types, at = [], 0
    while at < len(signature):
        end = _type_end(signature, at, 0)
        types.append(signature[at:end])
        at = end
    return tuple(types)


def _type_end(signature: str, at: int, depth: int) -> int:
    if at >= len(signature) or depth > DEPTH_MAX:
        raise WireError("bad signature")
    code = signature[at]
    if code == "a":
        return _type_end(signature, at + 1, depth + 1)
    if code in "({":
        closing = ")" if code == "(" else "}"
        at += 1
        while at < len(signature) and signature[at] != closing:
            at = _type_end(signature, at, depth + 1)
        if at >= len(signature):
            raise WireError("bad signature")
        return at + 1
    if code not in ALIGNMENT:
        raise WireError("bad signature")
    return at + 1


def write(signature: str, values: tuple[Any, ...] | list[Any], out: bytearray) -> None:
    """Appends values; alignment counts from the start of `out`."""
    for kind, value in zip(split(signature), values, strict=True):
        _write_one(kind, value, out)


def _pad(out: bytearray, alignment: int) -> None:
    out.extend(b"\0" * (-len(out) % alignment))


def _write_one(kind: str, value: Any, out: bytearray) -> None:
    code = kind[0]
    _pad(out, ALIGNMENT[code])
    if code in _PACK:
        out += _PACK[code].pack(value)
    elif code in "so":
        data = value.encode()
        out += _PACK["u"].pack(len(data)) + data + b"\0"
    elif code == "g":
        data = value.encode()
        out += bytes((len(data),)) + data + b"\0"
    elif code == "v":
        _write_one("g", value.signature, out)
        _write_one(value.signature, value.value, out)
    elif code == "a":
        _write_array(kind[1:], value, out)
    else:
        write(kind[1:-1], value, out)


def _write_array(item: str, value: Any, out: bytearray) -> None:
    length_at = len(out)
    out += b"\0\0\0\0"
    _pad(out, ALIGNMENT[item[0]])
    start = len(out)
    if item == "y":
        out += value
    else:
        for entry in value.items() if item[0] == "{" else value:
            _write_one(item, entry, out)
    out[length_at : length_at + 4] = _PACK["u"].pack(len(out) - start)


class Reader:
    """Reads values from `data`, from `at` on; `order` is "<" or ">"."""

    def __init__(self, data: bytes, order: str = "<", at: int = 0) -> None:
        self._data = data
        self._unpack = _UNPACK[order]
        self.at = at

    def read(self, signature: str) -> tuple[Any, ...]:
        """Raises WireError."""
        try:
            return tuple([self._one(kind, 0) for kind in split(signature)])
        except (struct.error, UnicodeDecodeError, IndexError):
            raise WireError("the message is broken") from None

    def _one(self, kind: str, depth: int) -> Any:
        code = kind[0]
        self.at += -self.at % ALIGNMENT[code]
        if code in self._unpack:
            unpack, size = self._unpack[code]
            (value,) = unpack(self._data, self.at)
            self.at += size
            return bool(value) if code == "b" else value
        if code in "so":
            return self._string(self._one("u", depth))
        if code == "g":
            self.at += 1
            return self._string(self._data[self.at - 1])
        if depth > DEPTH_MAX:
            raise WireError("the message is nested too deeply")
        if code == "v":
            inner = split(self._one("g", depth))
            if len(inner) != 1:
                raise WireError("a variant holds one value")
            return self._one(inner[0], depth + 1)
        if code == "a":
            return self._array(kind[1:], depth)
        return tuple([self._one(part, depth + 1) for part in split(kind[1:-1])])

    def _string(self, size: int) -> str:
        start, self.at = self.at, self.at + size + 1
        if self.at > len(self._data):
            raise WireError("a string is cut off")
        return self._data[start : self.at - 1].decode()

    def _array(self, item: str, depth: int) -> Any:
        size = self._one("u", depth)
        self.at += -self.at % ALIGNMENT[item[0]]
        end = self.at + size
        if end > len(self._data):
            raise WireError("an array is cut off")
        if item == "y":
            start, self.at = self.at, end
            return self._data[start:end]
        values = []
        while self.at < end:
            values.append(self._one(item, depth + 1))
        return dict(values) if item[0] == "{" else values
