"""Two fields, the second one a password; Tab goes from one to the other, and what stands in them is no window's title."""

from __future__ import annotations

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Login", default_width=400, default_height=200)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
name, password = Gtk.Entry(), Gtk.Entry(visibility=False)
for field in (name, password):
    box.add(field)
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
name.grab_focus()
Gtk.main()
