import { PolicyDocument } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { POLICY_EXAMPLES, withExample } from "./policy-examples.ts";

describe("an example in a policy that is being written", () => {
  it.each(POLICY_EXAMPLES)("is a valid document by itself: $says", ({ document }) => {
    expect(PolicyDocument.safeParse(document).error).toBeUndefined();
  });

  it("adds to lists, sets settings, and leaves the rest as it is", () => {
    const text = JSON.stringify({
      rules: [{ a: 1 }],
      approvals: { fourEyes: false, ttlSeconds: 60 },
      grants: ["titles"],
    });
    const both = withExample(text, { rules: [{ b: 2 }], approvals: { ttlSeconds: 600 } });
    expect(JSON.parse(both ?? "")).toEqual({
      ...{ rules: [{ a: 1 }, { b: 2 }], approvals: { fourEyes: false, ttlSeconds: 600 }, grants: ["titles"] },
    });
    expect(JSON.parse(withExample(" ", { limits: { weight: 2 } }) ?? "")).toEqual({ limits: { weight: 2 } });
  });

  it.each(["rules:\n  - effect: deny", "[1]", "{"])("does not touch a text that is no JSON object: %j", (text) => {
    expect(withExample(text, { limits: {} })).toBeNull();
  });
});
