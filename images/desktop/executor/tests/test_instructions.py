"""What the image says of an application is one file, and no other."""

from __future__ import annotations

import os
import tempfile
import unittest

from ..instructions import read_instructions


class Instructions(unittest.TestCase):
    def setUp(self) -> None:
        self.parent = tempfile.mkdtemp()
        self.folder = os.path.join(self.parent, "instructions")
        os.mkdir(self.folder)

    def write(self, name: str, content: bytes) -> None:
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content)

    def test_names_that_lead_elsewhere_are_none(self) -> None:
        self.write("../secret.md", b"not for agents")
        for name in ("../secret", "/etc/hostname", "..", "", "a/b", "a\0b", "x" * 200):
            with self.subTest(name=name):
                self.assertIsNone(read_instructions(name, self.folder))

    def test_what_is_not_there_or_no_text_is_nothing(self) -> None:
        self.write("binary.md", b"\xff\xfe\x00")
        self.assertIsNone(read_instructions("org.example.None", self.folder))
        self.assertIsNone(read_instructions("binary", self.folder))

    def test_the_file_of_the_application(self) -> None:
        self.write("org.example.Editor.md", "## Editor\nUse <Ctrl+S> – always.\n".encode())
        self.assertEqual(read_instructions("org.example.Editor", self.folder), "## Editor\nUse <Ctrl+S> – always.\n")
