"""What is read of nodes that can be shown: two rounds for all of them, and one for what these lead to.

Of a password only the number of its characters is asked; its text is never requested.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..atspi import NULL_PATH, Ref
from ..dbus import Question, RawReply
from . import answers, questions
from .asking import Asking
from .geometry import Box
from .names import (
    ACTION,
    COMPONENT,
    DOCUMENT,
    HYPERLINK,
    RELATION_LABELLED_BY,
    STATE_BITS,
    TEXT,
    VALUE,
)
from .nodes import Node

#: Characters that are read of a text; the renderer shows 160. Of a terminal the last ones.
TEXT_CHARACTERS = 1_000
PASSWORD_CHARACTERS_MAX = 1_000
ACTIONS_MAX = 50
EDITABLE, FOCUSABLE, FOCUSED = (STATE_BITS[name] for name in ("editable", "focusable", "focused"))

FIELDS = frozenset((
    "text", "entry", "password text", "spin button", "editbar", "autocomplete", "date editor", "combo box", "terminal",
))
#: Their Text content is shown whatever their name says.
WITH_TEXT = FIELDS | {"table cell", "icon"}
#: Their Text content stands where they have no name.
WITH_TEXT_FOR_NAME = frozenset((
    "label", "static", "paragraph", "caption", "comment", "mark", "footnote", "suggestion", "content insertion", "content deletion",
    "subscript", "superscript", "math", "math fraction", "math root", "menu item", "image", "page tab", "heading",
    "column header", "row header", "table column header", "table row header", "link", "section", "push button",
))
WITH_NUMBER = frozenset((
    "spin button", "slider", "dial", "scroll bar", "split pane", "progress bar", "level bar", "rating",
))
WITH_LABEL = FIELDS | WITH_NUMBER | {
    "check box", "radio button", "toggle button", "switch", "push button", "list", "list box", "table", "tree", "tree table",
    "panel", "grouping", "image", "icon",
}
#: GTK 4 calls what is inside a button its label.
LABELLED_BY_THEMSELVES = frozenset(("push button", "toggle button", "check box", "radio button", "switch", "image", "panel"))
#: GTK 4 names what nobody named after its class.
CLASS_NAME = re.compile(r"(?:Gtk|Adw|Gdk|Gsk|Hdy|Vte|WebKit)[A-Z]\w*")
#: They only arrange: without a name they show neither actions nor anything else of their own.
ARRANGING = frozenset((
    "filler", "panel", "section", "viewport", "root pane", "layered pane", "glass pane", "option pane", "scroll pane",
    "redundant object", "list", "list box", "table", "table row", "tree", "tree table", "split pane", "page tab list",
    "separator", "tool bar", "menu bar", "status bar", "frame", "window", "dialog", "label", "static",
))
#: Texts of a page: what they offer to do is offered by what is around them as well.
WEB_TEXTS = frozenset((
    "static", "paragraph", "heading", "label", "table row", "table cell", "column header", "row header", "list item",
    "caption", "block quote", "article", "definition", "description term", "description value",
))
WITHOUT_ATTRIBUTES = frozenset(("static", "table row", "table cell"))
WITHOUT_ID = ARRANGING | {"table cell"}
WEB_DOCUMENTS = frozenset(("document web", "document frame"))


class Details:
    """`extras`: properties of newer toolkits (AccessibleId, HelpText) that this application has."""

    def __init__(self, asking: Asking, toolkit: str, extras: Sequence[str]) -> None:
        self._asking = asking
        self._toolkit = toolkit
        self._extras = extras

    def read_extents(self, nodes: Sequence[Node]) -> None:
        placed = [node for node in nodes if node.interfaces & COMPONENT and node.row is None]
        replies = self._asking.all([(questions.EXTENTS, node.ref) for node in placed])
        for node, reply in zip(placed, replies, strict=True):
            node.extents = _place(node, reply)

    def read_places(self, nodes: Sequence[Node]) -> None:
        """Extents where they are not known yet, and how many characters there are."""
        placed = [node for node in nodes if node.interfaces & COMPONENT and node.extents is None and node.row is None]
        texts = [node for node in nodes if self._wants_text(node)]
        asked = [(questions.EXTENTS, node.ref) for node in placed]
        asked += [(questions.CHARACTER_COUNT, node.ref) for node in texts]
        choices = [node for node in nodes if self._toolkit == "chromium" and node.role == "combo box"]
        asked += [(questions.CHILDREN, node.ref) for node in choices]
        replies = iter(self._asking.all(asked))
        for node in placed:
            node.extents = _place(node, next(replies))
        for node in texts:
            count = answers.property_number(next(replies))
            node.characters = max(0, int(count)) if count is not None else 0
        for node in choices:
            node.popup = next((ref for ref in answers.refs(next(replies)) or [] if self._asking.owns(ref)), None)

    def read_rest(self, nodes: Sequence[Node]) -> None:
        asked: list[tuple[Question, Ref]] = []
        takers: list[tuple[Node, str]] = []
        for node in nodes:
            for what, question in self._questions(node):
                asked.append((question, node.ref))
                takers.append((node, what))
            if node.popup is not None:
                asked.append((questions.FIRST_SELECTED, node.popup))
                takers.append((node, "selected"))
        labels: list[tuple[Node, Ref]] = []
        chosen: list[tuple[Node, Ref]] = []
        for (node, what), reply in zip(takers, self._asking.all(asked), strict=True):
            if what == "labelled_by":
                labels += [(node, ref) for ref in (answers.relations(reply) or {}).get(RELATION_LABELLED_BY, [])[:1]]
            elif what == "selected":
                ref = answers.ref(reply)
                chosen += [(node, ref)] if ref and ref[1] != NULL_PATH else []
            else:
                _take(node, what, reply)
        self._read_names(labels, chosen, {node.ref: node for node in nodes})
        self._read_action_names([node for node in nodes if "" in (node.actions or ())])

    def _read_action_names(self, nodes: Sequence[Node]) -> None:
        """GTK 2 and Chromium leave them out of the list of actions."""
        asked = [(questions.ACTION_NAME.of(number), node.ref) for node in nodes for number in range(_action_count(node))]
        replies = iter(self._asking.all(asked))
        for node in nodes:
            node.actions = [answers.text(next(replies)) or "" for _ in range(_action_count(node))]

    def _wants_text(self, node: Node) -> bool:
        if not node.interfaces & TEXT or node.row is not None:
            return False
        if node.states & EDITABLE or node.role in WITH_TEXT:
            return True
        return node.role in WITH_TEXT_FOR_NAME and not node.name and not node.children

    def _wants_actions(self, node: Node) -> bool:
        if self._toolkit == "chromium" and node.role in WEB_TEXTS:
            return False  # nothing but clicks and menus, on every word
        if self._toolkit == "gtk4" and node.role == "label":
            return False  # those of its menu: copy, select all
        return node.role not in ARRANGING or not node.children or bool(node.name) or bool(node.states & FOCUSABLE)

    def _questions(self, node: Node) -> Iterable[tuple[str, Question]]:
        if node.row is not None:
            return
        is_web = self._toolkit == "chromium"
        if node.interfaces & ACTION and self._wants_actions(node):
            yield "actions", questions.ACTIONS
        if node.role == "password text":
            node.text = "•" * min(node.characters, PASSWORD_CHARACTERS_MAX)
        elif node.characters:
            start = max(0, node.characters - TEXT_CHARACTERS) if node.role == "terminal" else 0
            yield "text", questions.TEXT_RANGE.of(start, min(node.characters, start + TEXT_CHARACTERS))
        if (is_web and node.role not in WITHOUT_ATTRIBUTES) or (self._toolkit == "gtk3" and node.role in FIELDS):
            yield "attributes", questions.ATTRIBUTES
        if node.interfaces & VALUE and node.role in WITH_NUMBER:
            yield "value", questions.CURRENT_VALUE
        if node.interfaces & DOCUMENT and node.role in WEB_DOCUMENTS:
            yield "url", questions.URI_ATTRIBUTE
        if node.interfaces & HYPERLINK and node.role == "link":
            yield "url", questions.LINK_URI
        if not is_web and node.role in WITH_LABEL and not (self._toolkit == "gtk4" and node.role in LABELLED_BY_THEMSELVES):
            yield "labelled_by", questions.RELATIONS
        if "AccessibleId" in self._extras and not is_web and node.role not in WITHOUT_ID:
            yield "id", questions.ACCESSIBLE_ID
        if "HelpText" in self._extras:
            yield "help", questions.HELP_TEXT

    def _read_names(self, labels: list[tuple[Node, Ref]], chosen: list[tuple[Node, Ref]], nodes: dict[Ref, Node]) -> None:
        """Of labels and of chosen options; a label in the tree is marked as one."""
        for _, ref in labels:
            if ref in nodes:
                nodes[ref].is_label = True
        wanted = [ref for _, ref in (*labels, *chosen)]
        unknown = [ref for ref in dict.fromkeys(wanted) if ref not in nodes and self._asking.owns(ref)]
        replies = self._asking.all([(questions.NAME, ref) for ref in unknown])
        names = {ref: answers.property_text(reply) or "" for ref, reply in zip(unknown, replies, strict=True)}
        names.update((ref, nodes[ref].name or nodes[ref].text or "") for ref in wanted if ref in nodes)
        for node, ref in labels:
            name = names.get(ref, "")
            if self._toolkit != "gtk4" or not CLASS_NAME.fullmatch(name):
                node.labelled_by = name
        for node, ref in chosen:
            node.selected = names.get(ref)


def _place(node: Node, reply: RawReply) -> Box | None:
    box = answers.rectangle(reply)
    return (box[0], box[1] + node.shift, box[2], box[3]) if box else None


def _action_count(node: Node) -> int:
    return min(len(node.actions or ()), ACTIONS_MAX)


def _take(node: Node, what: str, reply: RawReply) -> None:
    if what == "actions":
        node.actions = answers.actions(reply)
        node.keys = answers.action_keys(reply)
    elif what == "text":
        node.text = answers.text(reply)
    elif what == "attributes":
        found = answers.dictionary(reply)
        node.attributes = {**(found or {}), **(node.attributes or {})}
    elif what == "value":
        node.value = answers.property_number(reply)
    elif what == "url":
        node.url = answers.text(reply)
    elif what == "id":
        node.id = answers.property_text(reply)
    else:
        node.help = answers.property_text(reply)


def selected_text(asking: Asking, nodes: Sequence[Node], secret: frozenset[Ref]) -> str | None:
    """What is selected in the focused text; never of a password or of what is in one."""
    focused = [node for node in nodes if node.states & FOCUSED and node.interfaces & TEXT and node.row is None]
    focused = [node for node in focused if node.role != "password text" and node.ref not in secret]
    if not focused:
        return None
    ref = focused[-1].ref
    count, place, characters = asking.all(
        [(question, ref) for question in (questions.SELECTION_COUNT, questions.FIRST_SELECTION, questions.CHARACTER_COUNT)]
    )
    bounds = answers.read(place, "ii")
    if not bounds or not answers.number(count):
        return None
    start, end = sorted(bounds)
    end = min(end, int(answers.property_number(characters) or 0), start + TEXT_CHARACTERS)
    if not 0 <= start < end:
        return None
    return answers.text(asking.one(questions.TEXT_RANGE.of(start, end), ref)) or None


def take_web_ids(roots: Sequence[Node]) -> None:
    """The ids that a page's author gave. Those of the browser's own elements are made up."""
    pending = [(root, False) for root in roots]
    while pending:
        node, is_inside = pending.pop()
        if is_inside and node.attributes:
            node.id = node.attributes.get("id")
        pending += [(child, is_inside or node.role in WEB_DOCUMENTS) for child in node.children]
