import { expect, it } from "vitest";
import { eventWords } from "./event-words.ts";

it.each([
  ["session.stopped", {}, ""],
  ["session.stopped", { effectMs: "<b>", scope: 4 }, ""],
  [
    "session.stopped",
    { effectMs: 12, scope: "fleet", isConfirmed: false },
    "in force after 12 ms, the whole fleet, not confirmed by the desktop",
  ],
  ["session.paused", { reason: "person" }, "by a person"],
  ["session.paused", { reason: "failures_in_row", failures: 3 }, "3 failures in a row"],
  ["session.controlled", { state: "taken" }, "a person took control"],
  [
    "session.controlled",
    { state: "handed_back", reason: "idle", keys: 1, clicks: 2 },
    "handed back after 1 key and 2 clicks, idle",
  ],
  ["session.controlled", { state: "handed_back", reason: "released" }, "handed back after 0 keys and 0 clicks"],
  [
    "session.clipboard_read",
    { characters: 23, masked: ["token"] },
    "a person read 23 characters of its clipboard, masked: token",
  ],
  ["session.clipboard_read", { characters: 1, masked: [] }, "a person read 1 character of its clipboard"],
  ["session.ended", { reason: "closed" }, null],
])("%s %o is told as it was recorded, and nothing that was not", (action, params, words) => {
  expect(eventWords(action, params)).toBe(words);
});
