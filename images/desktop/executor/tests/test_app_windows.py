"""Which window of the display belongs to which object on the accessibility bus, which is the main one, and what is a popup."""

from __future__ import annotations

import random
import struct
import unittest
from typing import Any

from executor.platforms.base import Rect
from executor.platforms.linux.app_state.app_windows import ACTIVE, MODAL, SHOWING, TopLevel, match_windows
from executor.platforms.linux.app_state.items import SIGNATURE, read_items
from executor.platforms.linux.app_state.names import STATE_BITS, state_names
from executor.platforms.linux.app_state.xwindows import XWindow
from executor.platforms.linux.dbus import RawReply
from executor.platforms.linux.dbus.wire import write

PLACE = Rect(100, 100, 400, 300)


def window(number: int, title: str = "", rect: Rect = PLACE, **changes: Any) -> XWindow:
    values: dict[str, Any] = {
        "id": number, "pid": 7, "title": title, "instance": "app", "wm_class": "App", "rect": rect,
        "frame": Rect(rect.x - 1, rect.y - 30, rect.width + 2, rect.height + 31), "is_mapped": True, "is_active": False,
        "is_modal": False, "is_background": False,
    }
    return XWindow(**{**values, **changes})


def top(index: int, name: str = "", role: str = "frame", states: int = SHOWING, extents: Rect | None = PLACE) -> TopLevel:
    return TopLevel((":1.1", f"/{index}"), index, role, name, states, extents)


class MatchTest(unittest.TestCase):
    def pairs(self, windows: list[XWindow], tops: list[TopLevel]) -> dict[int, int]:
        return {number: found.index for number, found in match_windows(windows, [], tops).pairs.items()}

    def test_equal_titles_belong_together(self) -> None:
        windows = [window(1, "b"), window(2, "a")]
        self.assertEqual(self.pairs(windows, [top(0, "a"), top(1, "b")]), {1: 1, 2: 0})

    def test_of_equal_titles_the_nearest_that_shows(self) -> None:
        there = Rect(700, 100, 400, 300)
        windows = [window(1, "a"), window(2, "a", there)]
        self.assertEqual(self.pairs(windows, [top(0, "a", extents=there), top(1, "a"), top(2, "a", states=0)]), {1: 1, 2: 0})

    def test_without_a_title_the_place_decides_within_64_pixels(self) -> None:
        windows = [window(1, "x"), window(2, "y", Rect(700, 100, 400, 300))]
        tops = [top(0, "z", extents=Rect(763, 100, 400, 300)), top(1, "", extents=Rect(99, 70, 402, 331))]
        self.assertEqual(self.pairs(windows, tops), {1: 1, 2: 0})

    def test_far_away_is_nobody_unless_only_one_is_left_on_either_side(self) -> None:
        far = Rect(0, 0, 10, 10)
        self.assertEqual(self.pairs([window(1, "x"), window(2, "y")], [top(0, extents=far), top(1, extents=None)]), {})
        self.assertEqual(self.pairs([window(1, "x")], [top(0, extents=far)]), {1: 0})
        self.assertEqual(self.pairs([window(1, "x")], [top(0, extents=far, states=0)]), {})

    def test_menus_are_no_windows(self) -> None:
        self.assertEqual(self.pairs([window(1, "x")], [top(0, "x", role="window")]), {})

    def test_the_active_window_is_the_main_one_then_a_modal_one_then_the_topmost(self) -> None:
        for windows, tops, main in (
            ([window(1), window(2, "b", is_active=True), window(3, is_modal=True)], [], 2),
            ([window(1), window(2, is_modal=True)], [], 2),
            ([window(1, "a"), window(2, "b")], [top(0, "b", states=SHOWING | MODAL | ACTIVE), top(1, "a")], 2),
            ([window(1), window(2)], [], 1),
            ([window(1, is_mapped=False), window(2)], [], 2),
            ([window(1, is_background=True), window(2)], [], 2),
            ([window(1, is_background=True)], [], 1),
            ([window(1, is_mapped=False)], [], 1),
        ):
            with self.subTest(windows=windows):
                self.assertEqual(match_windows(windows, [], tops).main.id, main)

    def test_another_window_than_the_main_one_can_be_asked_for(self) -> None:
        windows = [window(1, "a", is_active=True), window(2, "b")]
        found = match_windows(windows, [], [top(0, "a"), top(1, "b")], window_id=2)
        self.assertEqual((found.main.id, found.root.index), (2, 1))

    def test_without_any_window_the_first_object_that_shows(self) -> None:
        found = match_windows([], [], [top(0, "a", states=0), top(1, "menu", role="window"), top(2, "b")])
        self.assertEqual((found.main, found.root.index), (None, 2))
        self.assertEqual(match_windows([], [], []).root, None)

    def test_popups_have_exactly_the_place_of_an_unmanaged_window(self) -> None:
        place = Rect(120, 150, 90, 60)
        tops = [
            top(0, "a"), top(1, role="window", extents=place), top(2, role="frame", extents=Rect(121, 150, 90, 60)),
            top(3, role="window", extents=place, states=0), top(4, role="window", extents=None),
            top(5, role="tool tip", extents=place),
        ]
        found = match_windows([window(1, "a")], [window(9, rect=place)], tops)
        self.assertEqual([(popup.index, shown.id) for popup, shown in found.popups], [(1, 9)])


class ItemsTest(unittest.TestCase):
    ITEM = (
        (":1.5", "/a/1"), (":1.5", "/root"), (":1.5", "/a"), 2, -1,
        ["org.a11y.atspi.Accessible", "org.a11y.atspi.Text"], "żółw", 61, "what it is", [1 << 25 | 1 << 7, 1 << 3],
    )

    def reply(self, data: bytes, signature: str = SIGNATURE) -> RawReply:
        return RawReply(1, "", signature, data, "<", None)

    def encoded(self, count: int) -> bytes:
        out = bytearray()
        items = [((":1.5", f"/a/{number}"), *self.ITEM[1:]) for number in range(1, count + 1)]
        write(SIGNATURE, (items,), out)
        return bytes(out)

    def test_items(self) -> None:
        nodes = read_items(self.reply(self.encoded(3)))
        self.assertEqual(list(nodes), [(":1.5", "/a/1"), (":1.5", "/a/2"), (":1.5", "/a/3")])
        node = nodes[":1.5", "/a/2"]
        self.assertEqual((node.name, node.description, node.role, node.index, node.count), ("żółw", "what it is", "text", 2, -1))
        self.assertEqual((node.parent_ref, state_names(node.states)), ((":1.5", "/a"), ["editable", "showing", "animated"]))
        self.assertTrue(node.states & STATE_BITS["editable"])

    def test_other_answers_are_none(self) -> None:
        self.assertIsNone(read_items(self.reply(b"", "s")))
        self.assertIsNone(read_items(RawReply(1, "", "", b"", "<", "org.example.Error")))
        self.assertEqual(read_items(self.reply(self.encoded(0))), {})

    def test_broken_items_end_the_list(self) -> None:
        data = self.encoded(20)
        rng = random.Random(3)
        for _ in range(3_000):
            broken = bytearray(data)
            for _ in range(rng.randint(1, 5)):
                broken[rng.randrange(len(broken))] = rng.randrange(256)
            self.assertLessEqual(len(read_items(self.reply(bytes(broken[: rng.randint(0, len(broken))])))), 40)
        endless = struct.pack("<I", 0xFFFF_FFFF) + data[4:]
        self.assertLessEqual(len(read_items(self.reply(endless))), 20)


if __name__ == "__main__":
    unittest.main()
