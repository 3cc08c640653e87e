import { describe, expect, it } from "vitest";
import { tidyLines, withoutHeaders } from "./last-words.ts";

function frame(text: string, stream = 2): Buffer {
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

describe("the frames of a log", () => {
  it("are put together across cuts through a character", () => {
    const bytes = Buffer.from("Łódź\n");
    const halves = [bytes.subarray(0, 1), bytes.subarray(1)].map((half) => {
      const header = frame("").subarray(0, 8);
      header.writeUInt32BE(half.length, 4);
      return Buffer.concat([header, half]);
    });
    expect(withoutHeaders(Buffer.concat([...halves, frame("end", 1)]))).toBe("Łódź\nend");
  });

  it.each([
    ["nothing", Buffer.alloc(0), ""],
    ["half a header", frame("x").subarray(0, 5), ""],
    ["less than its header says", frame("whole").subarray(0, 11), "who"],
    ["a length of four gigabytes", Buffer.from([2, 0, 0, 0, 255, 255, 255, 255, 97]), "a"],
  ])("may be %s", (_name, log, text) => expect(withoutHeaders(log)).toBe(text));
});

describe("a line", () => {
  it("moves no cursor, rings no bell and turns no text around", () => {
    expect(tidyLines("\u001b[2J\u001b[31mred\u0007\r\nright\u202eleft\u2028x\n\n")).toEqual([
      "[2J[31mred",
      "rightleftx",
    ]);
  });

  it("is cut, and so is their number: the last ones count", () => {
    const lines = tidyLines(Array.from({ length: 100 }, (_, n) => `${n} ${"x".repeat(1_000)}`).join("\n"));
    expect(lines).toHaveLength(20);
    expect(lines[19]).toMatch(/^99 x+…$/);
    expect(lines[19]).toHaveLength(501);
  });
});
