"""Order desk: the small business program on which the demo, the workflows and the benchmarks work.

GTK 3. Every field has a label with an Alt mnemonic that is tied to it (mnemonic and accessibility relation). The fields
stand in another order on every round, so that nothing but their labels says which is which; Tab goes in visual order,
Alt+S or Ctrl+S saves. Window titles tell a program where it is: "Order desk" before the first save,
"Order not valid" (a rule is broken; names each one), "Confirm order" (Return confirms, Escape cancels), then
"Order desk - saved <number>". Orders are appended to /workspace/orders.jsonl, one JSON object a line, durable before
the title changes. Text is kept exactly as typed: nothing is trimmed, normalised or converted.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk, Pango  # noqa: E402  (versions come first)

ORDERS = Path(os.environ.get("ORDER_DESK_FILE", "/workspace/orders.jsonl"))
PRODUCTS = ["Desk lamp", "Filing cabinet", "Monitor arm", "Office chair", "Standing desk"]
# A seed gives the same orders again.
CHANCE = random.Random(os.environ.get("ORDER_DESK_SEED"))
COLUMNS = ["No.", "Customer", "Product", "Quantity", "Delivery"]

STYLE = b"""
label.title, .panel label.title { font-size: 17pt; font-weight: bold; }
.subtitle { color: #5a6b78; }
.panel { background-color: #ffffff; border-right: 1px solid #d5dbe0; }
.panel label { font-size: 10.5pt; }
"""


def broken_rules(order: dict[str, object], quantity: str) -> list[tuple[str, str]]:
    """The rules that `order` breaks, as (key of the field, sentence for the person), in the order of the fields."""
    broken = []
    if not str(order["customer"]).strip():
        broken.append(("customer", "Customer must not be empty."))
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", str(order["email"])):
        broken.append(("email", "E-mail must look like name@example.com."))
    if order["product"] not in PRODUCTS:
        broken.append(("product", "A product must be chosen."))
    if not re.fullmatch(r"[0-9]{1,3}", quantity, re.ASCII) or int(quantity) == 0:
        broken.append(("quantity", "Quantity must be a whole number from 1 to 999."))
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,2})?", str(order["unitPrice"])) or not Decimal(str(order["unitPrice"])):
        broken.append(("unitPrice", "Unit price must be more than 0, like 19.90."))
    if not is_iso_date(str(order["deliveryDate"])):
        broken.append(("deliveryDate", "Delivery date must be a date like 2030-12-31."))
    return broken


def is_iso_date(text: str) -> bool:
    """Whether `text` is a real day written YYYY-MM-DD."""
    try:
        return bool(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def append_order(path: Path, order: dict[str, object]) -> None:
    """Appends one line and returns when it is on the disk. Raises OSError if it is not."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(order, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())


def saved_orders(path: Path) -> list[dict[str, object]]:
    """The orders of an earlier run; none if there is no file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


class ProductChoice(Gtk.ComboBoxText):
    """A combo box that also takes a product by its typed name.

    GTK's own reacts to Up and Down only. Letters since the focus came in are matched as one prefix, so that the result
    does not depend on how fast they come; a letter that fits no longer starts a new prefix.
    """

    def __init__(self) -> None:
        super().__init__()
        self.typed = ""
        for product in PRODUCTS:
            self.append_text(product)
        self.connect("key-press-event", self.on_key)
        for child in [self, *descendants(self)]:
            child.connect("focus-in-event", self.on_focus)

    def on_focus(self, *_event: object) -> bool:
        self.typed = ""
        return False

    def on_key(self, _widget: Gtk.Widget, event: Gdk.EventKey) -> bool:
        character = chr(Gdk.keyval_to_unicode(event.keyval))
        if event.state & (Gdk.ModifierType.CONTROL_MASK | Gdk.ModifierType.MOD1_MASK) or not character.isprintable():
            return False
        if character == " " and not self.typed:
            return False  # opens the list, as everywhere
        for prefix in (self.typed + character, character):
            for index, product in enumerate(PRODUCTS):
                if product.casefold().startswith(prefix.casefold()):
                    self.typed = prefix
                    self.set_active(index)
                    return True
        return True


def descendants(widget: Gtk.Widget) -> list[Gtk.Widget]:
    """All widgets inside, internal ones too: which of them gets the focus is GTK's business."""
    found: list[Gtk.Widget] = []
    if isinstance(widget, Gtk.Container):
        widget.forall(lambda child: found.extend([child, *descendants(child)]))
    return found


class OrderDesk(Gtk.Window):
    """The form on the left, the saved orders on the right."""

    def __init__(self, path: Path) -> None:
        super().__init__(title="Order desk")
        self.path = path
        self.set_default_size(1100, 700)
        self.set_icon_name("x-office-spreadsheet")
        self.maximize()
        self.connect("destroy", Gtk.main_quit)

        self.customer = Gtk.Entry()
        self.email = Gtk.Entry()
        self.product = ProductChoice()
        # Any number can be entered: the rule speaks up when saving, instead of a silent correction.
        self.quantity = Gtk.SpinButton.new_with_range(-999_999, 999_999, 1)
        self.unit_price = Gtk.Entry()
        self.delivery_date = Gtk.Entry(placeholder_text="YYYY-MM-DD")
        self.express = Gtk.CheckButton.new_with_mnemonic("E_xpress delivery")
        self.notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR, accepts_tab=False)
        for side in ("left", "right", "top", "bottom"):
            getattr(self.notes, f"set_{side}_margin")(6)
        self.save = Gtk.Button.new_with_mnemonic("_Save")
        self.fields = {
            "customer": self.customer,
            "email": self.email,
            "product": self.product,
            "quantity": self.quantity,
            "unitPrice": self.unit_price,
            "deliveryDate": self.delivery_date,
        }

        self.orders = Gtk.ListStore(str, str, str, str, str)
        self.count = 0
        box = Gtk.Box()
        box.pack_start(self.form(), False, False, 0)
        box.pack_start(self.order_list(), True, True, 0)
        self.add(box)

        shortcuts = Gtk.AccelGroup()
        self.add_accel_group(shortcuts)
        self.save.add_accelerator("clicked", shortcuts, Gdk.KEY_s, Gdk.ModifierType.CONTROL_MASK, Gtk.AccelFlags.VISIBLE)
        self.save.connect("clicked", self.on_save)
        for order in saved_orders(path):
            self.show_order(order)
        self.clear()
        self.show_all()
        self.customer.grab_focus()

    def form(self) -> Gtk.Widget:
        grid = Gtk.Grid(row_spacing=12, column_spacing=16, margin=28)
        grid.set_size_request(520, -1)
        title = Gtk.Label(label="New order", xalign=0)
        title.get_style_context().add_class("title")
        for widget in self.fields.values():
            widget.set_hexpand(True)
        notes_label = field_label("_Notes", self.notes)
        notes_label.set_valign(Gtk.Align.START)
        scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, vexpand=True)
        scrolled.add(self.notes)
        self.save.get_style_context().add_class("suggested-action")
        self.save.set_halign(Gtk.Align.END)
        self.save.set_size_request(140, 38)
        self.rows = [
            (field_label("_Customer", self.customer), self.customer),
            (field_label("_E-mail", self.email), self.email),
            (field_label("_Product", self.product), self.product),
            (field_label("_Quantity", self.quantity), self.quantity),
            (field_label("_Unit price", self.unit_price), self.unit_price),
            (field_label("_Delivery date", self.delivery_date), self.delivery_date),
            (None, self.express),
            (notes_label, scrolled),
        ]
        grid.attach(title, 0, 0, 2, 1)
        for place, (label, widget) in enumerate(self.rows, start=1):
            grid.attach(widget, 1, place, 1, 1)
            if label:
                grid.attach(label, 0, place, 1, 1)
        grid.attach(self.save, 1, len(self.rows) + 1, 1, 1)
        self.grid = grid
        panel = Gtk.Box(hexpand=False, hexpand_set=True)  # the fields fill the panel, the list fills the window
        panel.get_style_context().add_class("panel")
        panel.add(grid)
        return panel

    def order_list(self) -> Gtk.Widget:
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin=28)
        title = Gtk.Label(label="Saved orders", xalign=0)
        title.get_style_context().add_class("title")
        self.summary = Gtk.Label(label="None yet", xalign=0)
        self.summary.get_style_context().add_class("subtitle")
        view = Gtk.TreeView(model=self.orders, enable_search=False)
        view.get_accessible().set_name("Saved orders")
        for index, name in enumerate(COLUMNS):
            cell = Gtk.CellRendererText(ypad=5, xalign=1.0 if name == "Quantity" else 0.0)
            if name == "Customer":
                cell.set_property("ellipsize", Pango.EllipsizeMode.END)
            column = Gtk.TreeViewColumn(name, cell, text=index)
            column.set_expand(name == "Customer")
            column.set_alignment(cell.get_property("xalign"))
            view.append_column(column)
        scrolled = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        scrolled.add(view)
        box.pack_start(title, False, False, 0)
        box.pack_start(self.summary, False, False, 0)
        box.pack_start(scrolled, True, True, 0)
        return box

    def shuffle(self) -> None:
        """Moves the fields, with their labels, to places in another order than now."""
        now = list(self.rows)
        while self.rows == now:
            CHANCE.shuffle(self.rows)
        for place, (label, widget) in enumerate(self.rows, start=1):
            for child in (label, widget):
                if child:
                    self.grid.child_set_property(child, "top-attach", place)

    def clear(self) -> None:
        self.shuffle()
        for entry in (self.customer, self.email, self.unit_price, self.delivery_date):
            entry.set_text("")
        self.product.set_active(-1)
        self.quantity.set_value(1)
        self.express.set_active(False)
        self.notes.get_buffer().set_text("")

    def on_save(self, _button: Gtk.Button) -> None:
        quantity = self.quantity.get_text()
        notes = self.notes.get_buffer()
        order: dict[str, object] = {
            "customer": self.customer.get_text(),
            "email": self.email.get_text(),
            "product": self.product.get_active_text() or "",
            "quantity": quantity,
            "unitPrice": self.unit_price.get_text(),
            "deliveryDate": self.delivery_date.get_text(),
            "express": self.express.get_active(),
            "notes": notes.get_text(notes.get_start_iter(), notes.get_end_iter(), False),
        }
        broken = broken_rules(order, quantity)
        if broken:
            self.tell("Order not valid", "\n".join(sentence for _field, sentence in broken))
            self.fields[broken[0][0]].grab_focus()
            return
        order["quantity"] = int(quantity)
        if not self.is_confirmed(order):
            return
        order = {"number": self.count + 1, **order}
        try:
            append_order(self.path, order)
        except OSError as error:
            print(f"order desk: {error}", file=sys.stderr)
            self.tell("Order not saved", f"The order could not be written: {error.strerror}.")
            return
        self.show_order(order)
        self.clear()
        self.customer.grab_focus()
        self.set_title(f"Order desk - saved {self.count}")

    def show_order(self, order: dict[str, object]) -> None:
        self.count = int(str(order["number"]))
        delivery = f"{order['deliveryDate']}{', express' if order['express'] else ''}"
        self.orders.prepend([str(self.count), order["customer"], order["product"], str(order["quantity"]), delivery])
        self.summary.set_text("1 order" if self.count == 1 else f"{self.count} orders")

    def is_confirmed(self, order: dict[str, object]) -> bool:
        total = int(str(order["quantity"])) * Decimal(str(order["unitPrice"]))
        dialog = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            title="Confirm order",
            text=f"Save {order['quantity']} x {order['product']} for {order['customer']}?",
            secondary_text=f"Total {total:.2f}, delivery on {order['deliveryDate']}.",
        )
        dialog.get_message_area().set_property("margin", 12)
        dialog.get_accessible().set_name("Confirm order")  # GTK's own would be "Question"
        dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        confirm = dialog.add_button("_Confirm", Gtk.ResponseType.OK)
        confirm.get_style_context().add_class("suggested-action")
        dialog.set_default_response(Gtk.ResponseType.OK)
        confirm.grab_focus()
        answer = dialog.run()
        dialog.destroy()
        return answer == Gtk.ResponseType.OK

    def tell(self, title: str, text: str) -> None:
        dialog = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.ERROR,
            buttons=Gtk.ButtonsType.OK,
            title=title,
            text=text,
        )
        dialog.get_message_area().set_property("margin", 12)
        dialog.get_accessible().set_name(title)  # GTK's own would be "Error"
        dialog.set_default_response(Gtk.ResponseType.OK)
        dialog.run()
        dialog.destroy()


def field_label(text: str, widget: Gtk.Widget) -> Gtk.Label:
    label = Gtk.Label(label=text, use_underline=True, xalign=0)
    label.set_mnemonic_widget(widget)
    return label


def main() -> None:
    GLib.set_prgname("order-desk")  # the class of its windows
    GLib.set_application_name("Order desk")
    style = Gtk.CssProvider()
    style.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_screen(
        Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
    )
    OrderDesk(ORDERS)
    Gtk.main()


if __name__ == "__main__":
    main()
