"""One GTK 4 field. `gtk4_field.py FILE` adds what it holds to FILE after every change."""

from __future__ import annotations

import sys

import gi
from save import append

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402  (versions come first)


def open_window(application: Gtk.Application) -> None:
    entry = Gtk.Entry(margin_top=20, margin_bottom=20, margin_start=20, margin_end=20)
    entry.update_property([Gtk.AccessibleProperty.LABEL], ["Text"])
    entry.connect("changed", lambda field: append(sys.argv[1], field.get_text()))
    Gtk.ApplicationWindow(application=application, title="GTK 4 field", default_width=600, child=entry).present()


GLib.set_prgname("gtk4-field")
application = Gtk.Application(application_id="org.deskfleet.Gtk4Field", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", open_window)
application.run()
