"""The file tools against hostile paths: what leads outside is refused, whoever swaps links meanwhile, and nothing hangs."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile
import threading
import unittest
from pathlib import Path

from executor import errors
from executor.calls import Call
from executor.errors import RpcError
from executor.platforms.linux.beneath import Beneath
from executor.platforms.linux.files import FILE_BYTES_MAX, LinuxFiles


class FilesTest(unittest.TestCase):
    use_openat2 = True

    def setUp(self) -> None:
        self.top = Path(tempfile.mkdtemp(prefix="deskfleet-files-"))
        self.addCleanup(shutil.rmtree, self.top)
        self.root, self.second, self.outside = (self.top / name for name in ("root", "second", "outside"))
        for folder in (self.root, self.second, self.outside):
            folder.mkdir()
        (self.outside / "secret").write_text("secret")
        (self.root / "file").write_text("content")
        (self.root / "folder").mkdir()
        (self.root / "folder" / "inner").write_text("inner")
        self.files = LinuxFiles(Beneath([str(self.root), str(self.second)], self.use_openat2))
        self.call = Call(1, 10_000)

    def link(self, name: str, target: object) -> None:
        os.symlink(str(target), self.root / name)

    def fails(self, code: int, function: object, *args: object, reason: str | None = None) -> None:
        with self.assertRaises(RpcError) as caught:
            function(*args)
        self.assertEqual(caught.exception.code, code, caught.exception)
        if reason:
            self.assertEqual(caught.exception.data, {"reason": reason})

    def read(self, path: object) -> str:
        return self.files.read(str(path), 0, 1 << 20, "utf8")["text"]

    def every_tool(self, path: str) -> list[tuple[object, ...]]:
        return [
            (self.read, path),
            (self.files.write, path, b"x", "overwrite"), (self.files.write, path, b"x", "append"),
            (self.files.entries, path), (self.files.info, path), (self.files.delete, path, True, self.call),
            (self.files.move, path, "new", True, self.call), (self.files.move, "file", path, True, self.call),
            (self.files.copy, path, "new", True, self.call), (self.files.copy, "file", path, True, self.call),
        ]

    def test_paths_outside_are_forbidden_to_every_tool(self) -> None:
        for path in (
            "/etc/passwd", "../outside/secret", str(self.outside / "secret"), f"{self.root}/../outside/secret",
            "folder/../../outside/secret", "/", "/proc/self/environ", "//etc/passwd", f"{self.root}-evil/x", "..",
            "folder/../..", "./../root/file",
        ):
            for function, *args in self.every_tool(path):
                with self.subTest(path=path, tool=function):
                    self.fails(errors.FORBIDDEN, function, *args)
        self.assertEqual((self.outside / "secret").read_text(), "secret")
        self.assertEqual((self.root / "file").read_text(), "content")

    def test_links_that_lead_outside_are_forbidden(self) -> None:
        self.link("absolute", self.outside / "secret")
        self.link("relative", "../outside/secret")
        self.link("directory", self.outside)
        self.link("chain", "relative")
        self.link("proc", "/proc/self/root/etc/passwd")
        self.link("other root", self.second)
        (self.second / "x").write_text("x")
        for path in ("absolute", "relative", "directory/secret", "chain", "proc", "other root/x", "directory/new"):
            with self.subTest(path):
                self.fails(errors.FORBIDDEN, self.read, path)
                self.fails(errors.FORBIDDEN, self.files.write, path, b"x", "overwrite")
                self.fails(errors.FORBIDDEN, self.files.copy, path, "new", False, self.call)
        for path in ("directory/secret", "other root/x"):
            self.fails(errors.FORBIDDEN, self.files.delete, path, False, self.call)
            self.fails(errors.FORBIDDEN, self.files.move, path, "new", False, self.call)
            self.fails(errors.FORBIDDEN, self.files.info, path)
        self.fails(errors.FORBIDDEN, self.files.entries, "directory")
        self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_links_that_stay_inside_work(self) -> None:
        self.link("relative", "folder/inner")
        self.link("absolute", self.root / "folder" / "inner")
        self.link("up", "folder/../file")
        self.link("directory", self.root / "folder")
        self.assertEqual([self.read(name) for name in ("relative", "absolute", "up", "directory/inner")],
                         ["inner", "inner", "content", "inner"])
        self.files.write("absolute", b"changed", "overwrite")
        self.assertTrue((self.root / "absolute").is_symlink())
        self.assertEqual((self.root / "folder" / "inner").read_text(), "changed")

    def test_delete_and_move_take_the_link_and_not_its_target(self) -> None:
        self.link("one", self.outside)
        self.link("two", "folder")
        self.assertEqual(self.files.delete("one", True, self.call), 1)
        self.files.move("two", "three", False, self.call)
        self.assertEqual(os.readlink(self.root / "three"), "folder")
        self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_a_recursive_delete_does_not_follow_links(self) -> None:
        os.symlink(self.outside, self.root / "folder" / "link")
        self.assertEqual(self.files.delete("folder", True, self.call), 3)
        self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_link_loops_end(self) -> None:
        self.link("a", "b")
        self.link("b", "a")
        with self.assertRaises(RpcError):
            self.read("a")
        with self.assertRaises(RpcError):
            self.files.write("a", b"x", "overwrite")

    def test_special_files_are_refused_without_hanging(self) -> None:
        os.mkfifo(self.root / "fifo")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.root / "socket"))
            for path in ("fifo", "socket"):
                with self.subTest(path):
                    self.fails(errors.FORBIDDEN, self.read, path)
                    self.fails(errors.FORBIDDEN, self.files.write, path, b"x", "append")
                    self.fails(errors.FORBIDDEN, self.files.write, path, b"x", "overwrite")
                    self.fails(errors.FORBIDDEN, self.files.copy, path, "new", False, self.call)
                    self.assertEqual(self.files.info(path)["type"], "other")

    def test_missing_files(self) -> None:
        for function, *args in self.every_tool("none")[:1] + self.every_tool("none/deeper"):
            with self.subTest(tool=function, args=args):
                self.fails(errors.NOT_FOUND, function, *args)

    def test_a_file_is_no_directory_and_a_directory_no_file(self) -> None:
        self.fails(errors.CONFLICT, self.read, "folder", reason="directory")
        self.fails(errors.CONFLICT, self.files.write, "folder", b"x", "overwrite", reason="directory")
        self.fails(errors.CONFLICT, self.files.entries, "file", reason="not_directory")
        self.fails(errors.CONFLICT, self.read, "file/x", reason="not_directory")
        self.fails(errors.CONFLICT, self.files.delete, "folder", False, self.call, reason="not_empty")
        self.fails(errors.FORBIDDEN, self.files.delete, str(self.root), True, self.call)

    def test_binary_and_cut_characters(self) -> None:
        (self.root / "nul").write_bytes(b"a\0b")
        (self.root / "latin").write_bytes("żółw".encode("latin2"))
        (self.root / "text").write_text("aż中😀")
        for name in ("nul", "latin"):
            self.fails(errors.CONFLICT, self.read, name, reason="binary")
        self.assertEqual(self.files.read("nul", 0, 99, "base64")["text"], "YQBi")
        pieces, at = [], 0
        while at < 10:
            part = self.files.read("text", at, 4, "utf8")
            pieces.append(part["text"])
            at += len(part["text"].encode())
        self.assertEqual(("".join(pieces), part["truncated"], part["bytes"]), ("aż中😀", False, 10))
        self.assertEqual(self.files.read("text", 2, 3, "utf8")["text"], "")  # the rest of ż, and 中 cut off
        self.assertEqual(self.files.read("text", 99, 3, "utf8"), {"text": "", "encoding": "utf8", "bytes": 10, "truncated": False})

    def test_write_modes(self) -> None:
        self.fails(errors.CONFLICT, self.files.write, "file", b"x", "create", reason="exists")
        self.assertEqual(self.files.write("new", b"one", "create"), 3)
        self.assertEqual(self.files.write("new", b"two", "append"), 6)
        self.assertEqual(self.read("new"), "onetwo")
        os.chmod(self.root / "new", 0o640)
        before = os.stat(self.root / "new").st_ino
        self.files.write("new", b"three", "overwrite")
        after = os.stat(self.root / "new")
        self.assertEqual((self.read("new"), stat.S_IMODE(after.st_mode)), ("three", 0o640))
        self.assertNotEqual(after.st_ino, before)  # replaced whole, not written over
        self.assertEqual(sorted(os.listdir(self.root)), ["file", "folder", "new"])
        os.truncate(self.root / "new", FILE_BYTES_MAX)
        self.fails(errors.CONFLICT, self.files.write, "new", b"x", "append", reason="too_large")

    def test_create_does_not_follow_a_link(self) -> None:
        self.link("dangling", "not there")
        self.fails(errors.CONFLICT, self.files.write, "dangling", b"x", "create", reason="exists")

    def test_move_and_copy_replace_only_when_told(self) -> None:
        (self.root / "other").write_text("other")
        self.fails(errors.CONFLICT, self.files.move, "file", "other", False, self.call, reason="exists")
        self.fails(errors.CONFLICT, self.files.copy, "file", "other", False, self.call, reason="exists")
        self.fails(errors.CONFLICT, self.files.copy, "file", "file", True, self.call, reason="same_file")
        self.fails(errors.CONFLICT, self.files.move, "folder", "folder/x", False, self.call, reason="inside_itself")
        self.assertEqual(self.files.copy("file", "other", True, self.call), (str(self.root / "other"), 7))
        self.assertEqual(self.files.move("file", "folder/moved", False, self.call), str(self.root / "folder/moved"))
        self.assertEqual(self.files.move("other", f"{self.second}/other", False, self.call), str(self.second / "other"))
        self.assertEqual((self.read("folder/moved"), sorted(os.listdir(self.root))), ("content", ["folder"]))

    def test_list_and_info(self) -> None:
        self.link("link", "file")
        (self.root / "ż 中").write_text("")
        os.close(os.open(os.fsencode(self.root) + b"/bad\xff", os.O_CREAT))
        size = os.stat(self.root / "folder").st_size
        self.assertEqual(self.files.entries("."), {"truncated": False, "entries": [
            {"name": "bad\ufffd", "type": "file", "bytes": 0}, {"name": "file", "type": "file", "bytes": 7},
            {"name": "folder", "type": "directory", "bytes": size}, {"name": "link", "type": "symlink", "bytes": 4},
            {"name": "ż 中", "type": "file", "bytes": 0},
        ]})
        info = self.files.info("file")
        self.assertEqual((info["path"], info["type"], info["bytes"]), (str(self.root / "file"), "file", 7))
        self.assertRegex(info["modifiedAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertRegex(info["mode"], r"^0[0-7]{3}$")
        for number in range(1_005):
            (self.root / "folder" / f"{number:04}").touch()
        listed = self.files.entries("folder")
        self.assertEqual((len(listed["entries"]), listed["truncated"]), (1_000, True))

    def test_resolve_shows_where_a_path_really_leads(self) -> None:
        self.link("out", self.outside / "secret")
        real = os.path.realpath(self.root)
        for path, follow, expected in (
            ("out", True, (f"{os.path.realpath(self.outside)}/secret", "file", True)),
            ("out", False, (f"{real}/out", "symlink", True)),
            ("folder/../none", True, (f"{real}/none", None, False)),
            (f"{self.root}/folder/", True, (f"{real}/folder", "directory", True)),
            ("/", True, ("/", "directory", True)),
        ):
            with self.subTest(path):
                found = self.files.resolve(path, follow)
                self.assertEqual((found["real"], found["type"], found["exists"]), expected)

    def test_a_thousand_link_swaps_let_nothing_out(self) -> None:
        """Another thread keeps swapping a directory for a link to the outside while the tools use it."""
        (self.root / "real").mkdir()
        (self.root / "real" / "secret").write_text("inside")
        self.link("evil", self.outside)
        os.rename(self.root / "real", self.root / "swap")
        done = threading.Event()

        def swap() -> None:
            while not done.is_set():
                os.rename(self.root / "swap", self.root / "real")
                os.rename(self.root / "evil", self.root / "swap")
                os.rename(self.root / "swap", self.root / "evil")
                os.rename(self.root / "real", self.root / "swap")

        thread = threading.Thread(target=swap)
        thread.start()
        reads = 0
        try:
            for number in range(1_000):
                tools = (
                    lambda: self.read("swap/secret"),
                    lambda: self.files.write("swap/secret", b"inside", "overwrite"),
                    lambda: self.files.write(f"swap/new{number}", b"inside", "create"),
                    lambda: self.files.delete(f"swap/new{number}", True, self.call),
                )
                for tool in tools:
                    try:
                        found = tool()
                    except RpcError:
                        continue
                    if isinstance(found, str):
                        reads += 1
                        self.assertEqual(found, "inside")
        finally:
            done.set()
            thread.join()
        self.assertGreater(reads, 0)
        self.assertEqual({name: (self.outside / name).read_text() for name in os.listdir(self.outside)}, {"secret": "secret"})


class WalkingFilesTest(FilesTest):
    """The same without openat2, as under a kernel or seccomp profile that lacks it."""

    use_openat2 = False


if __name__ == "__main__":
    unittest.main()
