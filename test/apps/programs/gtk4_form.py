"""A GTK 4 form and list. `gtk4_form.py FILE` saves all it holds to FILE at every change, and counts what was pressed."""

from __future__ import annotations

import sys

import gi
from save import save

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402  (versions come first)

SIZES = ["Small", "Medium", "Large"]
CITIES = ["Aachen", "Bremen", "Chemnitz", "Dresden", "Erfurt"]


class Form(Gtk.ApplicationWindow):
    def __init__(self, application: Gtk.Application, path: str) -> None:
        super().__init__(application=application, title="GTK 4 form", default_width=760, default_height=640)
        self.path = path
        self.pressed: list[str] = []
        self.name = Gtk.Entry()
        self.secret = Gtk.PasswordEntry()
        self.level = Gtk.SpinButton.new_with_range(0, 100, 1)
        self.volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        self.size = Gtk.DropDown.new_from_strings(SIZES)
        self.news = Gtk.CheckButton(label="Newsletter")
        self.terms = Gtk.CheckButton(label="Accept terms")
        self.alarm = Gtk.Switch(halign=Gtk.Align.START)
        self.notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, vexpand=True)
        self.cities = Gtk.ListBox()
        for city in CITIES:
            self.cities.append(Gtk.Label(label=city, xalign=0))

        columns = Gtk.Box(spacing=12, margin_top=12, margin_start=12, margin_end=12, margin_bottom=12)
        columns.append(self.form())
        columns.append(self.cities)
        self.set_child(columns)
        header = Gtk.HeaderBar()
        menu = Gio.Menu()
        menu.append("Duplicate", "win.duplicate")
        header.pack_end(Gtk.MenuButton(menu_model=menu, tooltip_text="Main menu"))
        self.set_titlebar(header)
        duplicate = Gio.SimpleAction.new("duplicate", None)
        duplicate.connect("activate", lambda *_: self.press("Duplicate"))
        self.add_action(duplicate)
        self.listen()
        self.name.grab_focus()
        self.save()

    def form(self) -> Gtk.Grid:
        grid = Gtk.Grid(row_spacing=8, column_spacing=8, hexpand=True)
        fields = [
            ("Name", self.name),
            ("Password", self.secret),
            ("Level", self.level),
            ("Volume", self.volume),
            ("Size", self.size),
            ("Alarm", self.alarm),
        ]
        for row, (text, widget) in enumerate(fields):
            label = Gtk.Label(label=text, xalign=0)
            label.set_mnemonic_widget(widget)
            grid.attach(label, 0, row, 1, 1)
            grid.attach(widget, 1, row, 1, 1)
        grid.attach(self.news, 1, 10, 1, 1)
        grid.attach(self.terms, 1, 11, 1, 1)
        grid.attach(self.notes, 0, 20, 2, 1)
        send = Gtk.Button(label="Send")
        send.connect("clicked", lambda *_: self.press("Send"))
        grid.attach(send, 1, 21, 1, 1)
        return grid

    def listen(self) -> None:
        for entry in (self.name, self.secret):
            entry.connect("changed", self.save)
        self.notes.get_buffer().connect("changed", self.save)
        for number in (self.level, self.volume):
            number.connect("value-changed", self.save)
        self.size.connect("notify::selected", self.save)
        for toggle in (self.news, self.terms):
            toggle.connect("toggled", self.save)
        self.alarm.connect("notify::active", self.save)
        self.cities.connect("row-selected", self.save)

    def press(self, what: str) -> None:
        self.pressed.append(what)
        self.save()

    def save(self, *_change: object) -> None:
        notes, row = self.notes.get_buffer(), self.cities.get_selected_row()
        save(
            self.path,
            {
                "name": self.name.get_text(),
                "secret": self.secret.get_text(),
                "level": self.level.get_value(),
                "volume": self.volume.get_value(),
                "size": SIZES[self.size.get_selected()],
                "news": self.news.get_active(),
                "terms": self.terms.get_active(),
                "alarm": self.alarm.get_active(),
                "notes": notes.get_text(notes.get_start_iter(), notes.get_end_iter(), True),
                "city": None if row is None else CITIES[row.get_index()],
                "pressed": self.pressed,
            },
        )


GLib.set_prgname("gtk4-form")
GLib.set_application_name("GTK 4 form")
application = Gtk.Application(application_id="org.deskfleet.Gtk4Form", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", lambda app: Form(app, sys.argv[1]).present())
application.run()
