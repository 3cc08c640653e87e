"""The naive way to an application's state, inside the desktop: python3-gi's Atspi, one node after the other, everything of it.

One JSON object per line on stdin ({"op": "naive_state", "pid"}), one per line on stdout ({"ok": true, "nodes": n}).
"""

import json
import os
import sys

with open("/run/deskfleet/env", encoding="utf-8") as lines:
    os.environ.update(line.rstrip("\n").split("=", 1) for line in lines)

import gi  # noqa: E402  (GLib reads the environment when it is loaded)

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def application(pid):
    desktop = Atspi.get_desktop(0)
    apps = (desktop.get_child_at_index(index) for index in range(desktop.get_child_count()))
    return next(app for app in apps if app is not None and app.get_process_id() == pid)


def everything(node):
    """All that a state is made of, asked of every node alike."""
    interfaces = node.get_interfaces()
    found = {
        "role": node.get_role(),
        "name": node.get_name(),
        "description": node.get_description(),
        "states": node.get_state_set().get_states(),
        "attributes": node.get_attributes(),
        "relations": [relation.get_relation_type() for relation in node.get_relation_set()],
    }
    if "Component" in interfaces:
        box = node.get_extents(Atspi.CoordType.SCREEN)
        found["extents"] = (box.x, box.y, box.width, box.height)
    if "Action" in interfaces:
        found["actions"] = [Atspi.Action.get_action_name(node, at) for at in range(Atspi.Action.get_n_actions(node))]
    if "Text" in interfaces:
        found["text"] = Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    if "Value" in interfaces:
        found["value"] = Atspi.Value.get_current_value(node)
    return found


def walk(node, limit):
    """Depth first, every node of it up to `limit`."""
    states = [everything(node)]
    for index in range(node.get_child_count()):
        if len(states) >= limit:
            break
        try:
            child = node.get_child_at_index(index)
            if child is not None:
                states += walk(child, limit - len(states))
        except GLib.Error:
            continue  # gone while we looked
    return states


def naive_state(pid, limit=10_000):
    Atspi.Accessible.clear_cache(application(pid))
    return {"nodes": len(walk(application(pid), limit))}


OPERATIONS = {operation.__name__: operation for operation in (naive_state,)}

for line in sys.stdin:
    request = json.loads(line)
    answer = OPERATIONS[request.pop("op")](**request)
    sys.stdout.write(json.dumps({"ok": True, **answer}) + "\n")
    sys.stdout.flush()
