"""Text typed is text arrived: any script, whole and in order, and what no key can type is said before the first key."""

from __future__ import annotations

import random
import time
import unittest

from executor import errors

from .client import Failed
from .support import DesktopTest, Notebook, eventually
from .xclient import XClient

SCRIPTS = {
    "ascii": "The quick brown fox, 0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "polish": "Zażółć gęślą jaźń ŻÓŁĆ",
    "german": "Größe, Übermut, Äpfel, ẞ",
    "cyrillic": "Съешь же ещё этих мягких французских булок",
    "greek": "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "arabic": "نص حكيم له سر قاطع وذو شأن عظيم",
    "hebrew": "דג סקרן שט בים מאוכזב ולפתע מצא חברה",
    "hindi": "ऋषियों को सताने वाले दुष्ट राक्षसों",
    "thai": "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
    "chinese": "視野無限廣，窗外有藍天。简体中文测试",
    "japanese": "いろはにほへと ちりぬるを カタカナ 漢字",
    "korean": "키스의 고유조건은 입술끼리 만나야 하고",
    "emoji": "😀👍🏽👩‍👩‍👧‍👦🇵🇱❤️🏳️‍🌈",
    "combining": "e\u0301 a\u0308 o\u0328\u0301 Z\u0351\u036b\u0343",
    "astral": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 𠜎𠜱",
    "format characters": "a\u200db\u200ec\u202ed\u00ade\ufefff\u2028g",
    "controls allowed": "one\ttwo\nthree\n\tfour",
    "repeats": "aaaaaaaaaa        żżżżżżżżżż中中中中中",
    "case": "aAaAAaZzŻżÉé",
}


class TypingTest(DesktopTest):
    def setUp(self) -> None:
        self.notebook = Notebook(self.desktop)
        self.addCleanup(self.notebook.close)
        self.activate("Notebook")

    def assert_arrives(self, text: str, seconds: float = 10) -> None:
        try:
            eventually(lambda: self.notebook.text() == text, "the text arrived", seconds)
        except AssertionError:
            self.assertEqual(self.notebook.text(), text)

    def test_what_no_key_can_type_is_named_and_nothing_is_typed(self) -> None:
        for bad, name in (("\ud83d", "U+D83D"), ("\x07", "U+0007"), ("\r", "U+000D"), ("\x85", "U+0085"),
                          ("\uffff", "U+FFFF"), ("\x7f", "U+007F")):
            with self.subTest(name):
                failed = self.assert_fails(errors.NOT_TYPED, "computer_keyboard_type", text=f"before{bad}after")
                self.assertEqual(failed.data, {"missing": [name]})
        time.sleep(0.1)
        self.assertEqual(self.notebook.text(), "")

    def test_keys_for_another_window_than_the_active_one_are_not_sent(self) -> None:
        window = self.window("Notebook")["id"]
        for name, args in (
            ("computer_keyboard_type", {"text": "no"}), ("computer_key_press", {"key": "n"}),
            ("computer_hotkey", {"keys": ["shift", "n"]}), ("computer_clipboard_paste", {"text": "no"}),
        ):
            for other in (0, window + 1):
                with self.subTest(name, other=other):
                    with self.assertRaises(Failed) as failed:
                        self.client.call(name, {"token": 1, "deadlineMs": 5_000, "args": args, "activeWindow": other})
                    self.assertEqual((failed.exception.code, failed.exception.data), (errors.CONFLICT, {"reason": "focus_changed"}))
        self.client.call("computer_keyboard_type", {"token": 1, "deadlineMs": 5_000, "args": {"text": "yes"}, "activeWindow": window})
        self.assert_arrives("yes")

    def test_an_unknown_key_is_an_invalid_parameter(self) -> None:
        failed = self.assert_fails(errors.INVALID_PARAMS, "computer_key_press", key="NoSuchKey")
        self.assertEqual(failed.data["parameter"], "/args/key")
        failed = self.assert_fails(errors.INVALID_PARAMS, "computer_hotkey", keys=["ctrl", "NoSuchKey"])
        self.assertEqual(failed.data["parameter"], "/args/keys/1")
        self.assert_fails(errors.INVALID_PARAMS, "computer_hotkey", keys=["ctrl", "control", "a"])

    def test_every_script_arrives(self) -> None:
        typed = ""
        for name, text in SCRIPTS.items():
            with self.subTest(name):
                result = self.client.do("computer_keyboard_type", text=text)
                typed += text
                self.assertEqual(result, {"characters": len(text)})
                self.assert_arrives(typed)

    def test_all_scripts_in_one_call(self) -> None:
        text = " | ".join(SCRIPTS.values())
        self.client.tool("computer_keyboard_type", deadline_ms=60_000, text=text)
        self.assert_arrives(text)

    def test_more_distinct_characters_than_spare_keycodes(self) -> None:
        picks = random.Random(7).sample(range(0x4E00, 0x9FA5), 400)
        text = "".join(map(chr, picks))
        self.client.tool("computer_keyboard_type", deadline_ms=60_000, text=text)
        self.assert_arrives(text)

    def test_a_thousand_calls_worth_of_mixed_text(self) -> None:
        rng = random.Random(11)
        alphabet = "".join(SCRIPTS.values()).replace("\n", "").replace("\t", "")
        typed = ""
        for _ in range(30):
            text = "".join(rng.choice(alphabet) for _ in range(rng.randint(1, 40)))
            self.client.do("computer_keyboard_type", text=text)
            typed += text
        self.assert_arrives(typed)

    def test_twenty_thousand_characters(self) -> None:
        text = ("Lorem ipsum dolor sit AMET, 12345.\n" * 600)[:20_000]
        self.client.tool("computer_keyboard_type", deadline_ms=60_000, text=text)
        self.assert_arrives(text, 30)

    def test_caps_lock_does_not_change_text_and_is_kept(self) -> None:
        self.client.do("computer_key_press", key="Caps_Lock")
        self.addCleanup(lambda: self.client.do("computer_key_press", key="Caps_Lock"))
        self.client.do("computer_keyboard_type", text="Abc żŻ")
        self.assert_arrives("Abc żŻ")
        self.client.do("computer_key_press", key="a")
        self.assert_arrives("Abc żŻA")

    def test_a_key_that_somebody_holds_does_not_make_shortcuts_of_text(self) -> None:
        somebody = XClient(self.desktop.env["DISPLAY"])
        self.addCleanup(somebody.close)
        somebody.press("Control_L")
        self.client.do("computer_keyboard_type", text="also")
        self.assert_arrives("also")

    def test_keys_by_name_alias_and_case(self) -> None:
        self.client.do("computer_keyboard_type", text="abc")
        for key in ("home", "DELETE", "End", "backspace", "KP_1", "kp_add", "space", "X", "é", "enter", "F5", "esc"):
            self.client.do("computer_key_press", key=key)
        self.assert_arrives("b1+ Xé\n")

    def test_a_key_repeats(self) -> None:
        self.client.do("computer_key_press", key="ü", repeat=100)
        self.assert_arrives("ü" * 100)

    def test_hotkeys(self) -> None:
        self.client.do("computer_keyboard_type", text="secret")
        self.client.do("computer_hotkey", keys=["CTRL", "A"])
        self.client.do("computer_hotkey", keys=["control", "x"])
        self.assert_arrives("")
        self.client.do("computer_hotkey", keys=["cmd", "v"])
        self.assert_arrives("secret")
        self.client.do("computer_hotkey", keys=["shift", "home"])
        self.client.do("computer_keyboard_type", text="z")
        self.assert_arrives("z")

    def test_the_base_map_survives(self) -> None:
        picks = random.Random(3).sample(range(0x4E00, 0x9FA5), 200)
        self.client.do("computer_keyboard_type", text="".join(map(chr, picks)))
        self.client.do("computer_hotkey", keys=["ctrl", "a"])
        self.client.do("computer_key_press", key="Delete")
        for key in ("KP_7", "KP_Divide", "KP_Enter", "Up", "Right", "minus", "End"):
            self.client.do("computer_key_press", key=key)
        self.client.do("computer_keyboard_type", text=SCRIPTS["ascii"])
        self.assert_arrives("7-/" + SCRIPTS["ascii"] + "\n")

    def test_paste(self) -> None:
        for text in ("short 中文 😀", "l\ni\nn\te", "x" * 300_000 + "ż"):
            with self.subTest(len(text)):
                self.client.do("computer_hotkey", keys=["ctrl", "a"])
                result = self.client.do("computer_clipboard_paste", text=text)
                self.assertEqual(result, {"characters": len(text)})
                self.assert_arrives(text)


class TypingOnXvncTest(TypingTest):
    server = "Xvnc"


class OtherProgramsTest(DesktopTest):
    def test_every_script_in_mousepad(self) -> None:
        file = self.desktop.folder / "typed.txt"
        file.write_text("")
        editor = self.desktop.start("mousepad", str(file))
        self.addCleanup(editor.kill)
        self.activate("typed.txt")
        text = "\n".join(script for script in SCRIPTS.values() if "\t" not in script)  # it indents by itself
        self.client.tool("computer_keyboard_type", deadline_ms=60_000, text=text)
        self.client.do("computer_hotkey", keys=["ctrl", "s"])
        eventually(lambda: file.read_text(encoding="utf-8").rstrip("\n") == text, "the file holds the text")

    def test_paste_fails_when_nobody_takes_the_text(self) -> None:
        failed = self.assert_fails(errors.CONFLICT, "computer_clipboard_paste", text="lost")
        self.assertEqual(failed.data, {"reason": "not_pasted"})

    def test_paste_and_type_in_a_terminal(self) -> None:
        target = self.desktop.folder / "typed"
        xterm = self.desktop.start("xterm", "-u8", "-e", "sh", "-c", f"stty -echo; cat > {target}")
        self.addCleanup(xterm.kill)
        self.activate("sh")
        self.client.do("computer_clipboard_paste", text="pasted żółw\n")
        self.client.do("computer_keyboard_type", text="typed Ω 中\n")
        eventually(lambda: target.read_text() == "pasted żółw\ntyped Ω 中\n", "both lines arrived")


if __name__ == "__main__":
    unittest.main()
