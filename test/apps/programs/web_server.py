"""Serves the pages of a folder on 127.0.0.1 and keeps what they send. `web_server.py FOLDER FILE` prints its port; FILE is
replaced by the JSON of each form that arrives (POST /save), or gets a line for each text (POST /append)."""

from __future__ import annotations

import functools
import json
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from save import append, save


class Pages(SimpleHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        (append if self.path == "/append" else save)(sys.argv[2], body)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_line: object) -> None:
        """Nothing: what matters is in the file."""


server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()
