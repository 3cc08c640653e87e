"""The vocabulary of `press_key`: tokens joined by `+`, as xdotool reads them; the Mac's command key is Control here."""

from __future__ import annotations

from ....errors import invalid
from ..keynames import CONTROL_L, SUPER_L, keysym_of_name, modifier

#: Modifiers that mean Control unless the caller says otherwise. `win` is that key and no other.
COMMAND = frozenset(("super", "cmd", "command", "meta", "super_l"))
TOKENS_MAX = 8


def parse_chord(key: str, literal_super: bool) -> list[int]:
    """Keysyms in the order they are pressed. Raises INVALID_PARAMS."""
    tokens = _tokens(key)
    if not 0 < len(tokens) <= TOKENS_MAX:
        raise invalid("/args/key", f"1 to {TOKENS_MAX} keys are needed")
    if len(tokens) == 1:
        return [keysym_of_name(tokens[0], "/args/key")]
    return list(dict.fromkeys(_keysym(token, literal_super) for token in tokens))


def _tokens(key: str) -> list[str]:
    """`+` is a key too: alone, or after another one (`ctrl++`)."""
    if key == "+":
        return ["+"]
    if key.endswith("++"):
        return [*_tokens(key[:-2]), "+"]
    return [token.strip() or token for token in key.split("+")]


def _keysym(token: str, literal_super: bool) -> int:
    """In a combination a letter's case means nothing: Ctrl+S is Ctrl+s, and Shift is named."""
    if token.lower() in COMMAND:
        return SUPER_L if literal_super else CONTROL_L
    if (keysym := modifier(token)) is not None:
        return keysym
    if not token:
        raise invalid("/args/key", "a key is missing beside a +")
    return keysym_of_name(token.lower() if len(token) == 1 and len(token.lower()) == 1 else token, "/args/key")
