"""The platform's face of acting on applications. Everything here runs on the thread of the actions, one call at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....calls import Call
from ....errors import NOT_FOUND, RpcError, conflict
from ..app_state import answers, questions
from ..app_state.asking import not_responding
from ..app_state.geometry import Box
from ..app_state.repairs import gtk4_offset
from ..app_state.xwindows import XWindows
from ..atspi import Ref
from ..dbus import Connection
from ..secure import NEVER_SEARCHED, program
from .asking import Asker
from .bus import Acted, Actor
from .clicking import Clicker
from .elements import Element, Finder, Found
from .focusing import focused_node
from .hands import Hands, Point
from .key_names import parse_chord
from .nodes import Node
from .places import Places
from .scrolling import Scroller
from .secondary import Performer
from .set_value import Setter
from .texts import is_secret
from .type_at_caret import can_insert, insert_at_caret

#: Largest answer that is read: a text of some megabytes.
MESSAGE_BYTES_MAX = 1 << 26
TERMINAL = "terminal"
#: LibreOffice's process, and more than the height of its menu bar, in pixels.
OFFICE, OFFICE_MENU_BAR_MAX = "soffice.bin", 40


class LinuxAppActions:
    """`windows`: with a display of its own."""

    def __init__(self, address: str | None, windows: XWindows, hands: Hands) -> None:
        self._address = address
        self._windows = windows
        self._hands = hands
        self._finder = Finder(windows)
        self._connection: Connection | None = None
        self._acted = Acted()

    def close(self) -> None:
        self._drop()
        self._acted.close()

    def click(self, pid: int, window_id: int, element: dict[str, Any], button: str, count: int, call: Call) -> dict[str, object]:
        target = Element.parse(element)

        def act(asker: Asker, actor: Actor, found: Found) -> str:
            return self._clicker(asker, actor, window_id).click(found, button, count)

        how = self._on_element(pid, window_id, target, call, act)
        if how is None:
            self._hands.activate(window_id, call)
            self._hands.click(self._point_in_frame(target, window_id), button, count, window_id, call)
            how = "pointer"
        return {"how": how}

    def click_at(self, pid: int, window_id: int, point: Point, button: str, count: int, call: Call) -> dict[str, object]:
        self._require_window(pid, window_id)
        self._hands.click(point, button, count, window_id, call)
        return {"how": "pointer"}

    def perform(self, pid: int, window_id: int, element: dict[str, Any], action: str, call: Call) -> dict[str, object]:
        def act(asker: Asker, actor: Actor, found: Found) -> str:
            clicker = self._clicker(asker, actor, window_id)
            return Performer(
                asker, actor, self._hands, clicker, self._scroller(asker, actor, found, window_id), found, window_id
            ).perform(action)

        how = self._on_element(pid, window_id, Element.parse(element), call, act)
        if how is None and action.strip().lower() == "raise":
            self._hands.activate(window_id, call)
            how = "raise"
        if how is None:
            raise conflict("no_action", "the element has no such action")
        return {"how": how}

    def set_value(self, pid: int, window_id: int, element: dict[str, Any], value: str, call: Call) -> dict[str, object]:
        def act(asker: Asker, actor: Actor, found: Found) -> dict[str, object]:
            return Setter(asker, actor, self._hands, self._clicker(asker, actor, window_id), found, window_id).set(value)

        done = self._on_element(pid, window_id, Element.parse(element), call, act)
        if done is None:
            raise conflict("not_settable", "the application has no accessibility")
        return done

    def scroll(
        self, pid: int, window_id: int, element: dict[str, Any], direction: str, pages: float, call: Call
    ) -> dict[str, object]:
        target = Element.parse(element)

        def act(asker: Asker, actor: Actor, found: Found) -> str:
            return self._scroller(asker, actor, found, window_id).scroll(direction, pages)

        how = self._on_element(pid, window_id, target, call, act)
        if how is None:
            how = self._hands.page(self._point_in_frame(target, window_id), direction, pages, window_id, call)
        return {"how": how}

    def drag(self, pid: int, window_id: int, start: Point, end: Point, call: Call) -> dict[str, object]:
        self._require_window(pid, window_id)
        self._hands.drag(start, end, window_id, call)
        return {"how": "pointer"}

    def press_key(self, pid: int, window_id: int, key: str, literal_super: bool, call: Call) -> dict[str, object]:
        keysyms = parse_chord(key, literal_super)
        self._require_window(pid, window_id)
        self._hands.activate(window_id, call)
        self._hands.keyboard.chord(keysyms, call)
        return {"how": "keyboard"}

    def type_text(self, pid: int, window_id: int, text: str, call: Call) -> dict[str, object]:
        self._require_window(pid, window_id)
        self._hands.activate(window_id, call)
        self._hands.settle(call)
        how = self._with_bus(call, lambda asker: self._insert(asker, pid, window_id, text)) or "keyboard"
        if how == "keyboard":
            self._hands.keyboard.type_text(text, call)
        return {"characters": len(text), "how": how}

    def _insert(self, asker: Asker, pid: int, window_id: int, text: str) -> str:
        """`keyboard` where it has still to be typed. Raises CONFLICT `no_focused_field`."""
        app = self._finder.app(pid, asker)
        root = self._finder.root(app, window_id, asker) if app else None
        if app is None or root is None:
            return "keyboard"
        may_search = program(app.pid) not in NEVER_SEARCHED
        node = asker.eventually(lambda: self._focused_field(asker, root.ref, may_search))
        if node is None:
            raise conflict("no_focused_field", "no field that takes text has the keyboard")
        is_done = can_insert(node, text) and insert_at_caret(asker, Actor(asker, app, self._acted), node, text)
        if is_done and is_secret(node):
            asker.call.secure.append((0, len(text)))
        return "editable_text" if is_done else "keyboard"

    def _focused_field(self, asker: Asker, root: Ref, may_search: bool) -> Node | None:
        """A page tells of the focus some time after it was clicked."""
        node = focused_node(asker, root, may_search)
        return node if node and (node.is_editable or node.role == TERMINAL) else None

    def _on_element(
        self, pid: int, window_id: int, element: Element, call: Call, act: Callable[[Asker, Actor, Found], Any]
    ) -> Any:
        """What `act` returns; None for an application that is not on the bus."""
        self._require_window(pid, window_id)

        def find_and_act(asker: Asker) -> Any:
            app = self._finder.app(pid, asker)
            return act(asker, Actor(asker, app, self._acted), self._finder.find(element, app, window_id, asker)) if app else None

        return self._with_bus(call, find_and_act)

    def _with_bus(self, call: Call, work: Callable[[Asker], Any]) -> Any:
        """None in a session without accessibility. After a failure the connection is made anew: answers that come late must not
        be taken for others."""
        if not self._address:
            return None
        if self._connection is None:
            self._connection = self._connect(self._address)
        is_whole = False
        try:
            result = work(Asker(self._connection, call))
            is_whole = True
            return result
        finally:
            if not is_whole:
                self._drop()

    def _connect(self, address: str) -> Connection:
        try:
            return Connection(address, message_bytes_max=MESSAGE_BYTES_MAX)
        except OSError:
            raise not_responding() from None

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def _require_window(self, pid: int, window_id: int) -> None:
        """Raises NOT_FOUND unless the window is this process's: what was judged for one is not done to another."""
        window = next((window for window in self._windows.managed() if window.id == window_id), None)
        if window is None or window.pid not in (None, pid):
            raise RpcError(NOT_FOUND, "the application has no such window", {"reason": "window"})

    def _point_in_frame(self, element: Element, window_id: int) -> Point:
        """The middle of an element that only the record tells of. Raises CONFLICT `not_visible`."""
        window = next((window for window in self._windows.managed() if window.id == window_id), None)
        if element.frame is None or window is None:
            raise conflict("not_visible", "nobody knows where the element is")
        x, y, width, height = element.frame
        return round(window.frame.x + x + width / 2), round(window.frame.y + y + height / 2)

    def _clicker(self, asker: Asker, actor: Actor, window_id: int) -> Clicker:
        return Clicker(asker, actor, self._hands, lambda found: self._places(asker, actor, found, window_id), window_id)

    def _scroller(self, asker: Asker, actor: Actor, found: Found, window_id: int) -> Scroller:
        return Scroller(asker, actor, self._hands, self._places(asker, actor, found, window_id), found, window_id)

    def _places(self, asker: Asker, actor: Actor, found: Found, window_id: int) -> Places:
        toolkit = found.element.toolkit
        moved = (0, 0)
        if toolkit == "gtk4":
            moved = self._moved_gtk4(asker, found, window_id)
        elif toolkit == "gtk3" and program(found.app.pid) == OFFICE:
            moved = self._moved_office(asker, found, window_id)
        return Places(asker, actor, found, moved)

    def _moved_gtk4(self, asker: Asker, found: Found, window_id: int) -> Point:
        """GTK 4 counts from its surface."""
        window = next((window for window in self._windows.managed() if window.id == window_id), None)
        box = self._root_box(asker, found, window_id)
        return gtk4_offset(box, window) if box and window else (0, 0)

    def _moved_office(self, asker: Asker, found: Found, window_id: int) -> Point:
        """LibreOffice leaves out the height of its menu bar for some of its widgets, and only sometimes: the state knows where
        the element was by what it fills, and it is still there if nothing but that is different."""
        root, frame = self._root_box(asker, found, window_id), found.element.frame
        box = answers.rectangle(asker.one(questions.EXTENTS, found.node.ref))
        if root is None or box is None or frame is None or found.row is not None:
            return 0, 0
        x, y = round(root[0] + frame[0] - box[0]), round(root[1] + frame[1] - box[1])
        return (0, y) if x == 0 and abs(y) <= OFFICE_MENU_BAR_MAX and box[2:] == tuple(map(round, frame[2:])) else (0, 0)

    def _root_box(self, asker: Asker, found: Found, window_id: int) -> Box | None:
        root = self._finder.root(found.app, window_id, asker)
        return answers.rectangle(asker.one(questions.EXTENTS, root.ref)) if root else None
