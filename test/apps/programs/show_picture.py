"""Shows a picture, which says nothing about itself. `show_picture.py FILE`"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402  (versions come first)

GLib.set_prgname("show-picture")
window = Gtk.Window(title="Picture")
window.connect("destroy", Gtk.main_quit)
window.add(Gtk.Image.new_from_file(sys.argv[1]))
window.show_all()
Gtk.main()
