"""A GTK 3 form, list and menu. `gtk3_form.py FILE` saves all it holds to FILE at every change, and counts what was pressed."""

from __future__ import annotations

import sys

import gi
from save import save

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402  (versions come first)

CITIES = [("Aachen", "249000"), ("Bremen", "567000"), ("Chemnitz", "243000"), ("Dresden", "556000"), ("Erfurt", "214000")]
MANY = 400


class Form(Gtk.Window):
    def __init__(self, path: str) -> None:
        super().__init__(title="GTK 3 form")
        self.path = path
        self.pressed: list[str] = []
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.name = Gtk.Entry()
        self.secret = Gtk.Entry(visibility=False)
        self.level = Gtk.SpinButton.new_with_range(0, 100, 1)
        self.volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        self.size = Gtk.ComboBoxText()
        for text in ("Small", "Medium", "Large"):
            self.size.append_text(text)
        self.news = Gtk.CheckButton(label="Newsletter")
        self.terms = Gtk.CheckButton(label="Accept terms")
        self.day = Gtk.RadioButton.new_with_label(None, "By day")
        self.night = Gtk.RadioButton.new_with_label_from_widget(self.day, "By night")
        self.notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, accepts_tab=True)
        self.cities = self.table(["City", "People"], CITIES)
        self.rows = self.table(["Number"], [(f"Item {n}",) for n in range(MANY)])

        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(self.menu(), False, False, 0)
        columns = Gtk.Box(spacing=12, margin=12)
        columns.pack_start(self.form(), True, True, 0)
        for view, name in ((self.cities, "Cities"), (self.rows, "Items")):
            view.get_accessible().set_name(name)
            scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
            scrolled.add(view)
            columns.pack_start(scrolled, True, True, 0)
        box.pack_start(columns, True, True, 0)
        self.add(box)
        self.listen()
        self.show_all()
        self.name.grab_focus()
        self.save()

    def menu(self) -> Gtk.MenuBar:
        bar = Gtk.MenuBar()
        for title, names in (("File", ("New", "Duplicate")), ("View", ("Zoom in",))):
            top, menu = Gtk.MenuItem(label=title), Gtk.Menu()
            for name in names:
                item = Gtk.MenuItem(label=name)
                item.connect("activate", self.press, name)
                menu.append(item)
            top.set_submenu(menu)
            bar.append(top)
            if title == "View":
                self.grid_lines = Gtk.CheckMenuItem(label="Grid lines")
                menu.append(self.grid_lines)
        return bar

    def form(self) -> Gtk.Grid:
        grid = Gtk.Grid(row_spacing=8, column_spacing=8)
        fields = [
            ("Name", self.name),
            ("Password", self.secret),
            ("Level", self.level),
            ("Volume", self.volume),
            ("Size", self.size),
        ]
        for row, (text, widget) in enumerate(fields):
            label = Gtk.Label(label=text, xalign=0)
            label.set_mnemonic_widget(widget)
            grid.attach(label, 0, row, 1, 1)
            grid.attach(widget, 1, row, 1, 1)
        for row, widget in enumerate((self.news, self.terms, self.day, self.night), len(fields)):
            grid.attach(widget, 1, row, 1, 1)
        self.notes.get_accessible().set_name("Notes")
        scrolled = Gtk.ScrolledWindow(vexpand=True, shadow_type=Gtk.ShadowType.IN)
        scrolled.add(self.notes)
        grid.attach(scrolled, 0, 20, 2, 1)
        send = Gtk.Button(label="Send")
        send.connect("clicked", self.press, "Send")
        grid.attach(send, 1, 21, 1, 1)
        ask = Gtk.Button(label="Ask")
        ask.connect("clicked", self.ask)
        grid.attach(ask, 0, 21, 1, 1)
        return grid

    def table(self, titles: list[str], rows: list[tuple[str, ...]]) -> Gtk.TreeView:
        store = Gtk.ListStore(*[str] * len(titles))
        for row in rows:
            store.append(list(row))
        view = Gtk.TreeView(model=store)
        for column, title in enumerate(titles):
            view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column))
        return view

    def listen(self) -> None:
        for entry in (self.name, self.secret):
            entry.connect("changed", self.save)
        self.notes.get_buffer().connect("changed", self.save)
        self.level.connect("value-changed", self.save)
        self.volume.connect("value-changed", self.save)
        self.size.connect("changed", self.save)
        for toggle in (self.news, self.terms, self.day, self.night, self.grid_lines):
            toggle.connect("toggled", self.save)
        for view in (self.cities, self.rows):
            view.get_selection().connect("changed", self.save)
        self.rows.connect("row-activated", lambda view, at, _column: self.press(view, f"row {at}"))

    def ask(self, _button: Gtk.Button) -> None:
        """A dialog inside the handling of the click, as older programs have them."""
        dialog = Gtk.MessageDialog(transient_for=self, modal=True, title="Question", text="Go on?")
        dialog.add_buttons("No", Gtk.ResponseType.NO, "Yes", Gtk.ResponseType.YES)
        dialog.set_default_response(Gtk.ResponseType.YES)
        answer = dialog.run()
        dialog.destroy()
        self.press(dialog, "Yes" if answer == Gtk.ResponseType.YES else "No")

    def press(self, _widget: Gtk.Widget, what: str) -> None:
        self.pressed.append(what)
        self.save()

    def save(self, *_change: object) -> None:
        notes = self.notes.get_buffer()
        save(
            self.path,
            {
                "name": self.name.get_text(),
                "secret": self.secret.get_text(),
                "level": self.level.get_value(),
                "volume": self.volume.get_value(),
                "size": self.size.get_active_text(),
                "news": self.news.get_active(),
                "terms": self.terms.get_active(),
                "night": self.night.get_active(),
                "gridLines": self.grid_lines.get_active(),
                "notes": notes.get_text(notes.get_start_iter(), notes.get_end_iter(), True),
                "city": chosen(self.cities),
                "item": chosen(self.rows),
                "pressed": self.pressed,
            },
        )


def chosen(view: Gtk.TreeView) -> str | None:
    model, at = view.get_selection().get_selected()
    return None if at is None else str(model[at][0])


GLib.set_prgname("gtk3-form")
GLib.set_application_name("GTK 3 form")
Form(sys.argv[1])
Gtk.main()
