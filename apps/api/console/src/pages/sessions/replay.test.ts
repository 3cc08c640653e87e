import type { Artifact } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import type { ActionEntry } from "./action-entries.ts";
import { momentsOf } from "./replay.ts";

const at = (second: number) => `2026-01-01T12:00:0${second}Z`;
const entry = (id: string, second: number) => ({ id, record: { at: at(second) } }) as ActionEntry;
const frame = (id: string, second: number, contentType = "image/png") =>
  ({ id, createdAt: at(second), contentType }) as Artifact;

it("steps through the actions in their order, each with the last frame kept before the next one", () => {
  const newestFirst = [entry("c", 5), entry("b", 3), entry("a", 1)];
  const frames = [frame("late", 8), frame("first", 2), frame("log", 4, "text/plain")];
  expect(momentsOf(newestFirst, frames).map(({ entry: { id }, frame: shown }) => [id, shown?.id ?? null])).toEqual([
    ["a", "first"],
    ["b", "first"],
    ["c", "late"],
  ]);
  expect(momentsOf([entry("a", 1)], [])).toMatchObject([{ frame: null }]);
});
