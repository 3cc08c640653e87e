"""A GTK 3 window with what app state has rules for: registration.py [dialog]"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

ROWS, TOPICS = 1_000, 300
window = Gtk.Window(title="Registration", default_width=560, default_height=640)
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(box)

bar, menu = Gtk.MenuBar(), Gtk.Menu()
file = Gtk.MenuItem(label="File")
file.set_submenu(menu)
menu.append(Gtk.MenuItem(label="Import"))
bar.append(file)
box.add(bar)

grid = Gtk.Grid(column_spacing=6)
name, password, role, count = Gtk.Entry(placeholder_text="First and last"), Gtk.Entry(visibility=False), Gtk.ComboBoxText(), Gtk.SpinButton()
password.set_text("geheim")
for option in ("Member", "Guest"):
    role.append_text(option)
role.set_active(1)
count.set_range(0, 10)
count.set_increments(1, 2)
count.set_value(3)
for row, (text, widget) in enumerate((("Full name", name), ("Password", password), ("Role", role), ("Seats", count))):
    grid.attach(Gtk.Label(label=text, mnemonic_widget=widget), 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)
box.add(grid)

pages = Gtk.Notebook()
pages.append_page(Gtk.Label(label="on top"), Gtk.Label(label="First"))
pages.append_page(Gtk.Label(label="hidden below"), Gtk.Label(label="Second"))
box.add(pages)

store = Gtk.ListStore(bool, str, str)
for row in range(ROWS):
    store.append([row % 2 == 0, f"guest {row}", "paid" if row % 3 else "open"])
table = Gtk.TreeView(model=store)
table.append_column(Gtk.TreeViewColumn("Here", Gtk.CellRendererToggle(activatable=True), active=0))
for column, title in ((1, "Guest"), (2, "State")):
    table.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
topics = Gtk.ListBox()
for topic in range(TOPICS):
    topics.add(Gtk.Label(label=f"topic {topic}", xalign=0))
for widget in (table, topics):
    frame = Gtk.ScrolledWindow(overlay_scrolling=False)
    frame.add(widget)
    box.pack_start(frame, True, True, 0)

window.show_all()
name.grab_focus()
if "dialog" in sys.argv:
    dialog = Gtk.Dialog(title="Are you sure", transient_for=window, modal=True)
    dialog.add_button("Of course", 1)
    dialog.show_all()
Gtk.main()
