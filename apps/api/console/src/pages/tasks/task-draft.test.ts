import { describe, expect, it } from "vitest";
import { changed, grantsOf, grantsText } from "./task-draft.ts";

describe("a request that is edited", () => {
  it("keeps what the form does not show, and takes out what was emptied", () => {
    const draft = { workflow: "look@1", policy: { rules: [] }, reference: "old", inputs: { a: 1 } };
    expect(changed(draft, { inputs: { a: 2 }, reference: undefined })).toEqual({
      ...{ workflow: "look@1", policy: { rules: [] }, inputs: { a: 2 } },
    });
  });

  it.each([
    ["", []],
    ["computer_use, screen  write,", ["computer_use", "screen", "write"]],
    ["command(git push *), app(order-desk)", ["command(git push *)", "app(order-desk)"]],
  ])("reads the consents %j", (text, grants) => {
    expect(grantsOf(text)).toEqual(grants);
    expect(grantsOf(grantsText(grants))).toEqual(grants);
  });
});
