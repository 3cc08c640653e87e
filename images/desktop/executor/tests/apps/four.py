"""A GTK 4 window: no Collection on the accessibility bus, and no screen coordinates. four.py [password]"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def activate(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, title="Four")
    box = Gtk.Box()
    box.append(Gtk.PasswordEntry() if "password" in sys.argv else Gtk.Entry())
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.Four")
application.connect("activate", activate)
application.run()
