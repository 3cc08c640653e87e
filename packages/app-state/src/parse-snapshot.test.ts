import { describe, expect, it } from "vitest";
import { parseSnapshot, SnapshotFault } from "./index.ts";
import { node, windowOf } from "./testing-tree.ts";

const faultOf = (input: unknown): string => {
  try {
    parseSnapshot(input);
  } catch (error) {
    if (error instanceof SnapshotFault) return error.message;
    throw error;
  }
  return "";
};

describe("a tree that is refused", () => {
  const valid = windowOf([]);
  it.each<[what: string, input: unknown, fault: RegExp]>([
    ["is no object", [], /^must be an object$/],
    ["is nothing", null, /^must be an object$/],
    ["has no application", { ...valid, app: undefined }, /^app: /],
    [
      "has a process id that is text",
      { ...valid, app: { id: "a", name: "A", pid: "1", toolkit: "qt" } },
      /^app\.pid: /,
    ],
    [
      "has an id that would break its line",
      { ...valid, app: { id: "a\nb", name: "A", pid: 1, toolkit: "qt" } },
      /^app\.id: .*control/,
    ],
    ["has no roots", { ...valid, roots: [] }, /^roots: must hold the window$/],
    ["has roots that are no list", { ...valid, roots: {} }, /^roots: must be a list of nodes$/],
    ["has no window", { ...valid, roots: [null] }, /^roots\[0\]: must be an object$/],
    [
      "has a node without a role",
      windowOf([node("panel", {}, [{ name: "x" } as never])]),
      /^roots\[0\]\.children\[0\]\.children\[0\]\.role: /,
    ],
    ["has a role that would break its line", windowOf([node("a\nb")]), /^roots\[0\]\.children\[0\]\.role: .*control/],
    [
      "has children that are no list",
      windowOf([{ role: "panel", children: "x" }]),
      /^roots\[0\]\.children\[0\]\.children: must be a list/,
    ],
    [
      "has extents of three numbers",
      windowOf([null, node("panel", { extents: [1, 2, 3] })]),
      /^roots\[0\]\.children\[1\]\.extents/,
    ],
    [
      "has extents without end",
      windowOf([node("panel", { extents: [1, 2, 3, Number.POSITIVE_INFINITY] })]),
      /extents\[3\]: /,
    ],
    ["has states that are no texts", windowOf([node("panel", { states: [1] })]), /states\[4\]: /],
    ["has an option that is out of range", windowOf([], { options: { max_nodes: 0 } }), /^options\.max_nodes: /],
    ["has a string that is too long", windowOf([node("label", { name: "x".repeat(1_000_001) })]), /name: /],
    [
      "is too deep",
      windowOf([
        Array.from({ length: 100_000 }).reduce(
          (child: ReturnType<typeof node>) => node("panel", {}, [child]),
          node("label"),
        ),
      ]),
      /deeper than 600 levels/,
    ],
    ["is too large", windowOf(Array.from({ length: 100_000 }, () => node("label"))), /more than 100000 nodes/],
  ])("%s", (_what, input, fault) => {
    expect(faultOf(input)).toMatch(fault);
  });
  it("contains itself", () => {
    const panel = node("panel", {}, []);
    (panel.children as unknown[]).push(panel);
    expect(faultOf(windowOf([panel]))).toMatch(/deeper than 600 levels/);
  });
});

describe("a tree that is taken", () => {
  it("may have null for what is absent, and keys that nobody knows", () => {
    const fields = {
      name: null,
      extents: null,
      table: null,
      value: null,
      attributes: null,
      children: null,
      new_key: 1,
    };
    expect(faultOf(windowOf([node("panel", fields)]))).toBe("");
  });
  it("is not changed", () => {
    const input = windowOf([node("panel", { name: "x" }, [null, node("label")])]);
    const before = structuredClone(input);
    parseSnapshot(input);
    expect(input).toEqual(before);
  });
});
