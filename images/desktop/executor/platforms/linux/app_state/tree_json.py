"""Nodes as the abstract tree that packages/app-state parses (packages/app-state/cases/README.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .names import state_names
from .nodes import Node

#: Attributes that rules use; others are left out.
ATTRIBUTES = ("text-input-type", "xml-roles", "placeholder", "placeholder-text", "column", "keyshortcuts")
ACTIONS_MAX = 100


@dataclass(frozen=True)
class Snapshot:
    """`digest`: equal for equal trees, whatever objects a toolkit makes anew for each question (Qt's cells)."""

    tree: dict[str, Any]
    digest: str


def snapshot_of(
    app: dict[str, Any], title: str, roots: Sequence[Node], selected_text: str | None, unseen: Sequence[str] = ()
) -> Snapshot:
    tree: dict[str, Any] = {"app": app, "window": {"title": title}}
    if selected_text:
        tree["selected_text"] = selected_text
    if unseen:
        tree["unseen"] = list(unseen)
    made: list[dict[str, Any]] = []
    tree["roots"] = [_tree(root, made) for root in roots]
    keys = [entry.pop("key") for entry in made]
    digest = digest_of(tree)
    for entry, key in zip(made, keys, strict=True):
        entry["key"] = key
    return Snapshot(tree, digest)


def digest_of(tree: dict[str, Any]) -> str:
    text = json.dumps(tree, ensure_ascii=True, separators=(",", ":"), check_circular=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _tree(root: Node, made: list[dict[str, Any]]) -> dict[str, Any]:
    """Without recursion: trees may be deep. `made` takes those whose objects may be others the next time."""
    whole = _json(root)
    pending = [(root, whole)]
    while pending:
        node, body = pending.pop()
        if not node.children:
            continue
        children = body["children"] = []
        for position, child in enumerate(node.children):
            entry = _json(child)
            if child.row is None and child.index != position:
                entry["index"] = child.index
            children.append(entry)
            if child.is_made:
                made.append(entry)
            pending.append((child, entry))
    return whole


def _json(node: Node) -> dict[str, Any]:
    body: dict[str, Any] = {"role": node.role, "key": f"{node.ref[0]}|{node.ref[1]}", "states": state_names(node.states)}
    for name, value in (
        ("name", node.name), ("description", node.description), ("help", node.help), ("id", node.id), ("url", node.url),
        ("extra_actions", node.extra_actions), ("text", node.text), ("labelled_by", node.labelled_by),
        ("selected", node.selected),
    ):
        if value:
            body[name] = value
    if node.extents is not None:
        body["extents"] = list(node.extents)
    if node.actions:
        body["actions"] = node.actions[:ACTIONS_MAX]
    if node.keys:
        body["keys"] = node.keys[:ACTIONS_MAX]
    if node.value is not None and abs(node.value) < float("inf"):
        body["value"] = {"current": node.value}
    if node.attributes:
        kept = {name: node.attributes[name] for name in ATTRIBUTES if node.attributes.get(name)}
        if kept:
            body["attributes"] = kept
    if node.is_label:
        body["label_for"] = True
    if node.rows is not None:
        body["table"] = {"rows": node.rows, "first_row": node.first_row or 0}
    if node.row is not None:
        body["row"] = node.row
    return body
