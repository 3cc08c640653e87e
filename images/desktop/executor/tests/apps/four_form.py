"""A GTK 4 window with a form; its button writes what the field holds to a file, as does the item of its menu: four_form.py FILE"""

from __future__ import annotations

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402

path = Path(sys.argv[1])


def activate(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, title="Four", default_width=400, default_height=240)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    field, password = Gtk.Entry(text="Ada"), Gtk.PasswordEntry(text="geheim")
    box.append(Gtk.Label(label="Full name", mnemonic_widget=field))
    box.append(field)
    box.append(password)
    button = Gtk.Button(label="Save")
    button.connect("clicked", lambda *_: path.write_text(field.get_text()))
    box.append(button)
    export = Gio.SimpleAction(name="export")
    export.connect("activate", lambda *_: path.write_text("exported"))
    window.add_action(export)
    menu = Gio.Menu()
    menu.append("Export", "win.export")
    box.append(Gtk.MenuButton(label="More", menu_model=menu))
    colour = Gtk.DropDown.new_from_strings(["Red", "Green", "Blue"])
    colour.connect("notify::selected-item", lambda *_: path.write_text(colour.get_selected_item().get_string()))
    box.append(colour)
    hidden = Gtk.Label(label="never shown", visible=False)
    box.append(hidden)
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.FourForm")
application.connect("activate", activate)
application.run(sys.argv[:1])
