import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffDocuments } from "./diff-documents.ts";

describe("the difference of two documents", () => {
  it.each([
    ["nothing", { a: { b: 1, c: [1] } }, { a: { c: [1], b: 1 } }, []],
    ["a field more", {}, { a: 1 }, [{ path: "/a", op: "add", after: 1 }]],
    ["a field less", { a: { b: 1 } }, { a: {} }, [{ path: "/a/b", op: "remove", before: 1 }]],
    ["another value", { a: 1 }, { a: "1" }, [{ path: "/a", op: "replace", before: 1, after: "1" }]],
    ["another kind", { a: [] }, { a: {} }, [{ path: "/a", op: "replace", before: [], after: {} }]],
    ["a name that has to be escaped", {}, { "a/b~c": 1 }, [{ path: "/a~1b~0c", op: "add", after: 1 }]],
    ["an entry in front", { a: [1, 2] }, { a: [0, 1, 2] }, [{ path: "/a/0", op: "add", after: 0 }]],
    ["an entry behind", { a: [1] }, { a: [1, 2] }, [{ path: "/a/1", op: "add", after: 2 }]],
    ["an entry less in the middle", { a: [1, 2, 3] }, { a: [1, 3] }, [{ path: "/a/1", op: "remove", before: 2 }]],
    [
      "a field of an entry",
      { rules: [{ effect: "ask", match: "x" }, 5] },
      { rules: [{ effect: "deny", match: "x" }, 5] },
      [{ path: "/rules/0/effect", op: "replace", before: "ask", after: "deny" }],
    ],
  ])("is %s", (_name, before, after, changes) => {
    expect(diffDocuments(before, after)).toEqual(changes);
  });

  it("is empty for equal documents only", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        // -0 and 0 are one number in JSON.
        const [a, b] = [before, after].map((value) => JSON.parse(JSON.stringify(value)));
        expect(diffDocuments(a, structuredClone(a))).toEqual([]);
        const isEqual = diffDocuments(a, b).length === 0;
        if (isEqual) expect(a).toEqual(b);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
