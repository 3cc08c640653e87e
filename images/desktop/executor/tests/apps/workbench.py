"""A GTK 3 window with one of everything, which writes what happened and what it holds to a file as JSON: workbench.py FILE

The file is replaced after every change, so a test sees the effect of an action outside the accessibility tree.
"""

from __future__ import annotations

import json
import os
import sys
import time

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

FROZEN_S = 8
path = sys.argv[1]
log: list[object] = []
pending: list[int] = []


def save() -> bool:
    pending.clear()
    selected = tree.get_selection().get_selected_rows()[1]
    held = {
        "log": log,
        "entry": entry.get_text(),
        "limited": limited.get_text(),
        "password": password.get_text(),
        "notes": buffer.get_text(*buffer.get_bounds(), True),
        "tick": tick.get_active(),
        "switch": switch.get_active(),
        "spin": spin.get_value(),
        "slider": slider.get_value(),
        "combo": combo.get_active_text(),
        "typed": typed.get_child().get_text(),
        "rows": [[row[0], row[1]] for row in store],
        "selected": [int(str(row)) for row in selected],
        "scroll": round(scroller.get_vadjustment().get_value()),
        "focus": type(window.get_focus()).__name__,
    }
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(held, file)
    os.rename(path + ".new", path)
    return False


def changed(*_: object) -> None:
    if not pending:
        pending.append(GLib.idle_add(save))


def note(*event: object) -> bool:
    log.append(list(event))
    changed()
    return False


def ask(_: object) -> None:
    dialog = Gtk.MessageDialog(transient_for=window, modal=True, text="Sure?", buttons=Gtk.ButtonsType.OK_CANCEL)
    note("dialog")
    answer = dialog.run()
    dialog.destroy()
    note("answered", answer)


def freeze(_: object) -> None:
    """What says so is written while it freezes."""
    log.append(["freeze"])
    save()
    time.sleep(FROZEN_S)


def swap(_: object) -> None:
    """The entry goes, and another one comes in its place."""
    global entry
    entry.destroy()
    entry = field("Name", Gtk.Entry(), 0)
    entry.show()
    note("swapped")


def field(name: str, widget: Gtk.Widget, position: int | None = None) -> Gtk.Widget:
    widget.get_accessible().set_name(name)
    left.pack_start(widget, False, False, 0)
    if position is not None:
        left.reorder_child(widget, position)
    for signal in ("changed", "value-changed", "toggled"):
        try:
            widget.connect(signal, changed)
        except TypeError:
            continue
    if isinstance(widget, Gtk.Entry):
        widget.connect("activate", lambda *_: note("activated", name))
    return widget


window = Gtk.Window(title="Workbench", default_width=760, default_height=620)
outer, columns = Gtk.Box(orientation=Gtk.Orientation.VERTICAL), Gtk.Box(spacing=8)
left, right = (Gtk.Box(orientation=Gtk.Orientation.VERTICAL) for _ in range(2))
bar, file_item, file_menu = Gtk.MenuBar(), Gtk.MenuItem(label="File"), Gtk.Menu()
for label in ("New", "Quit"):
    item = Gtk.MenuItem(label=label)
    item.connect("activate", lambda _, chosen=label: note("menu", chosen))
    file_menu.append(item)
file_item.set_submenu(file_menu)
bar.append(file_item)
outer.pack_start(bar, False, False, 0)
outer.pack_start(columns, True, True, 0)
columns.pack_start(left, True, True, 0)
columns.pack_start(right, True, True, 0)
window.add(outer)

entry = field("Name", Gtk.Entry())
limited = field("Limited", Gtk.Entry(max_length=5))
password = field("Secret", Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD))
buffer = Gtk.TextBuffer()
buffer.connect("changed", changed)
notes = Gtk.TextView(buffer=buffer)
notes.get_accessible().set_name("Notes")
notes_frame = Gtk.ScrolledWindow(min_content_height=90)
notes_frame.add(notes)
left.pack_start(notes_frame, False, False, 0)
tick = field("Subscribe", Gtk.CheckButton(label="Subscribe"))
switch = field("Power", Gtk.Switch(halign=Gtk.Align.START))
switch.connect("notify::active", changed)
spin = field("Amount", Gtk.SpinButton(adjustment=Gtk.Adjustment(value=1, lower=0, upper=100, step_increment=1)))
slider = field("Volume", Gtk.Scale(adjustment=Gtk.Adjustment(value=10, lower=0, upper=100, step_increment=1)))
combo = field("Colour", Gtk.ComboBoxText())
for colour in ("Red", "Green", "-", "Blue"):
    combo.append_text(colour)
combo.set_row_separator_func(lambda model, row: model[row][0] == "-")
combo.set_active(0)
typed = field("Place", Gtk.ComboBoxText.new_with_entry())
for place in ("Rome", "Oslo"):
    typed.append_text(place)
for label, handler in (
    ("Press", lambda _: note("pressed")), ("Ask", ask), ("Freeze", freeze), ("Swap", swap),
    ("Twin", lambda _: note("twin", 1)), ("Twin", lambda _: note("twin", 2)),
):
    button = Gtk.Button(label=label)
    button.connect("clicked", handler)
    left.pack_start(button, False, False, 0)
disabled = Gtk.Button(label="Disabled", sensitive=False)
left.pack_start(disabled, False, False, 0)

store = Gtk.ListStore(str, bool)
for number in range(60):
    store.append([f"Row {number}", False])
tree = Gtk.TreeView(model=store)
tree.get_accessible().set_name("Rows")
tree.get_selection().set_mode(Gtk.SelectionMode.MULTIPLE)
tree.get_selection().connect("changed", changed)
tree.connect("row-activated", lambda _, row, __: note("row", int(str(row))))
toggle = Gtk.CellRendererToggle(activatable=True)


def toggled(_: object, row: str) -> None:
    store[int(row)][1] = not store[int(row)][1]
    changed()


toggle.connect("toggled", toggled)
tree.append_column(Gtk.TreeViewColumn("Title", Gtk.CellRendererText(), text=0))
tree.append_column(Gtk.TreeViewColumn("Done", toggle, active=1))
scroller = Gtk.ScrolledWindow(min_content_height=220)
scroller.get_vadjustment().connect("value-changed", changed)
scroller.add(tree)
right.pack_start(scroller, False, False, 0)

canvas = Gtk.DrawingArea(width_request=200, height_request=120)
canvas.get_accessible().set_name("Canvas")
canvas.add_events(Gdk.EventMask.BUTTON_PRESS_MASK | Gdk.EventMask.BUTTON_RELEASE_MASK | Gdk.EventMask.SCROLL_MASK)
canvas.connect("button-press-event", lambda _, event: note("down", event.button, round(event.x), round(event.y)))
canvas.connect("button-release-event", lambda _, event: note("up", event.button, round(event.x), round(event.y)))
canvas.connect("scroll-event", lambda _, event: note("wheel", event.direction.value_nick))
right.pack_start(canvas, True, True, 0)

window.connect("destroy", Gtk.main_quit)
window.connect("key-press-event", lambda _, event: note("key", Gdk.keyval_name(event.keyval), event.state & 0x4D))
window.connect("notify::is-active", changed)
window.connect("set-focus", changed)
window.show_all()
entry.grab_focus()
window.connect("map-event", lambda *_: GLib.timeout_add(50, save) and False)
Gtk.main()
