"""The one interface behind which every platform stands. Coordinates are device pixels of the whole screen.

Methods that take a `Call` wait only through it, so that deadline, cancel and stop end them; they raise RpcError.
A new adapter implements these classes and passes the tests in tests/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..calls import Call
from ..output import Buffer


class RealPath(str):
    """A path that was decided about with all its links resolved: a link in it now is refused, the last name apart where
    a tool is about the link itself."""


@dataclass(frozen=True)
class Rect:
    x: int
    y: int
    width: int
    height: int

    def overlaps(self, other: Rect) -> bool:
        return (
            self.x < other.x + other.width and other.x < self.x + self.width
            and self.y < other.y + other.height and other.y < self.y + self.height
        )

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def overlap(self, other: Rect) -> Rect | None:
        """What both have in common; None where that has no area."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(left, top, right - left, bottom - top) if right > left and bottom > top else None

    def to_json(self) -> dict[str, int]:
        return {"x": self.x, "y": self.y, "width": self.width, "height": self.height}


@dataclass(frozen=True)
class Region:
    """A part of the screen that must not be shown: `password` or `unreadable`."""

    kind: str
    rect: Rect

    def to_json(self) -> dict[str, object]:
        return {"kind": self.kind, **self.rect.to_json()}


@dataclass(frozen=True)
class FrameRequest:
    format: str = "png"
    quality: int = 80
    scale: float = 1.0
    region: Rect | None = None
    if_changed_from: str | None = None
    #: The frame is named and described as asked, and shown as the whole screen: a PNG.
    whole_screen: bool = False


@dataclass(frozen=True)
class Settling:
    """Wait for a first change, then for a quiet time, in all no longer than `settle_ms_max`. Milliseconds."""

    first_damage_ms: int
    quiet_ms: int
    settle_ms_max: int


@dataclass(frozen=True)
class Frame:
    """`chunks` are the encoded image, empty when unchanged. `region` is what it shows, in device pixels."""

    frame_id: str
    format: str
    width: int
    height: int
    scale: float
    region: Rect
    unchanged: bool
    secure_regions: tuple[Region, ...]
    chunks: Sequence[Buffer] = field(default=(), repr=False)


@dataclass(frozen=True)
class WindowInfo:
    """The window with its frame; `pid` is None where the window does not say."""

    id: int
    title: str
    pid: int | None
    process_name: str
    rect: Rect
    visible: bool
    active: bool


class Screen(Protocol):
    def size(self) -> tuple[int, int]: ...

    def mark(self) -> None:
        """Forgets changes so far, so that `settle` sees only those after this moment."""

    def settle(self, settling: Settling, call: Call) -> float:
        """Waits until the screen is quiet; returns the milliseconds it took."""

    def capture(self, request: FrameRequest, call: Call) -> Frame: ...

    def digest(self, x: int, y: int, radius: int) -> str:
        """SHA-256 (hex) of the pixels of the square around a point, cut at the screen's edge."""


class Pointer(Protocol):
    def move(self, x: int, y: int, call: Call) -> None: ...

    def click(self, x: int, y: int, button: str, count: int, call: Call) -> None: ...

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: str, call: Call) -> None: ...

    def scroll(self, x: int, y: int, delta_x: int, delta_y: int, call: Call) -> None: ...


class Keyboard(Protocol):
    def type_text(self, text: str, call: Call) -> None:
        """Types everything, in order, or raises NOT_TYPED with `data.missing` before the first key."""

    def press(self, key: str, repeat: int, call: Call) -> None: ...

    def hotkey(self, keys: Sequence[str], call: Call) -> None: ...

    def paste(self, text: str, call: Call) -> None:
        """Returns once the focused application has fetched the text."""


class Selections(Protocol):
    def read(self, selection: str, bytes_max: int, call: Call) -> tuple[str, bool]:
        """What a program holds on CLIPBOARD or PRIMARY as text, and whether it was longer; "": nothing. Changes nothing.
        Raises CONFLICT (`not_responding`) when that program does not answer in time."""


class Windows(Protocol):
    def all(self, call: Call) -> list[WindowInfo]:
        """Topmost first."""

    def get(self, window_id: int) -> WindowInfo:
        """Raises NOT_FOUND."""

    def activate(self, window_id: int, call: Call) -> None:
        """Returns once the window is active."""


class Processes(Protocol):
    def all(self) -> list[dict[str, object]]: ...

    def start(self, request: dict[str, Any], call: Call) -> dict[str, object]: ...

    def confinement(self) -> dict[str, object]:
        """How programs are confined here: `kind`, and `landlock`, the ABI of the kernel's."""

    def terminal(self, pid: int) -> dict[str, object]:
        """`cwd` and `foreground` of the terminal emulator with this pid; both None where they cannot be told."""

    def terminate(self, pid: int, force: bool, call: Call) -> bool:
        """Whether it had ended when this returned."""


class Files(Protocol):
    def read(self, path: str, offset: int, bytes_max: int, encoding: str) -> dict[str, object]: ...

    def write(self, path: str, content: bytes, mode: str) -> int: ...

    def delete(self, path: str, recursive: bool, call: Call) -> int: ...

    def entries(self, path: str) -> dict[str, object]: ...

    def move(self, path: str, destination: str, overwrite: bool, call: Call) -> str: ...

    def copy(self, path: str, destination: str, overwrite: bool, call: Call) -> tuple[str, int]: ...

    def info(self, path: str) -> dict[str, object]: ...

    def resolve(self, path: str, follow_last: bool) -> dict[str, object]:
        """Where a path really leads, for a decision elsewhere; never opens it."""


class Accessibility(Protocol):
    def is_ready(self) -> bool:
        """Never blocks."""

    def secure_regions(self, call: Call) -> tuple[Sequence[Region], bool]:
        """The regions, and whether every application could be read."""


class AppActions(Protocol):
    """Acts on one window of an application. `element`: an object of the accessibility tree as RpcElement of the contracts
    describes it. Each returns what the tool answers. Errors: NOT_FOUND `window`; CONFLICT `not_responding`, `stale_element`,
    `not_settable`, `not_arrived`, `no_action`, `no_focused_field`, `not_visible`, `focus_changed`."""

    def click(
        self, pid: int, window_id: int, element: dict[str, Any], button: str, count: int, call: Call
    ) -> dict[str, object]: ...

    def click_at(
        self, pid: int, window_id: int, point: tuple[int, int], button: str, count: int, call: Call
    ) -> dict[str, object]: ...

    def perform(
        self, pid: int, window_id: int, element: dict[str, Any], action: str, call: Call
    ) -> dict[str, object]: ...

    def set_value(
        self, pid: int, window_id: int, element: dict[str, Any], value: str, call: Call
    ) -> dict[str, object]: ...

    def scroll(
        self, pid: int, window_id: int, element: dict[str, Any], direction: str, pages: float, call: Call
    ) -> dict[str, object]: ...

    def drag(
        self, pid: int, window_id: int, start: tuple[int, int], end: tuple[int, int], call: Call
    ) -> dict[str, object]: ...

    def press_key(self, pid: int, window_id: int, key: str, literal_super: bool, call: Call) -> dict[str, object]: ...

    def type_text(self, pid: int, window_id: int, text: str, call: Call) -> dict[str, object]: ...


class AppState(Protocol):
    """Applications as trees of elements. The trees' form: packages/app-state/cases/README.md."""

    def locate(self, word: str, call: Call) -> dict[str, object]:
        """`running`: applications that the word (a name, an id, a window class, a pid) means, the likeliest first;
        `launchable`: what the image's registry calls so, or None."""

    def apps(self, call: Call) -> list[dict[str, object]]: ...

    def capture(self, pid: int, since: str | None, unseen: bool, call: Call) -> dict[str, object]:
        """The tree of an application's main window, unless its digest is `since`; `unseen`: with the texts of web pages that are
        out of sight. Raises NOT_FOUND (`app`, `window`), and
        CONFLICT (`not_responding`) when the application does not answer within 2 s."""

    def visible_texts(self, call: Call) -> dict[str, object]:
        """What the trees of all applications with a window say that is shown, and where (VisibleTexts of the contracts)."""

    def text_extents(self, ranges: Sequence[dict[str, Any]], call: Call) -> dict[str, object]:
        """Where characters of such texts stand, in the same order; None where it is not said."""


class Platform(Protocol):
    screen: Screen
    pointer: Pointer
    keyboard: Keyboard
    selections: Selections
    windows: Windows
    processes: Processes
    files: Files
    accessibility: Accessibility
    app_actions: AppActions

    def display_kind(self) -> str:
        """`xvnc` or `xvfb`."""

    def apps(self) -> list[dict[str, Any]]:
        """The image's application registry: id, name, argv, class."""

    def warm_up(self) -> None:
        """Touches what the first frame needs, so that it is as fast as the later ones. For a thread at the start."""

    def release_input(self) -> None:
        """Releases every key and button and parks the pointer, from any thread, while a call runs or not."""

    def close(self) -> None: ...
