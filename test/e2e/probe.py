"""A window with a text field and a password field, one below the other. Return writes the text down; so does every key press."""

import json

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


def write(path, line):
    with open(path, "a", encoding="utf-8") as file:
        file.write(line + "\n")


def on_activate(entry):
    write("/workspace/typed.jsonl", json.dumps(entry.get_text()))
    entry.set_text("")


def on_event(_window, event):
    write("/workspace/events.txt", event.type.value_nick)
    return False


window = Gtk.Window(title="Probe")
window.set_default_size(900, 300)
text, password = Gtk.Entry(), Gtk.Entry(visibility=False)
text.connect("activate", on_activate)
for name in ("key-press-event", "button-press-event"):
    window.connect(name, on_event)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.add(text)
box.add(password)
window.add(box)
window.show_all()
text.grab_focus()
Gtk.main()
