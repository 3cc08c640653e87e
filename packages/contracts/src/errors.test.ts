import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FleetError, fromProblem, toFaults, toProblem } from "./errors.ts";

const REQUEST_ID = "00000000-0000-7000-8000-000000000001";

describe("a problem document", () => {
  it("never carries the words of an error that is not ours", () => {
    const problem = toProblem(new Error("insert into keys values ('secret')"), REQUEST_ID);
    expect(problem).toEqual({
      type: "https://deskfleet.dev/errors/internal",
      status: 500,
      title: "Internal error",
      detail: "Unexpected error",
      instance: `urn:uuid:${REQUEST_ID}`,
      code: "internal",
      retryable: false,
    });
  });
  it("never carries a cause", () => {
    const error = new FleetError("desktop.unavailable", "no desktop", { cause: new Error("secret") });
    expect(JSON.stringify(toProblem(error, REQUEST_ID))).not.toContain("secret");
  });
  it("becomes the same error in the process that reads it", () => {
    const error = new FleetError("policy.denied", "no", {
      data: { gate: "path" },
      faults: [{ path: "/a", message: "b" }],
    });
    const { code, detail, data, faults } = fromProblem(toProblem(error, REQUEST_ID));
    expect({ code, detail, data, faults }).toEqual({
      code: "policy.denied",
      detail: "no",
      data: { gate: "path" },
      faults: [{ path: "/a", message: "b" }],
    });
  });
  it("of a code that is not in the table becomes internal", () => {
    const problem = { ...toProblem(new FleetError("internal", "x"), REQUEST_ID), code: "toString" };
    expect(fromProblem(problem).code).toBe("internal");
  });
});

describe("faults", () => {
  const schema = z.strictObject({ rows: z.array(z.strictObject({ "a/b~c": z.number() })) });
  const faultsOf = (value: unknown) => toFaults(schema.safeParse(value).error as z.ZodError);

  it("are JSON Pointers, escaped", () => {
    expect(faultsOf({ rows: [{ "a/b~c": "x" }] }).map(({ path }) => path)).toEqual(["/rows/0/a~1b~0c"]);
  });
  it("name each unknown field", () => {
    expect(faultsOf({ rows: [], one: 1, "t/wo": 2 })).toEqual([
      { path: "/one", message: "unknown field; remove it" },
      { path: "/t~1wo", message: "unknown field; remove it" },
    ]);
  });
  it("of one of several shapes are those of the shape that was meant, in its place", () => {
    const inner = z.union([z.strictObject({ text: z.string() }), z.strictObject({ at: z.tuple([z.int(), z.int()]) })]);
    const outer = z.strictObject({ say: z.union([inner, z.strictObject({ any: z.array(inner) })]) });
    const of = (value: unknown) => toFaults(outer.safeParse(value).error as z.ZodError).map(({ path }) => path);
    expect(of({ say: { text: 3 } })).toEqual(["/say/text"]);
    expect(of({ say: { at: [1, "x"] } })).toEqual(["/say/at/1"]);
    expect(of({ say: { any: [{ text: "a" }, { text: "a", size: 1 }] } })).toEqual(["/say/any/1/size"]);
    expect(of({ say: 5 })).toEqual(["/say"]);
  });
  it("never repeat a value", () => {
    expect(JSON.stringify(faultsOf({ rows: "hunter2" }))).not.toContain("hunter2");
  });
  it("end at a hundred", () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]));
    expect(faultsOf({ rows: Array(500).fill({}), ...unknown })).toHaveLength(100);
  });
});
