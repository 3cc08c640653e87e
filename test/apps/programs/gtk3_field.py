"""One GTK 3 field. `gtk3_field.py FILE` adds what it holds to FILE after every change."""

from __future__ import annotations

import sys

import gi
from save import append

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402  (versions come first)

GLib.set_prgname("gtk3-field")
window = Gtk.Window(title="GTK 3 field", default_width=600)
window.connect("destroy", Gtk.main_quit)
entry = Gtk.Entry(margin=20)
entry.get_accessible().set_name("Text")
entry.connect("changed", lambda field: append(sys.argv[1], field.get_text()))
window.add(entry)
window.show_all()
Gtk.main()
