"""The protocol loop. A call is parsed on the reader thread, runs on a lane, and is answered exactly once.

`stop`, `resume`, `cancel`, `lease` and `ping` run on the reader thread itself, so they work while calls run. A call
that does not notice its deadline within GRACE_S is answered DEADLINE all the same and its late result is dropped.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import jsonrpc, lines
from .calls import Call
from .errors import CANCELLED, DEADLINE, INTERNAL, INVALID_REQUEST, METHOD_NOT_FOUND, STALE_TOKEN, RpcError
from .lanes import Lane
from .output import Buffer, Output
from .params import integer, record, required
from .session import Session, stopped

parse_empty = record()
parse_lease = record(token=required(integer(0)))
parse_cancel = record(id=required(lambda value, at: value))

log = logging.getLogger("executor")
GRACE_S = 0.5
#: Applications that are read beside each other.
WAITING_READS = 4


@dataclass(frozen=True)
class Reply:
    result: object
    payload: Sequence[Buffer] = ()


@dataclass(frozen=True)
class Method:
    """`prepare` parses the params on the reader thread (so faults answer at once) and returns what runs on the lane: that of
    reads, or that of actions. `waits`: a read that an application may keep waiting, so others run beside it."""

    prepare: Callable[[Any], tuple[int, int | None, Callable[[Call], Reply]]]
    is_read: bool
    waits: bool = False


#: Answers one request: a message for the line and the payload after it.
Answer = Callable[[dict[str, object] | None, Sequence[Buffer]], None]


class Server:
    def __init__(
        self, methods: Mapping[str, Method], session: Session, ping: Callable[[], object],
        release: Callable[[], None], output: Output,
    ) -> None:
        self._methods = methods
        self._session = session
        self._release = release
        self._output = output
        self._reads, self._actions = Lane("reads"), Lane("actions")
        self._waiting_reads = Lane("waiting reads", WAITING_READS)
        self._running: dict[Call, Callable[[RpcError], None]] = {}
        self._lock = threading.Lock()
        self._controls: dict[str, Callable[[Any], object]] = {
            "ping": lambda params: parse_empty(params, "") or ping(),
            "lease": self._lease,
            "stop": self._stop,
            "resume": self._resume,
            "cancel": self._cancel,
        }

    def run(self, fd: int) -> None:
        """Serves until end of file. Nothing that arrives ends it sooner; a closed stdout does."""
        for line in lines.read_lines(fd, self._answer_overdue):
            if isinstance(line, lines.TooLong):
                self._output.send(jsonrpc.line_too_long(lines.LINE_BYTES_MAX))
            elif line.strip():
                self._accept_line(line)
        self.end_calls(RpcError(CANCELLED, "the executor is shutting down"))

    def end_calls(self, error: RpcError, holds: Callable[[Call], bool] = lambda call: True) -> int:
        with self._lock:
            chosen = [call for call in self._running if holds(call)]
        for call in chosen:
            call.end(error)
        return len(chosen)

    def _accept_line(self, line: bytes) -> None:
        try:
            value = jsonrpc.decode(line)
        except RpcError as error:
            self._output.send(jsonrpc.failure(None, error))
            return
        if isinstance(value, list) and value:
            batch = jsonrpc.Batch(len(value), self._output.send)
            for entry in value:
                self._accept(entry, lambda message, payload: batch.answer(_without_payload(message, payload)))
        else:
            self._accept(value, self._answer_line)

    def _answer_line(self, message: dict[str, object] | None, payload: Sequence[Buffer]) -> None:
        if message is not None:
            self._output.send(message, payload)

    def _accept(self, value: Any, answer: Answer) -> None:
        try:
            request = jsonrpc.parse_request(value)
        except RpcError as error:
            answer(jsonrpc.failure((error.data or {}).get("id"), RpcError(error.code, error.message)), ())
            return

        def reply(message: dict[str, object], payload: Sequence[Buffer] = ()) -> None:
            answer(*((None, ()) if request.is_notification else (message, payload)))

        try:
            if request.method in self._controls:
                reply(jsonrpc.success(request.id, self._controls[request.method](request.params)))
            elif request.method in self._methods:
                self._start(request, reply)
            else:
                raise RpcError(METHOD_NOT_FOUND, "there is no such method")
        except RpcError as error:
            reply(jsonrpc.failure(request.id, error))
        except Exception as error:
            log_failure(request.method, error)
            reply(jsonrpc.failure(request.id, RpcError(INTERNAL, "internal error")))

    def _start(self, request: jsonrpc.Request, reply: Callable[..., None]) -> None:
        method = self._methods[request.method]
        deadline_ms, token, work = method.prepare(request.params)
        if token is not None:
            if self._session.take_token(token):
                self._end_stale(token)
            self._session.require_running()
        call = Call(request.id, deadline_ms)
        call.token = token

        def fail(error: RpcError) -> None:
            if call.claim_answer():
                reply(jsonrpc.failure(request.id, error))

        def run() -> None:
            try:
                call.check()
                done = work(call)
                if call.claim_answer():
                    reply(jsonrpc.success(request.id, done.result), done.payload)
            except RpcError as error:
                fail(error)
            except OSError as error:
                log_failure(request.method, error)
                fail(RpcError(INTERNAL, "the system refused", {"errno": error.errno}))
            except Exception as error:
                log_failure(request.method, error)
                fail(RpcError(INTERNAL, "internal error", {"type": type(error).__name__}))
            finally:
                with self._lock:
                    self._running.pop(call, None)
                call.close()

        with self._lock:
            if any(other.request_id == request.id for other in self._running) and not request.is_notification:
                raise RpcError(INVALID_REQUEST, "a call with this id is running")
            self._running[call] = fail
        try:
            self._lane(method).add(run)
        except RpcError:
            with self._lock:
                self._running.pop(call, None)
            raise

    def _lane(self, method: Method) -> Lane:
        if method.waits:
            return self._waiting_reads
        return self._reads if method.is_read else self._actions

    def _answer_overdue(self) -> float | None:
        """Answers calls whose handlers overran, and says how long the reader may wait for input."""
        now = time.monotonic()
        with self._lock:
            overdue = [fail for call, fail in self._running.items() if call.deadline + GRACE_S <= now]
            due = [call.deadline + GRACE_S for call in self._running if call.deadline + GRACE_S > now]
        for fail in overdue:
            fail(RpcError(DEADLINE, "the deadline has passed and the call has not ended"))
        return min(due) - now if due else None

    def _lease(self, params: Any) -> object:
        token = parse_lease(params, "")["token"]
        if self._session.take_token(token):
            self._end_stale(token)
        return {"token": token}

    def _end_stale(self, token: int) -> None:
        error = RpcError(STALE_TOKEN, "another worker holds the lease", {"current": token})
        self.end_calls(error, lambda call: call.token is not None and call.token < token)

    def _stop(self, params: Any) -> object:
        parse_empty(params, "")
        self._session.stop()
        self.end_calls(stopped(), lambda call: call.token is not None)
        self._release()
        return {"stopped": True}

    def _resume(self, params: Any) -> object:
        parse_empty(params, "")
        self._session.resume()
        return {"stopped": False}

    def _cancel(self, params: Any) -> object:
        request_id = parse_cancel(params, "")["id"]
        error = RpcError(CANCELLED, "the call was cancelled")
        return {"cancelled": self.end_calls(error, lambda call: call.request_id == request_id) > 0}


def log_failure(method: str, error: Exception) -> None:
    """Where it failed and with what kind of error; never its message, which may repeat typed text."""
    log.error("%s failed: %s\n%s", method, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))


def _without_payload(message: dict[str, object] | None, payload: Sequence[Buffer]) -> dict[str, object] | None:
    if message is None or not payload:
        return message
    return jsonrpc.failure(message.get("id"), RpcError(INVALID_REQUEST, "a frame cannot travel in a batch"))
