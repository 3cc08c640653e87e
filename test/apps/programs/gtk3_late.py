"""A GTK 3 window whose button takes its time. `gtk3_late.py FILE` saves to FILE how the button was when it was pressed.

It comes after half a second, takes input half a second later, and moves for another second from then on. There are two more
buttons of one name, of which one leaves after a while.
"""

from __future__ import annotations

import sys

import gi
from save import save

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402  (versions come first)

COMES_MS, ENABLED_MS, LEAVES_MS = 500, 1_000, 1_500
STEP_MS, STEPS, STEP_PX = 20, 50, 8


class Late(Gtk.Window):
    def __init__(self, path: str) -> None:
        super().__init__(title="Late")
        self.path = path
        self.moved = 0
        self.presses: list[dict[str, object]] = []
        self.connect("destroy", Gtk.main_quit)
        self.set_default_size(700, 300)
        self.place = Gtk.Fixed()
        self.button = Gtk.Button(label="Go", sensitive=False)
        self.button.connect("clicked", self.on_press)
        self.status = Gtk.Label(label="Waiting")
        self.place.put(self.status, 20, 200)
        self.leaving = Gtk.Button(label="Twin")
        for column, twin in enumerate((self.leaving, Gtk.Button(label="Twin"), Gtk.Button(label="Both"), Gtk.Button(label="Both"))):
            self.place.put(twin, 20 + 90 * column, 150)
        self.add(self.place)
        self.show_all()
        GLib.timeout_add(COMES_MS, self.come)
        GLib.timeout_add(ENABLED_MS, self.enable)
        GLib.timeout_add(LEAVES_MS, self.leave)
        self.save()

    def come(self) -> bool:
        self.place.put(self.button, 20, 20)
        self.button.show()
        return GLib.SOURCE_REMOVE

    def enable(self) -> bool:
        self.button.set_sensitive(True)
        GLib.timeout_add(STEP_MS, self.move)
        return GLib.SOURCE_REMOVE

    def move(self) -> bool:
        self.moved += 1
        self.place.move(self.button, 20 + STEP_PX * self.moved, 20)
        return self.moved < STEPS

    def leave(self) -> bool:
        self.leaving.destroy()
        return GLib.SOURCE_REMOVE

    def on_press(self, _button: Gtk.Button) -> None:
        self.presses.append({"rests": self.moved == STEPS})
        self.status.set_text("Pressed")
        self.save()

    def save(self) -> None:
        save(self.path, {"presses": self.presses})


Late(sys.argv[1])
Gtk.main()
