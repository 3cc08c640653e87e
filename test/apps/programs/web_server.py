"""Serves the pages of a folder on 127.0.0.1 and keeps what their forms send. `web_server.py FOLDER FILE` prints the port, then
replaces FILE by the JSON of each form that arrives (POST /save)."""

from __future__ import annotations

import functools
import json
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from save import save


class Pages(SimpleHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        save(sys.argv[2], json.loads(body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_line: object) -> None:
        """Nothing: what matters is in the file."""


server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Pages, directory=sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()
