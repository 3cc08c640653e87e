"""UTF-8 text cut at byte limits, never inside a character."""

from __future__ import annotations

from ...errors import conflict

CHARACTER_BYTES_MAX = 4


def cut_text(data: bytes, starts_inside: bool, ends_inside: bool) -> str:
    """The text of a piece of a file. Raises CONFLICT (`binary`) for NUL bytes and what is not UTF-8.

    `starts_inside`, `ends_inside`: the file goes on before or after the piece, so a part of a character may be there.
    """
    start = 0
    while starts_inside and start < min(CHARACTER_BYTES_MAX - 1, len(data)) and data[start] & 0xC0 == 0x80:
        start += 1
    try:
        text = data[start:].decode()
    except UnicodeDecodeError as error:
        is_cut = error.reason == "unexpected end of data" and ends_inside
        if not is_cut:
            raise binary() from None
        text = data[start : start + error.start].decode()
    if "\0" in text:
        raise binary()
    return text


def lenient_text(data: bytes, is_cut: bool) -> str:
    """A program's output: what is not UTF-8 shows as U+FFFD, a cut character at the end is dropped."""
    if is_cut:
        for back in range(1, min(CHARACTER_BYTES_MAX, len(data) + 1)):
            byte = data[-back]
            if byte & 0xC0 == 0x80:
                continue
            needed = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
            if needed > back:
                data = data[:-back]
            break
    return data.decode("utf-8", "replace")


def binary() -> Exception:
    return conflict("binary", "the file is not text; read it as base64")
