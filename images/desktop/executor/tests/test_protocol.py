"""The protocol loop without a desktop: whatever arrives gets its answer, and nothing ends the loop but the end of input."""

from __future__ import annotations

import json
import logging
import os
import random
import select
import threading
import time
import unittest
from typing import Any

from executor import errors
from executor.calls import Call
from executor.lines import LINE_BYTES_MAX
from executor.output import Output
from executor.params import integer, record, required
from executor.server import Method, Reply, Server
from executor.session import Session


def echo(call: Call) -> Reply:
    return Reply({"done": True, "payloadBytes": 0})


def payload(call: Call) -> Reply:
    return Reply({"payloadBytes": 7}, [b"\n{}", b"\x00\xff\n\n"])


def wait(call: Call) -> Reply:
    call.sleep(30)
    return Reply({"payloadBytes": 0})


def stubborn(call: Call) -> Reply:
    """Never looks at its call."""
    time.sleep(1.2)
    return Reply({"payloadBytes": 0})


def broken(call: Call) -> Reply:
    raise KeyError("a secret detail")


def refused(call: Call) -> Reply:
    raise OSError(28, "No space left on device")


class Loop:
    """A server on pipes, in this process."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self._in_reader, self._in = os.pipe()
        self._out, out_writer = os.pipe()
        parse = record(token=required(integer(0)), deadlineMs=required(integer(1)))
        self.started: list[str] = []

        def method(name: str, handler: Any, is_read: bool = False, has_token: bool = True) -> Method:
            def prepare(params: Any) -> Any:
                parsed = parse(params, "") if has_token else {"token": None, "deadlineMs": 5_000}

                def work(call: Call) -> Reply:
                    self.started.append(name)
                    return handler(call)

                return parsed["deadlineMs"], parsed["token"], work

            return Method(prepare, is_read)

        methods = {
            "echo": method("echo", echo), "payload": method("payload", payload), "wait": method("wait", wait),
            "stubborn": method("stubborn", stubborn), "broken": method("broken", broken),
            "refused": method("refused", refused), "read": method("read", echo, is_read=True),
            "free": method("free", echo, is_read=True, has_token=False),
        }
        self.server = Server(
            methods, Session(), lambda: {"pid": 1}, self.released.set, Output(out_writer, lambda: None)
        )
        self._buffer = b""
        self._thread = threading.Thread(target=self.server.run, args=(self._in_reader,), daemon=True)
        self._thread.start()

    def raw(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._in, view) :]

    def ask(self, method: str, request_id: Any = 1, token: int = 1, deadline_ms: int = 20_000, **more: Any) -> None:
        params = more.pop("params", {"token": token, "deadlineMs": deadline_ms})
        self.raw(json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params, **more}).encode() + b"\n")

    def answer(self, seconds: float = 5) -> Any:
        while b"\n" not in self._buffer:
            if not select.select([self._out], [], [], seconds)[0]:
                raise TimeoutError("no answer")
            self._buffer += os.read(self._out, 1 << 20)
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def bytes(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._buffer += os.read(self._out, 1 << 20)
        data, self._buffer = self._buffer[:count], self._buffer[count:]
        return data

    def close(self) -> bool:
        """Whether the loop ended by itself when its input did."""
        os.close(self._in)
        self._thread.join(5)
        ended = not self._thread.is_alive()
        os.close(self._in_reader)
        return ended  # the other pipe stays open: a call that ends late must not write into a reused descriptor


class ProtocolTest(unittest.TestCase):
    def setUp(self) -> None:
        logging.disable()
        self.addCleanup(logging.disable, logging.NOTSET)
        self.loop = Loop()
        self.addCleanup(lambda: self.assertTrue(self.loop.close()))

    def assert_error(self, code: int, request_id: Any = 1, data: Any = None) -> None:
        message = self.loop.answer()
        self.assertEqual((message["jsonrpc"], message.get("id"), message["error"]["code"]), ("2.0", request_id, code))
        if data is not None:
            self.assertEqual(message["error"]["data"], data)

    def assert_alive(self) -> None:
        self.loop.ask("ping", "alive", params={})
        self.assertEqual(self.loop.answer(), {"jsonrpc": "2.0", "id": "alive", "result": {"pid": 1}})

    def test_lines_that_are_not_json(self) -> None:
        for line in (
            b"{", b"nonsense", b"\xff\xfe{}", b'{"a": NaN}', b"[" * 100_000, b'{"id": ' + b"1" * 5_000 + b"}",
            b'"\xed\xa0\x80"', b'{"jsonrpc":"2.0","id":1,"method":"ping"', b"\x00",
        ):
            with self.subTest(line[:20]):
                self.loop.raw(line + b"\n")
                self.assert_error(errors.PARSE_ERROR, None)
        self.assert_alive()

    def test_json_that_is_no_request(self) -> None:
        for value, request_id in (
            (1, None), ("x", None), (None, None), ([], None), ({}, None), ({"jsonrpc": "1.0", "id": 3, "method": "ping"}, 3),
            ({"jsonrpc": "2.0", "id": 4}, 4), ({"jsonrpc": "2.0", "id": 5, "method": 7}, 5),
            ({"jsonrpc": "2.0", "id": [], "method": "ping"}, None), ({"jsonrpc": "2.0", "id": True, "method": "ping"}, None),
            ({"jsonrpc": "2.0", "id": 6, "method": "ping", "params": "x"}, 6),
        ):
            with self.subTest(value):
                self.loop.raw(json.dumps(value).encode() + b"\n")
                self.assert_error(errors.INVALID_REQUEST, request_id)
        self.assert_alive()

    def test_unknown_methods(self) -> None:
        for name in ("", "no_such", "__class__", "Ping", "stop ", "constructor"):
            self.loop.ask(name, "x")
            self.assert_error(errors.METHOD_NOT_FOUND, "x")

    def test_invalid_params_name_the_parameter(self) -> None:
        for method, params, at in (
            ("echo", {"token": 1}, "/deadlineMs"), ("echo", {"token": "1", "deadlineMs": 5}, "/token"),
            ("echo", {"token": True, "deadlineMs": 5}, "/token"), ("echo", {"token": 1.0, "deadlineMs": 5}, "/token"),
            ("echo", {"token": 1, "deadlineMs": 0}, "/deadlineMs"), ("echo", [], ""),
            ("echo", {"token": 1, "deadlineMs": 5, "more": 1}, "/more"), ("lease", {}, "/token"),
            ("stop", {"now": True}, "/now"), ("ping", {"x": 1}, "/x"), ("cancel", {}, "/id"),
        ):
            with self.subTest(method=method, params=params):
                self.loop.ask(method, 9, params=params)
                self.assert_error(errors.INVALID_PARAMS, 9, {"parameter": at})
        self.assertEqual(self.loop.started, [])

    def test_a_raising_handler_is_an_internal_error_without_its_message(self) -> None:
        self.loop.ask("broken")
        message = self.loop.answer()
        self.assertEqual(message["error"], {"code": errors.INTERNAL, "message": "internal error", "data": {"type": "KeyError"}})
        self.loop.ask("refused", 2)
        self.assert_error(errors.INTERNAL, 2, {"errno": 28})
        self.assert_alive()

    def test_a_line_that_is_too_long_is_skipped_whole(self) -> None:
        for length in (LINE_BYTES_MAX + 1, 3 * LINE_BYTES_MAX):
            self.loop.raw(b'{"jsonrpc":"2.0","id":1,"method":"echo"}'.ljust(length) + b"\n")
            self.assert_error(errors.LINE_TOO_LONG, None)
        self.assert_alive()
        self.assertEqual(self.loop.started, [])

    def test_a_line_of_several_megabytes_is_served(self) -> None:
        self.loop.raw(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{}' + b" " * (LINE_BYTES_MAX - 60) + b"}\n")
        self.assertEqual(self.loop.answer()["result"], {"pid": 1})

    def test_blank_lines_and_crlf_are_nothing_special(self) -> None:
        self.loop.raw(b"\n\r\n   \n" + b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n')
        self.assertEqual(self.loop.answer()["id"], 1)

    def test_a_request_in_many_pieces(self) -> None:
        for byte in b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n':
            self.loop.raw(bytes((byte,)))
        self.assertEqual(self.loop.answer()["id"], 1)

    def test_a_notification_is_done_and_not_answered(self) -> None:
        self.loop.raw(b'{"jsonrpc":"2.0","method":"echo","params":{"token":1,"deadlineMs":500}}\n')
        self.loop.raw(b'{"jsonrpc":"2.0","method":"no_such"}\n{"jsonrpc":"2.0","method":"broken","params":{}}\n')
        self.assert_alive()
        # A notification has no answer to wait for, and tools run beside the control methods.
        until = time.monotonic() + 5
        while not self.loop.started and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(self.loop.started, ["echo"])

    def test_a_batch_is_answered_as_one_array(self) -> None:
        tool = {"token": 1, "deadlineMs": 500}
        self.loop.raw(json.dumps([
            {"jsonrpc": "2.0", "id": 1, "method": "ping"}, 7, {"jsonrpc": "2.0", "id": 2, "method": "no_such"},
            {"jsonrpc": "2.0", "id": 3, "method": "echo", "params": tool}, {"jsonrpc": "2.0", "method": "echo", "params": tool},
            {"jsonrpc": "2.0", "id": 4, "method": "payload", "params": tool},
        ]).encode() + b"\n")
        answers = {answer["id"]: answer for answer in self.loop.answer()}
        self.assertEqual(answers.keys(), {1, None, 2, 3, 4})
        self.assertEqual(answers[4]["error"]["code"], errors.INVALID_REQUEST)
        self.assertEqual(answers[3]["result"]["done"], True)
        self.assert_alive()

    def test_a_batch_of_notifications_is_not_answered(self) -> None:
        self.loop.raw(b'[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"no_such"}]\n')
        self.assert_alive()

    def test_the_payload_follows_its_line(self) -> None:
        self.loop.ask("payload")
        self.assertEqual(self.loop.answer()["result"], {"payloadBytes": 7})
        self.assertEqual(self.loop.bytes(7), b"\n{}\x00\xff\n\n")
        self.assert_alive()

    def test_a_deadline_ends_a_call(self) -> None:
        start = time.monotonic()
        self.loop.ask("wait", deadline_ms=100)
        self.assert_error(errors.DEADLINE)
        self.assertLess(time.monotonic() - start, 0.3)

    def test_a_handler_that_ignores_its_deadline_is_answered_for_and_its_result_dropped(self) -> None:
        self.loop.ask("stubborn", deadline_ms=50)
        self.assert_error(errors.DEADLINE)
        self.loop.ask("echo", 2)
        self.assertEqual(self.loop.answer()["id"], 2)
        self.assert_alive()

    def test_a_queued_call_keeps_its_deadline(self) -> None:
        self.loop.ask("wait", 1, deadline_ms=400)
        self.loop.ask("echo", 2, deadline_ms=100)
        self.assert_error(errors.DEADLINE, 1)
        self.assert_error(errors.DEADLINE, 2)
        self.assertEqual(self.loop.started, ["wait"])

    def test_calls_run_one_at_a_time_in_order_and_reads_beside_them(self) -> None:
        self.loop.ask("wait", 1, deadline_ms=300)
        self.loop.ask("echo", 2)
        self.loop.ask("read", 3)
        self.assertEqual([self.loop.answer()["id"] for _ in range(3)], [3, 1, 2])

    def test_control_methods_work_while_a_call_runs(self) -> None:
        self.loop.ask("wait", 1)
        self.assert_alive()
        start = time.monotonic()
        self.loop.ask("stop", 2, params={})
        answers = {answer["id"]: answer for answer in (self.loop.answer(), self.loop.answer())}
        self.assertLess(time.monotonic() - start, 0.1)
        self.assertEqual(answers[1]["error"]["code"], errors.STOPPED)
        self.assertEqual(answers[2]["result"], {"stopped": True})
        self.assertTrue(self.loop.released.is_set())

    def test_a_stopped_session_refuses_tools_until_it_is_resumed(self) -> None:
        self.loop.ask("stop", params={})
        self.loop.answer()
        for method in ("echo", "read"):
            self.loop.ask(method, 2)
            self.assert_error(errors.STOPPED, 2)
        self.loop.ask("free", 3, params={})
        self.assertEqual(self.loop.answer()["id"], 3)
        self.assert_alive()
        self.loop.ask("resume", 4, params={})
        self.assertEqual(self.loop.answer()["result"], {"stopped": False})
        self.loop.ask("echo", 5)
        self.assertEqual(self.loop.answer()["id"], 5)

    def test_a_stop_ends_queued_calls_too(self) -> None:
        for request_id in range(5):
            self.loop.ask("wait", request_id)
        self.loop.ask("stop", "stop", params={})
        codes = {answer["id"]: answer.get("error", {}).get("code") for answer in (self.loop.answer() for _ in range(6))}
        self.assertEqual(codes, {**{request_id: errors.STOPPED for request_id in range(5)}, "stop": None})

    def test_cancel_ends_the_named_call_only(self) -> None:
        self.loop.ask("wait", "a")
        self.loop.ask("echo", "b")
        self.loop.ask("cancel", 1, params={"id": "no such"})
        self.assertEqual(self.loop.answer()["result"], {"cancelled": False})
        self.loop.ask("cancel", 2, params={"id": "a"})
        answers = {answer["id"]: answer for answer in (self.loop.answer() for _ in range(3))}
        self.assertEqual(answers[2]["result"], {"cancelled": True})
        self.assertEqual(answers["a"]["error"]["code"], errors.CANCELLED)
        self.assertIn("result", answers["b"])

    def test_an_id_that_is_running_is_refused(self) -> None:
        self.loop.ask("wait", 1, deadline_ms=200)
        self.loop.ask("echo", 1)
        self.assert_error(errors.INVALID_REQUEST)
        self.assert_error(errors.DEADLINE)
        self.assertEqual(self.loop.started, ["wait"])

    def test_a_lower_token_is_stale_and_a_higher_one_takes_over(self) -> None:
        self.loop.ask("lease", params={"token": 5})
        self.assertEqual(self.loop.answer()["result"], {"token": 5})
        self.loop.ask("echo", token=4)
        self.assert_error(errors.STALE_TOKEN, data={"current": 5})
        self.loop.ask("lease", params={"token": 4})
        self.assert_error(errors.STALE_TOKEN)
        self.loop.ask("wait", 1, token=5)
        self.loop.ask("lease", 2, params={"token": 6})
        answers = {answer["id"]: answer for answer in (self.loop.answer(), self.loop.answer())}
        self.assertEqual(answers[1]["error"]["code"], errors.STALE_TOKEN)
        self.loop.ask("echo", 3, token=7)
        self.assertIn("result", self.loop.answer())
        self.loop.ask("echo", 4, token=6)
        self.assert_error(errors.STALE_TOKEN, 4)

    def test_too_many_waiting_calls_are_refused(self) -> None:
        for request_id in range(80):
            self.loop.ask("wait", request_id)
        refused = self.loop.answer()
        self.assertEqual((refused["error"]["code"], refused["error"]["data"]), (errors.CONFLICT, {"reason": "busy"}))
        self.loop.ask("stop", "stop", params={})
        ids = {self.loop.answer()["id"] for _ in range(80)}
        self.assertIn("stop", ids)

    def test_fuzz(self) -> None:
        rng = random.Random(23)
        seed = b'{"jsonrpc":"2.0","id":1,"method":"echo","params":{"token":1,"deadlineMs":500}}'
        for number in range(3_000):
            line = bytearray(seed)
            for _ in range(rng.randint(0, 6)):
                at = rng.randrange(len(line) + 1)
                kind = rng.randrange(3)
                if kind == 0:
                    line[at:at] = bytes((rng.randrange(256),))
                elif kind == 1:
                    del line[at : at + rng.randint(1, 9)]
                else:
                    line[at : at + 1] = rng.choice((b'"', b"{", b"[", b"null", b"1e999", b"\\u0000", b"-"))
            self.loop.raw(bytes(line).replace(b"\n", b" ") + b"\n")
            if number % 50 == 0:
                self.assert_all_answers_are_well_formed_until_ping()
        self.assert_all_answers_are_well_formed_until_ping()

    def assert_all_answers_are_well_formed_until_ping(self) -> None:
        self.loop.ask("ping", "the end", params={})
        while True:
            message = self.loop.answer()
            for one in message if isinstance(message, list) else [message]:
                self.assertTrue(("result" in one) != ("error" in one), one)
            if isinstance(message, dict) and message["id"] == "the end":
                return


if __name__ == "__main__":
    unittest.main()
