"""Typing by XTEST. Characters of the current map are typed directly, any other from a spare keycode bound to it.

A program looks up a key's symbol when it handles the event, not when we send it. So a keycode is bound anew only
after its last events were handled: shown by an answered _NET_WM_PING, or by CONSUMED_S where a program has none.
The same ping keeps at most PACE characters in flight, so that a stop is not followed by seconds of queued text.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from ...calls import Call
from ...errors import NOT_TYPED, RpcError, invalid
from . import terminal
from .atspi import Ref
from .clipboard import Clipboard
from .delivery import Delivery
from .display import Display
from .focus import Focus
from .injector import Batch, Injector
from .keymap import Key, Keymap
from .keynames import (
    CAPS_LOCK,
    CONTROL_L,
    SHIFT_L,
    SUPER_L,
    keysym_of_character,
    keysym_of_name,
    modifier,
)
from .secure_focus import SecureFocus

#: Characters per XTEST batch: some milliseconds, so that a stop gets the lock at once.
CHUNK = 50
PACE = 250
#: How long programs take to notice a new keyboard map, and to handle keys when they cannot say so. Seconds.
NOTICE_S, CONSUMED_S, PONG_S = 0.03, 0.6, 2.0
PASTED_S = 5.0
#: How long a program may take to say that a key has moved its focus, and how often that is asked. Seconds.
MOVED_S, LOOK_S = 0.2, 0.015
INSERT = 0xFF63
#: Keys of a text that may move the focus.
FOCUS_KEYS = frozenset("\t\n\r")
#: Keys that paste, and the selection they paste from, by the kind of program.
PASTE_KEYS = {
    "other": ([CONTROL_L, ord("v")], "CLIPBOARD"),
    "terminal": ([CONTROL_L, SHIFT_L, ord("v")], "CLIPBOARD"),
    "xterm": ([SHIFT_L, INSERT], "PRIMARY"),
}


class LinuxKeyboard:
    def __init__(
        self,
        injector: Injector,
        delivery: Delivery,
        display: Display,
        focus: Focus,
        clipboard: Clipboard,
        secure: SecureFocus,
    ) -> None:
        """`display`: a connection of its own, for the map."""
        self._injector = injector
        self._delivery = delivery
        self._display = display
        self._clipboard = clipboard
        self._focus = focus
        self._secure = secure
        self._keymap = Keymap(display)
        self._typed_at = 0.0

    def type_text(self, text: str, call: Call) -> None:
        keysyms = _keysyms_of(text)
        self._prepare(call)
        caps = self._release_caps(call)
        pid = self._focus.pid()
        fields = self._secure.fields_of(pid)
        hidden = self._hidden_part(pid, text)
        for start, end in _runs(text) if fields else [(0, len(text))]:
            stays = text[end - 1] not in FOCUS_KEYS
            is_secure = self._secure.is_in(fields) or (not (stays and start == 0) and self._comes_to(fields, call))
            self._type(keysyms[start:end], call)
            if is_secure or (stays and self._secure.is_in(fields)):
                call.secure.append((start, end))
        if hidden:
            call.secure.append((0, hidden))
        elif fields is None:
            self._note_late(pid, text, call)
        if caps:
            with self._injector.batch(call) as batch:
                batch.tap(caps.code)

    def _type(self, keysyms: Sequence[int], call: Call) -> None:
        at = 0
        while at < len(keysyms):
            end = self._segment_end(keysyms, at)
            keys = self._bind(keysyms[at:end], call)
            self._type_keys([keys[keysym] for keysym in keysyms[at:end]], call)
            at = end

    def _hidden_part(self, pid: int | None, text: str) -> int:
        """How much of the text a terminal's prompt for a password would take: its first line, or nothing."""
        if pid is None or self._focus.kind() == "other" or not terminal.hides_input(pid):
            return 0
        return text.find("\n") + 1 or len(text)

    def _note_late(self, pid: int | None, text: str, call: Call) -> None:
        """A program that was too busy to say where its keys go may say so once it has handled them."""
        if self._secure.is_in(self._secure.fields_of(pid)):
            call.secure.append((0, len(text)))

    def _comes_to(self, fields: list[Ref] | None, call: Call) -> bool:
        """Whether input so far moves the focus to one of these. A program may say so a moment after it has handled a key or a click."""
        self._delivery.wait_told(call)
        self._focus.ping(PONG_S, call)
        until = time.monotonic() + MOVED_S
        while not self._secure.is_in(fields):
            if time.monotonic() > until:
                return False
            call.sleep(LOOK_S)
        return True

    def press(self, key: str, repeat: int, call: Call) -> None:
        keysym = keysym_of_name(key, "/args/key")
        self._prepare(call)
        found = self._bind([keysym], call)[keysym]
        self._focus.require(call.window)
        with self._injector.batch(call) as batch:
            for _ in range(repeat):
                _tap(batch, found, self._shift())
        self._typed_at = time.monotonic()

    def hotkey(self, keys: Sequence[str], call: Call) -> None:
        keysyms = [_combination_keysym(key, index) for index, key in enumerate(keys)]
        if SUPER_L in keysyms[:-1]:
            keysyms = [CONTROL_L if keysym == SUPER_L else keysym for keysym in keysyms]
        if len(set(keysyms)) < len(keysyms):
            raise invalid("/args/keys", "a key is named twice")
        self.chord(keysyms, call)

    def chord(self, keysyms: Sequence[int], call: Call) -> None:
        """Presses all, in order, and releases them; the last one is the key, those before are held."""
        self._prepare(call)
        self._press_together(keysyms, call)

    def paste(self, text: str, call: Call) -> None:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise RpcError(NOT_TYPED, "a lone surrogate cannot be pasted", {"missing": ["U+D800-DFFF"]}) from None
        self._prepare(call)
        self._delivery.wait_told(call)
        pid = self._focus.pid()
        fields = self._secure.fields_of(pid)
        is_secure = self._secure.is_in(fields) or self._hidden_part(pid, text) > 0
        shortcut, selection = PASTE_KEYS[self._focus.kind()]
        offer = self._clipboard.offer(text, selection, call)
        self._press_together(shortcut, call)
        self._clipboard.wait_fetched(offer, min(PASTED_S, call.remaining()), call)
        if is_secure:
            call.secure.append((0, len(text)))
        elif fields != []:
            self._note_late(pid, text, call)

    def forget_pasted(self, call: Call) -> None:
        """Nothing is left on the clipboard that the next paste could show."""
        self._clipboard.offer("", PASTE_KEYS["other"][1], call)

    def _press_together(self, keysyms: Sequence[int], call: Call) -> None:
        found = self._bind(keysyms, call)
        held = [found[keysym].code for keysym in keysyms[:-1]]
        last = found[keysyms[-1]]
        if last.shift and self._shift() not in held:
            held.append(self._shift())
        self._focus.require(call.window)
        with self._injector.batch(call) as batch:
            for code in held:
                batch.key(code, True)
            batch.tap(last.code)
            for code in reversed(held):
                batch.key(code, False)
        self._typed_at = time.monotonic()

    def _prepare(self, call: Call) -> None:
        """Keys go where the last click went, keys left down would turn text into shortcuts, a changed map is read."""
        call.check()
        self._delivery.wait(call)
        if call.window is not None:
            self._delivery.wait_told(call)
            self._focus.require(call.window)
        self._injector.release_held()
        with self._display.lock:
            self._keymap.refresh()

    def _release_caps(self, call: Call) -> Key | None:
        """Turns Caps Lock off; returns its key when it was on, to be pressed again."""
        key = self._keymap.find(CAPS_LOCK)
        if key is None or not self._injector.is_caps_locked():
            return None
        with self._injector.batch(call) as batch:
            batch.tap(key.code)
        return key

    def _segment_end(self, keysyms: Sequence[int], at: int) -> int:
        """How far the text goes with no more distinct characters than there are spare keycodes."""
        distinct: set[int] = set()
        for index in range(at, len(keysyms)):
            if self._keymap.needs_spare(keysyms[index]):
                distinct.add(keysyms[index])
                if len(distinct) > self._keymap.spare_count():
                    return index
        return len(keysyms)

    def _bind(self, keysyms: Sequence[int], call: Call) -> dict[int, Key]:
        """The key of each keysym, bound first where it needs a spare keycode."""
        with self._display.lock:
            plan = self._keymap.plan([keysym for keysym in keysyms if self._keymap.needs_spare(keysym)])
            if plan and self._keymap.is_reused(plan.values()):
                self._wait_consumed(call)
            if plan:
                call.check()
                self._keymap.bind(plan)
            found = {keysym: self._keymap.find(keysym) for keysym in keysyms}
        if plan:
            call.sleep(NOTICE_S)
        keys = {keysym: key for keysym, key in found.items() if key}
        if len(keys) < len(found):
            unknown = [f"{keysym:#x}" for keysym in found.keys() - keys.keys()]
            raise RpcError(NOT_TYPED, "the keyboard has no free keycode", {"missing": unknown})
        return keys

    def _wait_consumed(self, call: Call) -> None:
        self._delivery.wait_told(call)  # or another window would be asked
        since = time.monotonic() - self._typed_at
        if since < CONSUMED_S and not self._focus.ping(PONG_S, call):
            call.sleep(max(0.0, self._typed_at + CONSUMED_S - time.monotonic()))

    def _type_keys(self, keys: Sequence[Key], call: Call) -> None:
        shift = self._shift()
        for start in range(0, len(keys), CHUNK):
            if start and start % PACE == 0:
                self._delivery.wait_told(call)
                self._focus.ping(PONG_S, call)
            self._focus.require(call.window)
            with self._injector.batch(call) as batch:
                is_shifted = False
                for key in keys[start : start + CHUNK]:
                    if key.shift != is_shifted:
                        is_shifted = key.shift
                        batch.key(shift, is_shifted)
                    batch.tap(key.code)
                if is_shifted:
                    batch.key(shift, False)
            self._typed_at = time.monotonic()

    def _shift(self) -> int:
        key = self._keymap.find(SHIFT_L)
        if key is None:
            raise RpcError(NOT_TYPED, "the keyboard has no Shift key", {"missing": ["Shift_L"]})
        return key.code


def _keysyms_of(text: str) -> list[int]:
    """Raises NOT_TYPED with every character that no key can type."""
    found = {character: keysym_of_character(character) for character in dict.fromkeys(text)}
    missing = [f"U+{ord(character):04X}" for character, keysym in found.items() if keysym is None]
    if missing:
        raise RpcError(NOT_TYPED, f"no key can type {', '.join(missing[:10])}", {"missing": missing})
    return [found[character] or 0 for character in text]


def _runs(text: str) -> list[tuple[int, int]]:
    """Parts of it, each up to a key that may give another field the keyboard."""
    ends = [index + 1 for index, character in enumerate(text) if character in FOCUS_KEYS]
    edges = [0, *ends, len(text)]
    return [(start, end) for start, end in zip(edges, edges[1:], strict=False) if end > start]


def _tap(batch: Batch, key: Key, shift: int) -> None:
    if key.shift:
        batch.key(shift, True)
    batch.tap(key.code)
    if key.shift:
        batch.key(shift, False)


def _combination_keysym(key: str, index: int) -> int:
    """In a combination a letter's case means nothing: Ctrl+S is Ctrl+s, and Shift is named."""
    if (keysym := modifier(key)) is not None:
        return keysym
    return keysym_of_name(key.lower() if len(key) == 1 and len(key.lower()) == 1 else key, f"/args/keys/{index}")
