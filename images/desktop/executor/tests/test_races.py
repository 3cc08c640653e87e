"""Names that are swapped for links to the outside, tens of thousands of times, while the tools use them: nothing gets out."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path

from executor import errors
from executor.calls import Call
from executor.errors import RpcError
from executor.platforms.base import RealPath
from executor.platforms.linux.beneath import Beneath
from executor.platforms.linux.files import LinuxFiles

from .client import Failed
from .confined import ConfinedTest
from .support import APPS

SWAPS_MIN = 10_000
SECONDS = 0.7


class Place:
    """`root` holds `dir`, which turns into a link to `outside` and back, and `file`, which turns into one to its secret."""

    def __init__(self, top: Path) -> None:
        self.root, self.outside, self.hidden = top / "root", top / "outside", top / "root" / "hidden"
        for folder in (self.root / "dir", self.outside, self.hidden):
            folder.mkdir(parents=True, exist_ok=True)
        for folder, text in ((self.outside, "secret"), (self.hidden, "hidden"), (self.root / "dir", "inside")):
            (folder / "inner").write_text(text)
            (folder / "inner").chmod(0o644)
        (self.root / "file").write_text("inside")
        os.symlink(self.outside, self.root / "evil")
        os.symlink(self.outside / "inner", self.root / "evil file")
        self.before = self.tree()

    def tree(self) -> dict[str, tuple[str, int, float]]:
        found = {}
        for folder in (self.outside, self.hidden):
            found[str(folder)] = ("", folder.stat().st_mode, 0.0)
            for path in folder.iterdir():
                found[str(path)] = (path.read_text(), path.stat().st_mode, path.stat().st_mtime)
        return found

    @contextlib.contextmanager
    def swapping(self, test: unittest.TestCase) -> Iterator[Callable[[], bool]]:
        """What it gives tells whether it swapped often enough."""
        names = [str(self.root / name) for name in ("dir", "evil", "file", "evil file")]
        swapper = subprocess.Popen(
            [sys.executable, str(APPS / "swapper.py"), str(SWAPS_MIN), *names], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        swapper.stdout.readline()
        try:
            yield lambda: bool(select.select([swapper.stdout], [], [], 0)[0])
        finally:
            count = int(swapper.communicate()[0].split()[-1])
        test.assertGreaterEqual(count, SWAPS_MIN)
        test.assertEqual(self.tree(), self.before)


class FileRaces(unittest.TestCase):
    use_openat2 = True

    def setUp(self) -> None:
        top = Path(tempfile.mkdtemp(prefix="deskfleet-race-"))
        self.addCleanup(shutil.rmtree, top)
        self.place = Place(top)
        self.files = LinuxFiles(Beneath([str(self.place.root)], self.use_openat2))
        self.call = Call(1, 60_000)

    def race(self, *tools: Callable[[], object]) -> list[object]:
        """What the tools answered while the names were swapped."""
        answers = []
        with self.place.swapping(self) as is_enough:
            until = time.monotonic() + SECONDS
            while time.monotonic() < until or not is_enough():
                for tool in tools:
                    with contextlib.suppress(RpcError):
                        answers.append(tool())
        self.assertTrue(answers, "some of the calls succeed")
        return answers

    def read(self, path: str) -> object:
        return self.files.read(path, 0, 1_000, "utf8")["text"]

    def test_reading_listing_and_telling(self) -> None:
        answers = self.race(lambda: self.read("dir/inner"), lambda: self.read("file"))
        self.assertEqual(set(answers), {"inside"})
        listed = self.race(lambda: self.files.entries("dir"))
        self.assertEqual({entry["bytes"] for answer in listed for entry in answer["entries"]}, {6})
        told = self.race(lambda: self.files.info("dir/inner"), lambda: self.files.entries("dir"))
        self.assertNotIn(str(self.place.outside), str(told))

    def test_writing(self) -> None:
        self.race(
            *(lambda path=path, mode=mode: self.files.write(path, b"inside", mode) for path in ("dir/inner", "file", "dir/more") for mode in ("overwrite", "append", "create")),
        )

    def test_moving_copying_and_deleting(self) -> None:
        files, call = self.files, self.call
        self.race(
            lambda: files.write("source", b"inside", "overwrite"),
            lambda: files.copy("source", "dir/copy", True, call), lambda: files.copy("dir/inner", "copied", True, call),
            lambda: self.assertEqual(self.read("copied"), "inside"), lambda: files.copy("file", "dir/inner", True, call),
            lambda: files.move("source", "dir/moved", True, call), lambda: files.move("dir/moved", "back", True, call),
            lambda: files.delete("dir/copy", True, call), lambda: files.copy("source", "file", True, call),
        )

    def test_deleting_a_whole_directory(self) -> None:
        """The swap is inside what is deleted, so it also hits between looking at an entry and entering it."""
        self.place.root.rename(self.place.root.parent / "whole")
        top = self.place.root
        top.mkdir()
        (self.place.root.parent / "whole").rename(top / "whole")
        self.place.root, self.place.hidden = top / "whole", self.place.outside
        self.place.before = self.place.tree()
        shutil.rmtree(top / "whole" / "hidden")
        self.files = LinuxFiles(Beneath([str(top)], self.use_openat2))
        answers = self.race(lambda: self.files.delete("whole", True, self.call), self.fill)
        self.assertGreater(len([answer for answer in answers if answer is not None]), 10)

    def fill(self) -> None:
        """Makes again what was deleted; what the swapper sees of it is the swapper's matter."""
        whole = self.place.root
        whole.mkdir(exist_ok=True)
        for name, target in (("evil", self.place.outside), ("evil file", self.place.outside / "inner")):
            with contextlib.suppress(OSError):
                os.symlink(target, whole / name)
        with contextlib.suppress(OSError):
            (whole / "dir").mkdir()

    def test_real_paths_let_no_link_in_even_inside(self) -> None:
        """`dir` turns into a link to another directory of the root, which the gates may have judged otherwise."""
        os.unlink(self.place.root / "evil")
        os.unlink(self.place.root / "evil file")
        os.symlink("hidden", self.place.root / "evil")
        os.symlink("hidden/inner", self.place.root / "evil file")
        inner, file, more = (RealPath(self.place.root / name) for name in ("dir/inner", "file", "dir/more"))
        answers = self.race(lambda: self.read(inner), lambda: self.read(file))
        self.assertEqual(set(answers), {"inside"})
        self.race(
            lambda: self.files.write(inner, b"inside", "overwrite"), lambda: self.files.write(more, b"inside", "append"),
            lambda: self.files.write(file, b"inside", "append"), lambda: self.files.delete(more, False, self.call),
        )
        with self.assertRaises(RpcError) as caught:
            self.files.read(RealPath(self.place.root / ("evil/inner" if (self.place.root / "evil").is_symlink() else "dir/inner")), 0, 10, "utf8")
        self.assertEqual(caught.exception.code, errors.FORBIDDEN)


class WalkingFileRaces(FileRaces):
    """The same without openat2."""

    use_openat2 = False


class ProcessRaces(ConfinedTest):
    def setUp(self) -> None:
        self.place = Place(self.allowed / "race" / self._testMethodName)
        shutil.move(self.place.outside, self.desktop.folder / "outside")
        os.symlink(self.desktop.folder / "outside", self.place.outside)
        self.addCleanup(shutil.rmtree, self.desktop.folder / "outside")
        self.place.before = self.place.tree()

    def test_the_directory_of_a_program(self) -> None:
        outside = str(self.desktop.folder / "outside")
        answers = set()
        with self.place.swapping(self) as is_enough:
            rounds = 0
            while rounds < 100 or not is_enough():
                rounds += 1
                with contextlib.suppress(Failed):
                    answers.add(self.client.do("computer_process_start", argv=["cat", "inner"], cwd=str(self.place.root / "dir"))["stdout"])
        self.assertEqual(answers, {"inside"}, outside)

    def test_the_directories_of_a_confined_program(self) -> None:
        swapped = str(self.place.root / "dir")
        command = f"cat {swapped}/inner; echo x > {swapped}/written; ls -d {self.place.outside} {self.place.hidden}"
        answers = set()
        with self.place.swapping(self) as is_enough:
            rounds = 0
            while rounds < 30 or not is_enough():
                rounds += 1
                with contextlib.suppress(Failed):
                    confine = {"writable": [swapped], "readable": []}
                    answers.add(self.sh(command, cwd=swapped, confine=confine)["stdout"])
            for _ in range(30):  # bound inside a directory in which the names change
                with contextlib.suppress(Failed):
                    confine = {"writable": [swapped], "readable": [str(self.place.root)]}
                    answers.add(self.sh(f"cat {swapped}/inner 2>/dev/null", cwd="/tmp", confine=confine)["stdout"])
        self.assertLessEqual(answers, {"inside", ""})
        self.assertIn("inside", answers)


if __name__ == "__main__":
    unittest.main()
