"""Names of keys to keysyms: X11's own names and the usual aliases, case-insensitive; and characters to keysyms."""

from __future__ import annotations

import functools
import unicodedata

from ...errors import invalid
from .x11 import x11 as lib

RETURN, TAB, CAPS_LOCK = 0xFF0D, 0xFF09, 0xFFE5
SHIFT_L, CONTROL_L, ALT_L, SUPER_L = 0xFFE1, 0xFFE3, 0xFFE9, 0xFFEB
UNICODE_KEYSYM = 0x0100_0000
#: Where numbers have names: X11's own, those of Unicode characters, and vendors' (DEC, Sun, HP, XFree86).
KEYSYM_BLOCKS = (
    range(0x1, 0x1_0000), range(0x0100_0100, 0x0100_3000), range(0x1000_FE00, 0x1001_0000), range(0x1004_FF00, 0x1006_0000),
    range(0x1008_0000, 0x1009_0000),
)

#: What people and models write for the keys that act as modifiers.
MODIFIERS = {
    "ctrl": CONTROL_L, "control": CONTROL_L, "control_l": CONTROL_L, "ctl": CONTROL_L,
    "shift": SHIFT_L, "shift_l": SHIFT_L,
    "alt": ALT_L, "option": ALT_L, "alt_l": ALT_L, "opt": ALT_L,
    "super": SUPER_L, "cmd": SUPER_L, "command": SUPER_L, "meta": SUPER_L, "win": SUPER_L, "windows": SUPER_L,
    "super_l": SUPER_L,
}
ALIASES = {
    "enter": "Return", "ret": "Return", "esc": "Escape", "del": "Delete", "ins": "Insert", "space": "space",
    "spacebar": "space", "bksp": "BackSpace", "back": "BackSpace", "pageup": "Prior", "page_up": "Prior",
    "pgup": "Prior", "pagedown": "Next", "page_down": "Next", "pgdn": "Next", "pgdown": "Next", "arrowup": "Up",
    "arrowdown": "Down", "arrowleft": "Left", "arrowright": "Right", "capslock": "Caps_Lock", "caps": "Caps_Lock",
    "numlock": "Num_Lock", "scrolllock": "Scroll_Lock", "printscreen": "Print", "prtsc": "Print", "prtscr": "Print",
    "altgr": "ISO_Level3_Shift", "contextmenu": "Menu", "apps": "Menu", "plus": "plus", "minus": "minus",
}
#: Names whose capitals no rule of ours finds.
EXACT = [
    "BackSpace", "ISO_Level3_Shift", "ISO_Left_Tab", "KP_Page_Up", "KP_Page_Down", "KP_Left", "Caps_Lock", "Num_Lock",
    "Scroll_Lock", "Sys_Req", "Multi_key", "Mode_switch", "XF86AudioPlay", "XF86AudioMute", "XF86AudioLowerVolume",
    "XF86AudioRaiseVolume", "XF86AudioNext", "XF86AudioPrev", "XF86AudioStop", "XF86Back", "XF86Forward",
    "XF86Reload", "XF86HomePage", "XF86Search",
]
_EXACT = {name.lower(): name for name in EXACT}


def modifier(name: str) -> int | None:
    return MODIFIERS.get(name.lower())


def keysym_of_name(name: str, parameter: str) -> int:
    """The keysym of a character or a key's name; raises INVALID_PARAMS when there is no such key."""
    if len(name) == 1:
        keysym = keysym_of_character(name)
        if keysym is None:
            raise invalid(parameter, "this character is no key")
        return keysym
    lower = name.lower()
    if lower in MODIFIERS:
        return MODIFIERS[lower]
    known = ALIASES.get(lower) or _EXACT.get(lower)
    parts = lower.split("_")
    titled = "_".join(part.upper() if part == "kp" else part.capitalize() for part in parts)
    for candidate in [known] if known else [name, titled, lower, lower.capitalize(), lower.upper()]:
        if candidate.isascii() and (keysym := lib.XStringToKeysym(candidate.encode())):
            return keysym
    if lower in _names():
        return _names()[lower]
    raise invalid(parameter, "there is no key of this name")


@functools.cache
def _names() -> dict[str, int]:
    """Every name of X11 in lower case; of two that differ by case alone the one with fewer capitals. Asked for only by what
    no rule finds: libX11 cannot list its names, so it is asked for the name of each number."""
    found: dict[str, int] = {}
    named = [(lib.XKeysymToString(keysym), keysym) for block in KEYSYM_BLOCKS for keysym in block]
    for name, keysym in sorted((name.decode("ascii"), keysym) for name, keysym in named if name):
        found[name.lower()] = keysym  # capitals sort before small letters
    return found


def keysym_of_character(character: str) -> int | None:
    """None for what no keyboard can type: surrogates, noncharacters, and control characters but line feed and tab."""
    code = ord(character)
    if character == "\n":
        return RETURN
    if character == "\t":
        return TAB
    if unicodedata.category(character) in ("Cc", "Cs") or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return None
    return code if code < 0x100 else UNICODE_KEYSYM | code
