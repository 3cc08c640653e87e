"""The order desk: its rules, the keyboard alone, the accessibility tree, and text in every script."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import time
import unittest
from pathlib import Path

from support import Atspi, Program, await_title, eventually, find, keys, labelled, nodes, run, type_ascii

SOURCE = "/usr/local/share/deskfleet/samples/order_desk.py"
SPEC = importlib.util.spec_from_file_location("order_desk", SOURCE)
order_desk = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(order_desk)

VALID = {
    "customer": "Ann Lee", "email": "ann@example.com", "product": "Office chair", "quantity": "12",
    "unitPrice": "19.90", "deliveryDate": "2027-01-31", "express": True, "notes": "",
}  # fmt: skip
BROKEN = [
    ("customer", ""), ("customer", "  "),
    ("email", ""), ("email", "ann.example.com"), ("email", "ann@"), ("email", "a b@example.com"), ("email", "a@b@c"),
    ("product", ""), ("product", "Sofa"),
    ("quantity", ""), ("quantity", "0"), ("quantity", "-1"), ("quantity", "1000"), ("quantity", "1.5"), ("quantity", "٣"),
    ("unitPrice", ""), ("unitPrice", "0.00"), ("unitPrice", "-1"), ("unitPrice", "1,50"), ("unitPrice", "1.234"),
    ("deliveryDate", ""), ("deliveryDate", "31.01.2027"), ("deliveryDate", "2027-02-30"), ("deliveryDate", "20270131"),
]  # fmt: skip


LABELS = ("Customer", "E-mail", "Product", "Quantity", "Unit price", "Delivery date")
MNEMONICS = {"customer": "c", "email": "e", "product": "p", "quantity": "q", "unitPrice": "u", "deliveryDate": "d"}


class Rules(unittest.TestCase):
    def test_a_broken_rule_names_its_field_and_no_other(self) -> None:
        for field, value in BROKEN:
            with self.subTest(field=field, value=value):
                order = VALID | {field: value}
                self.assertEqual([field], [key for key, _text in order_desk.broken_rules(order, order["quantity"])])

    def test_a_valid_order_breaks_none(self) -> None:
        for quantity in ("1", "999"):
            self.assertEqual([], order_desk.broken_rules(VALID, quantity))

    def test_a_line_is_not_split_at_the_other_line_separators_of_unicode(self) -> None:
        path = Path("/tmp/separators.jsonl")
        path.unlink(missing_ok=True)
        order = VALID | {"number": 1, "notes": "a\u2028b\u0085c\x0bd"}
        order_desk.append_order(path, order)
        self.assertEqual([order], order_desk.saved_orders(path))


class Keyboard(unittest.TestCase):
    def setUp(self) -> None:
        self.path = Path("/tmp/orders.jsonl")
        self.path.unlink(missing_ok=True)
        self.start()

    def start(self) -> None:
        self.program = Program("python3", SOURCE, ORDER_DESK_FILE=str(self.path))
        self.addCleanup(self.program.__exit__)
        await_title("Order desk")
        find("push button", "Save")

    def saved(self) -> list[dict[str, object]]:
        return order_desk.saved_orders(self.path)

    def fill(self, *fields: str, **changes: str) -> None:
        """Fills the form, or these of its fields, by their mnemonics: their places say nothing."""
        order = VALID | changes
        for field in fields or MNEMONICS:
            keys(f"alt+{MNEMONICS[field]}")
            type_ascii(order[field])
        keys("alt+x")

    def test_an_order_is_entered_without_the_mouse(self) -> None:
        self.fill()
        keys("alt+n")
        type_ascii("by the back door")
        keys("alt+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order desk - saved 1")
        wanted = {"number": 1} | VALID | {"quantity": 12, "notes": "by the back door"}
        self.assertEqual([wanted], self.saved())
        find("table cell", "Ann Lee")
        # cleared, and the focus is back in the first field: the next order goes the same way
        self.fill(customer="Bo")
        keys("ctrl+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order desk - saved 2")
        self.assertEqual({"number": 2} | VALID | {"customer": "Bo", "quantity": 12}, self.saved()[1])

    def test_escape_cancels_and_keeps_the_form(self) -> None:
        self.fill()
        keys("alt+s")
        await_title("Confirm order")
        keys("Escape")
        await_title("Order desk")
        self.assertEqual([], self.saved())
        self.assertEqual("Ann Lee", Atspi.Text.get_text(labelled("Customer"), 0, -1))

    def test_a_broken_rule_is_told_and_its_field_gets_the_focus(self) -> None:
        self.fill(quantity="1500")
        keys("alt+s")
        await_title("Order not valid")
        alert = find("alert", "Order not valid")
        self.assertIn("Quantity must be a whole number from 1 to 999.", [node.get_name() for node in nodes(alert)])
        keys("Return")
        await_title("Order desk")
        self.assertEqual([], self.saved())
        type_ascii("15")
        keys("alt+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order desk - saved 1")
        self.assertEqual(15, self.saved()[0]["quantity"])

    def test_every_label_has_a_mnemonic_that_leads_to_its_field(self) -> None:
        for key, label in zip("cequdn", ("Customer", "E-mail", "Quantity", "Unit price", "Delivery date", "Notes")):
            with self.subTest(label):
                keys(f"alt+{key}")
                eventually(lambda label=label: focused(labelled(label)), f"focus in {label}")
        keys("alt+x")
        box = find("check box", "Express delivery")
        eventually(lambda: box.get_state_set().contains(Atspi.StateType.CHECKED), "the check box checked")

    def test_a_product_is_chosen_by_name_or_by_arrow(self) -> None:
        keys("alt+p")  # GTK 3 tells nobody that a combo box has the focus; what the keys do shows it
        for action, product in (
            (lambda: type_ascii("Monitor arm"), "Monitor arm"),
            (lambda: keys("Down"), "Office chair"),
            (lambda: type_ascii("f"), "Filing cabinet"),
            (lambda: type_ascii("zz"), "Filing cabinet"),
        ):
            with self.subTest(product):
                action()
                eventually(lambda product=product: labelled("Product").get_name() == product, product)

    def test_numbering_goes_on_after_a_restart(self) -> None:
        order_desk.append_order(self.path, {"number": 7} | VALID)
        self.program.__exit__()
        self.start()
        find("table cell", "Ann Lee")
        self.fill()
        keys("alt+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order desk - saved 8")

    def test_what_cannot_be_written_is_told_and_not_shown_as_saved(self) -> None:
        self.path.mkdir()
        self.addCleanup(self.path.rmdir)
        self.fill()
        keys("alt+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order not saved")
        keys("Return")
        await_title("Order desk")

    def test_any_script_is_kept_exactly_as_it_came(self) -> None:
        text = "  王小明 مريم Łukasz Groß 👩‍🚀 e\u0301 \u200f(x) "
        subprocess.run(["xclip", "-selection", "clipboard"], input=text.encode(), check=True, timeout=10)
        keys("ctrl+v")
        eventually(lambda: Atspi.Text.get_text(labelled("Customer"), 0, -1) == text, "the pasted text in Customer")
        self.fill("email", "product", "quantity", "unitPrice", "deliveryDate")
        labelled("Notes").set_text_contents(text)
        keys("alt+s")
        await_title("Confirm order")
        keys("Return")
        await_title("Order desk - saved 1")
        self.assertEqual((text, text), (self.saved()[0]["customer"], self.saved()[0]["notes"]))

    def test_every_round_has_its_fields_in_another_order_and_each_beside_its_label(self) -> None:
        def places() -> list[str]:
            for label in LABELS:
                text, field = (node.get_extents(Atspi.CoordType.SCREEN) for node in (find("label", label), labelled(label)))
                self.assertLess(text.x, field.x)
                self.assertTrue(field.y <= text.y + text.height // 2 <= field.y + field.height, label)
            return sorted(LABELS, key=lambda label: labelled(label).get_extents(Atspi.CoordType.SCREEN).y)

        seen = [places()]
        for number in (1, 2):
            self.fill()
            keys("alt+s")
            await_title("Confirm order")
            keys("Return")
            await_title(f"Order desk - saved {number}")
            eventually(lambda: places() != seen[-1], "another order of the fields")
            seen.append(places())

    def test_the_window_fills_the_screen_at_the_same_place(self) -> None:
        time.sleep(0.3)  # the window manager maximises after the title is there
        first = run("xdotool", "getactivewindow", "getwindowgeometry")
        self.program.__exit__()
        self.start()
        time.sleep(0.3)
        second = run("xdotool", "getactivewindow", "getwindowgeometry")
        self.assertEqual(first.splitlines()[1:], second.splitlines()[1:])


def focused(node: Atspi.Accessible) -> bool:
    return node.get_state_set().contains(Atspi.StateType.FOCUSED)


if __name__ == "__main__":
    unittest.main()
