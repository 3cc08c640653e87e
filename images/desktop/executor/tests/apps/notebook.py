"""A text view that writes what it holds to a file: notebook.py FILE [entry|password]"""

from __future__ import annotations

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

path, kind = sys.argv[1], (sys.argv[2:] or ["view"])[0]
window = Gtk.Window(title="Notebook", default_width=600, default_height=300)
if kind == "view":
    widget = Gtk.TextView(wrap_mode=Gtk.WrapMode.CHAR)
    source = widget.get_buffer()
else:
    widget = source = Gtk.Entry(visibility=kind == "entry")
pending = []


def save() -> bool:
    pending.clear()
    with open(path + ".new", "w", encoding="utf-8", newline="") as file:
        file.write(source.get_text(*source.get_bounds(), True) if kind == "view" else source.get_text())
    os.rename(path + ".new", path)
    return False


def changed(_: object) -> None:
    if not pending:
        pending.append(GLib.timeout_add(20, save))


source.connect("changed", changed)
frame = Gtk.ScrolledWindow() if kind == "view" else Gtk.Box()
frame.add(widget)
window.add(frame)
window.connect("destroy", Gtk.main_quit)
window.show_all()
widget.grab_focus()
window.connect("map-event", lambda *_: GLib.timeout_add(50, save) and False)
Gtk.main()
