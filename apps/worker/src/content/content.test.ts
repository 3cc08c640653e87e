import { TOOLS, type ToolDefinition } from "@deskfleet/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cutToBytes } from "./cut-to-bytes.ts";
import { deliverResult } from "./deliver-result.ts";
import { plainFilter } from "./testing.ts";

const tool = (id: string): ToolDefinition => TOOLS.get(id)!;
const FILTER = plainFilter();
const ANYBODY = { mayReadTitles: true };
/** Half a surrogate pair does not survive UTF-8. */
const isWellFormed = (text: string) => Buffer.from(text).toString() === text;
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
describe("cutting", () => {
  it("leaves what fits alone", () => {
    const value = { text: "ü".repeat(10), n: 1 };
    expect(cutToBytes(value, 100)).toEqual({ value, isCut: false });
  });

  it("never exceeds the limit, never splits a character, keeps every member", () => {
    const item = fc.record({ name: fc.string({ unit: "grapheme", maxLength: 200 }), bytes: fc.nat() });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 50 }), fc.integer({ min: 50, max: 2_000 }), (entries, limit) => {
        const { value } = cutToBytes({ entries, truncated: false }, limit) as { value: { entries: typeof entries } };
        expect(jsonBytes(value)).toBeLessThanOrEqual(limit);
        for (const [index, { name: text }] of value.entries.entries()) {
          expect(entries[index]?.name.startsWith(text) && isWellFormed(text)).toBe(true);
          expect(Object.keys(value.entries[index]!)).toEqual(["name", "bytes"]);
        }
      }),
    );
  });
});

describe("results", () => {
  it("of a tool that ignores its limit are cut by the pipeline, between characters", () => {
    const fake: ToolDefinition = {
      ...tool("computer_file_read"),
      result: z.strictObject({ text: z.string(), lines: z.array(z.string()) }),
      outputBytesMax: 1_000,
    };
    for (const unit of ["a", "ü", "漢", "👩‍👩‍👧", "\n", '"', "\u0001"]) {
      const raw = { text: unit.repeat(100_000), lines: Array.from({ length: 1_000 }, () => unit) };
      const { result, truncated } = deliverResult(FILTER, fake, raw, ANYBODY);
      const { text } = result as typeof raw;
      expect([truncated, raw.text.startsWith(text), isWellFormed(text)]).toEqual([true, true, true]);
      expect(jsonBytes(result)).toBeLessThanOrEqual(1_000);
      expect(jsonBytes(result)).toBeGreaterThan(980);
    }
  });

  it("show windows and processes as summaries to whoever may not read titles", () => {
    const place = { position: { x: 0, y: 0 }, size: { width: 1, height: 1 }, visible: true, active: true };
    const windows = [{ id: 7, title: "Invoice 4711", process: { pid: 99, name: "mousepad" }, ...place }];
    const nobody = { mayReadTitles: false };
    expect(deliverResult(FILTER, tool("computer_window_list"), { windows }, nobody).result).toEqual({
      windows: [{ id: 7, title: "mousepad", process: { pid: null, name: "mousepad" }, ...place }],
    });
    expect(deliverResult(FILTER, tool("computer_window_list"), { windows }, ANYBODY).result).toEqual({ windows });
    const facts = { name: "mousepad", startedAt: "2030-01-01T00:00:00Z", memoryBytes: 1 };
    const processes = [{ ...facts, pid: 99, argv: ["mousepad", "/workspace/invoice.txt"] }];
    expect(deliverResult(FILTER, tool("computer_process_list"), { processes }, nobody).result).toEqual({
      processes: [{ ...facts, pid: null, argv: [] }],
    });
  });

  it("are cut at the tool's limit, and say so", () => {
    const processes = Array.from({ length: 4_000 }, (_, pid) => ({
      ...{ pid, name: "x".repeat(80), argv: ["x".repeat(80)], startedAt: "2030-01-01T00:00:00Z", memoryBytes: 1 },
    }));
    const { result, truncated } = deliverResult(FILTER, tool("computer_process_list"), { processes }, ANYBODY);
    expect(truncated).toBe(true);
    expect(jsonBytes(result)).toBeLessThanOrEqual(tool("computer_process_list").outputBytesMax);
    const entries = Array.from({ length: 9_000 }, (_, n) => ({
      name: `${n}`.padStart(60, "0"),
      type: "file",
      bytes: n,
    }));
    const listed = deliverResult(FILTER, tool("computer_file_list"), { entries, truncated: false }, ANYBODY);
    expect(listed.result).toMatchObject({ truncated: true });
  });

  it("are masked at every depth before they are cut, so that half a secret does not slip through", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const limit = tool("computer_file_read").outputBytesMax;
    const text = `${"x".repeat(limit - 60)} ${secret}`;
    const { result, masked } = deliverResult(
      FILTER,
      tool("computer_file_read"),
      {
        ...{ text, encoding: "utf8", bytes: text.length, truncated: false },
      },
      ANYBODY,
    );
    expect(JSON.stringify(result)).not.toContain("ghp_");
    expect(masked).toEqual(["token"]);
  });

  it("binary content asked for as base64 arrives unchanged", () => {
    const raw = {
      text: Buffer.from([0xff, 0xfe, 0, 1, 0x80]).toString("base64"),
      encoding: "base64",
      bytes: 5,
      truncated: false,
    };
    expect(deliverResult(FILTER, tool("computer_file_read"), raw, ANYBODY)).toMatchObject({
      ...{ result: raw, masked: [], truncated: false },
    });
  });

  it.each([
    ["an unknown member", { width: 1, height: 1, note: "x" }],
    ["a missing one", { width: 1 }],
    ["none", null],
  ])("with %s are refused", (_name, raw) => {
    expect(() => deliverResult(FILTER, tool("computer_screen_size"), raw, ANYBODY)).toThrowError(
      expect.objectContaining({ code: "action.unknown" }),
    );
  });
});
