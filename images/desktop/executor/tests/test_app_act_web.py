"""Acting on a page in Chromium; what happened is read from what its form sends."""

from __future__ import annotations

import unittest

from executor import errors

from .app_reading import nodes_of
from .client import Failed
from .support import eventually
from .web import WebTest

TEXT = "Zażółć 漢字 한국어 👩‍👩‍👧‍👦 é"


class WebActTest(WebTest):
    def send(self) -> dict[str, str]:
        self.act("click", self.tree.find("push button", "Send"))
        return self.sent()

    def sent(self) -> dict[str, str]:
        eventually(lambda: self.page.sent, "the form was sent")
        self.window("Sent")
        return self.page.sent[0]

    def test_a_form_is_filled_and_sent(self) -> None:
        for role, name, value, before, after, how in (
            ("entry", "User", TEXT, "", TEXT, "keyboard"), ("password text", "Pass", "pä55 漢", "", "••••••", "keyboard"),
            ("spin button", "Amount", "42", "3", "42", "value"), ("slider", "Volume", "70", "20", "70", "value"),
            ("check box", "Unpaid", "on", "off", "on", "action"), ("radio button", "Two", "on", "off", "on", "action"),
            ("combo box", "Status", "Late", "Open", "Late", "action"), ("combo box", "City", "Kraków", "", "Kraków", "keyboard"),
            ("entry", "Notes", "one\n\ttwo", "", "one\n\ttwo", "clipboard"), ("entry", "Rich", "new 漢", "old", "new 漢", "keyboard"),
        ):
            with self.subTest(name):
                done = self.act("set_value", self.tree.find(role, name), value=value)
                self.assertEqual(done, {"before": before, "after": after, "how": how})
        sent = self.send()
        sent.pop("log")
        self.assertEqual(sent, {
            "user": TEXT, "pass": "pä55 漢", "amount": "42", "volume": "70", "unpaid": "on", "kind": "two", "status": "Late",
            "city": "Kraków", "notes": "one\r\n\ttwo", "rich": "new 漢", "short": "",
        })

    def test_what_is_out_of_sight_is_told_when_it_is_asked_for(self) -> None:
        plain, whole = (self.client.do("get_app_state", pid=self.pid, unseen=unseen) for unseen in (False, True))
        self.assertNotIn("unseen", plain["snapshot"])
        texts = whole["snapshot"]["unseen"]
        self.assertIn("Last", texts)
        self.assertFalse({"User", "Send", "Orders"} & set(texts), texts)
        self.assertNotEqual(plain["digest"], whole["digest"])

    def test_an_access_key_is_told(self) -> None:
        roots = self.client.do("get_app_state", pid=self.pid)["snapshot"]["roots"]
        told = {node.get("name"): node["keys"] for root in roots for node in nodes_of(root) if "keys" in node}
        self.assertEqual(told, {"Jump": ["j"]})

    def test_a_password_does_not_stay_on_the_clipboard(self) -> None:
        secret = self.tree.find("password text", "Pass")
        self.assertEqual(self.act("set_value", secret, value="pä\t55")["how"], "clipboard")
        self.act("set_value", self.tree.find("entry", "User"), value="me")
        self.act("press_key", key="ctrl+v")
        self.act("type_text", text="!")
        sent = self.send()
        self.assertEqual((sent["pass"], sent["user"]), ("pä\t55", "me!"))

    def test_a_value_is_replaced_and_emptied(self) -> None:
        user = self.tree.find("entry", "User")
        self.act("set_value", user, value="first")
        self.assertEqual(self.act("set_value", user, value="second"), {"before": "first", "after": "second", "how": "keyboard"})
        self.assertEqual(self.act("set_value", user, value="")["after"], "")
        self.assertEqual(self.send()["user"], "")

    def test_what_the_page_does_not_take_has_not_arrived(self) -> None:
        for role, name, value in (("entry", "Short", "12345"), ("combo box", "Status", "Lost"), ("entry", "User", "two\nlines"), ("slider", "Volume", "170")):
            with self.subTest(name), self.assertRaises(Failed) as failed:
                self.act("set_value", self.tree.find(role, name), value=value)
            self.assertEqual((failed.exception.code, failed.exception.data), (errors.CONFLICT, {"reason": "not_arrived"}))
        self.assertEqual(self.page.sent, [])
        self.assertEqual(self.send()["status"], "Open")

    def test_text_is_typed_where_the_caret_is(self) -> None:
        self.act("click", self.tree.find("entry", "User"))
        self.assertEqual(self.act("type_text", text=TEXT), {"characters": len(TEXT), "how": "keyboard"})
        self.act("press_key", key="Home")
        self.act("type_text", text="first ")
        self.assertEqual(self.send()["user"], "first " + TEXT)

    def test_return_sends_the_form(self) -> None:
        self.act("click", self.tree.find("entry", "User"))
        self.act("type_text", text="me\n")
        self.assertEqual(self.sent()["user"], "me")

    def test_without_a_focused_field_nothing_is_typed(self) -> None:
        self.act("click", self.tree.find("check box", "Unpaid"), button="left", clickCount=3)
        with self.assertRaises(Failed) as failed:
            self.act("type_text", text="x")
        self.assertEqual(failed.exception.data, {"reason": "no_focused_field"})

    def test_clicks_of_every_kind(self) -> None:
        for name, role, args, how in (
            ("Jump", "link", {}, "action"), ("Count", "push button", {}, "action"), ("Count", "push button", {"clickCount": 2}, "pointer"),
            ("Off", "push button", {}, None), ("Letter", "entry", {}, "pointer"), ("Last", "push button", {}, "action"),
            ("Context", "push button", {"button": "right"}, "action"),
        ):
            with self.subTest(name, **args):
                done = self.act("click", self.tree.find(role, name), **args)
                if how:
                    self.assertEqual(done, {"how": how})
        self.assertEqual(self.send()["log"].split(), ["jump", "once", "once", "once", "twice", "last", "context"])

    def test_an_area_in_the_page_is_scrolled_by_whole_pages(self) -> None:
        self.assertEqual(self.act("scroll", self.tree.find("landmark", "Box"), direction="down", pages=2), {"how": "action"})
        self.assertEqual(self.act("scroll", self.tree.find("entry", "User"), direction="down", pages=1), {"how": "action"})
        eventually(lambda: self.tree.find("entry", "User").box[1] < 0, "the page has moved")
        places = [int(word[3:]) for word in self.send()["log"].split() if word.startswith("box")]
        self.assertTrue(90 <= max(places) <= 240, places)

    def shown(self) -> set[tuple[str, str]]:
        roots = self.client.do("get_app_state", pid=self.pid)["snapshot"]["roots"]
        return {(node["role"], node.get("name", "")) for root in roots for node in nodes_of(root)}

    def test_beside_the_find_bar_the_page_is_in_the_state_and_is_acted_on(self) -> None:
        count = self.tree.find("push button", "Count")
        page = {("push button", "Count"), ("entry", "Address and search bar")}
        self.act("press_key", key="ctrl+f")
        eventually(lambda: {*page, ("entry", "Find")} <= self.shown(), "the bar and the page")
        self.assertEqual(self.act("click", count), {"how": "action"})
        self.act("press_key", key="Escape")
        eventually(lambda: page <= self.shown() and ("entry", "Find") not in self.shown(), "the page alone")
        self.assertEqual(self.send()["log"], "once ")

    def test_behind_a_dialog_the_page_is_not_in_the_state(self) -> None:
        address = self.tree.find("entry", "Address and search bar")
        self.act("set_value", address, value="data:text/html,<button>Behind</button><script>setTimeout(alert,1,'Hello')</script>")
        self.act("press_key", key="Return")
        eventually(lambda: ("push button", "OK") in self.shown(), "the dialog")
        self.assertNotIn(("push button", "Behind"), self.shown())
        self.act("press_key", key="Return")
        eventually(lambda: ("push button", "Behind") in self.shown(), "the page")


if __name__ == "__main__":
    unittest.main()
