import { ERRORS } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { leakIn } from "./hygiene.ts";

const SECRET = "ghp_0123456789abcdefghij0123456789abcdef";

describe("an answer", () => {
  it.each([
    ["the secret", { text: `token ${SECRET}` }],
    ["the secret", { [SECRET]: 1 }],
    ["the secret", { deep: [{ text: Buffer.from(`token ${SECRET}`).toString("base64") }] }],
    ["a traceback", { detail: 'Traceback (most recent call last):\n  File "x.py", line 3' }],
    ["a traceback", { detail: "failed\n    at act (perform.ts:10:3)" }],
    ["an exception's message", { detail: "FileNotFoundError: nothing there" }],
    ["an exception's message", { detail: "[Errno 13] Permission denied" }],
    ["a system's error code", { detail: "ENOENT" }],
    ["a path outside the session's directories", { detail: "cannot open /usr/local/lib/x" }],
    ["a path outside the session's directories", ["/etc/passwd"]],
    ["another home", { path: ["", "home", "someone", "x"].join("/") }],
    ["a process id", { detail: "pid 4711 is gone" }],
    ["a process id", { text: "App=editor (pid 4711)\nApp=editor has pid 4711" }],
    ["a process id", { text: "the App=editor (pid 4711)" }],
    ["a component's name", { detail: "dockerd answered 500" }],
  ])("with %s is not clean", (what, answer) => {
    expect(leakIn(answer, SECRET)).toBe(what);
  });
  it.each([
    [{ path: "/workspace/etc/x", entries: [{ name: "run" }] }],
    [{ path: "/home/agent/x", detail: "GET /v1/tools lists them" }],
    [{ process: { pid: null, name: "mousepad" } }],
    [{ text: "<app_state>\nApp=org.example.Editor (pid 4711)\n0 window" }],
    [Object.values(ERRORS)],
    [null],
  ])("like %j is", (answer) => {
    expect(leakIn(answer, SECRET)).toBeNull();
  });
});
