"""What is shown is read by people: every script has a font, so that no picture of it is a row of empty boxes."""

from __future__ import annotations

import unittest

from support import run

SAMPLES = {
    "Latin with its marks": "ßüłżğøĳ",
    "Greek and Cyrillic": "ΩжЩї",
    "Chinese, simplified and traditional": "世国國體",
    "Japanese": "あアー語",
    "Korean": "한국어",
    "Arabic": "شركة",
    "Hebrew": "שלום",
    "emoji": "🌍☕🥐",
}


class Fonts(unittest.TestCase):
    def test_every_script_has_a_font(self) -> None:
        for script, text in SAMPLES.items():
            for character in text:
                with self.subTest(script=script, character=character):
                    self.assertNotEqual("", run("fc-list", f":charset={ord(character):x}", "family"))


if __name__ == "__main__":
    unittest.main()
