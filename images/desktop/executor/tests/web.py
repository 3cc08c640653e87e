"""A page in Chromium and what its form has sent, for tests of web content."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

from .app_tree import AppTree
from .support import DesktopTest

PAGE = """<!doctype html><meta charset=utf-8><title>Orders TITLE</title><body style="font:16px sans-serif">
<form action="/send" method=post><label>User <input name=user></label> <label>Pass <input type=password name=pass></label>
<label>Amount <input type=number name=amount value=3></label> <label>Volume <input type=range name=volume value=20></label>
<label><input type=checkbox name=unpaid> Unpaid</label> <label><input type=radio name=kind value=one> One</label>
<label><input type=radio name=kind value=two> Two</label>
<select name=status aria-label=Status><option>Open<option>Paid<option>Late</select>
<textarea name=notes aria-label=Notes></textarea> <label>Short <input name=short maxlength=3></label>
<input list=cities aria-label=City name=city><datalist id=cities><option>Rome</datalist>
<div contenteditable aria-label=Rich role=textbox style="border:1px solid" oninput="rich.value=this.innerText">old</div>
<div contenteditable aria-label=Letter role=textbox>see <a href="#no" onclick="log.value+='link '">this</a></div>
<input type=hidden id=rich name=rich> <input type=hidden id=log name=log><button>Send</button></form>
<a href="#jumped" accesskey=j onclick="log.value+='jump '">Jump</a> <button onclick="log.value+='once '" ondblclick="log.value+='twice '">Count</button>
<div tabindex=0 role=button aria-label=Context oncontextmenu="log.value+='context ';return false">Context</div>
<button disabled onclick="log.value+='disabled '">Off</button>
<div style="height:120px;overflow:auto" aria-label=Box role=region tabindex=0
 onscroll="log.value+='box'+Math.round(this.scrollTop)+' '"><div style="height:2000px">tall</div></div>
<div style="height:3000px">long</div><button onclick="log.value+='last '">Last</button>"""


class Page:
    """Serves PAGE and keeps what was posted: each field's value, empty ones too."""

    def __init__(self) -> None:
        self.sent: list[dict[str, str]] = []
        sent = self.sent

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(PAGE.replace("TITLE", self.path.strip("/")))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
                fields = parse_qs(body, keep_blank_values=True, encoding="utf-8", errors="strict")
                sent.append({name: values[0] for name, values in fields.items()})
                self._answer("<!doctype html><title>Sent</title><p>Thank you")

            def _answer(self, page: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class WebTest(DesktopTest):
    """One browser for all tests of a class; each test opens the page anew."""

    accessibility = True
    page: Page
    tree: AppTree
    pid: int
    window_id: int

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.page = Page()
        cls.addClassCleanup(cls.page.close)
        browser = cls.desktop.start("chromium", "--force-renderer-accessibility", f"http://{cls.page.address}/first")
        cls.addClassCleanup(browser.wait, 20)
        cls.addClassCleanup(browser.terminate)
        cls.pid = browser.pid
        cls.window_id = cls.window("Orders first")["id"]
        cls.tree = AppTree(cls.desktop, cls.pid)
        cls.addClassCleanup(cls.tree.close)

    def setUp(self) -> None:
        """The title tells the new page from the last one: asked about objects that are on their way out, Chromium may crash."""
        name = f"page-{time.monotonic_ns()}"
        self.act("set_value", self.tree.find("entry", "Address and search bar"), value=f"{self.page.address}/{name}")
        self.act("press_key", key="Return")
        self.window(name)
        self.tree.find("push button", "Send")
        self.page.sent.clear()

    def act(self, tool: str, thing: Any = None, **args: Any) -> Any:
        if thing is not None:
            args["element"] = thing.element("chromium")
        return self.client.do(tool, pid=self.pid, windowId=self.window_id, **args)
