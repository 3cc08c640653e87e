import { expect, it } from "vitest";
import { choicesFor } from "./choices.ts";

const answers = (...offers: boolean[]) =>
  choicesFor({ offers: offers.map((isKeepable) => ({ grant: "screen", isKeepable })) }).map(({ answer }) => answer);

it("offers a lasting yes only where there is a consent to give, and for good only where policy lets it be kept", () => {
  expect(answers()).toEqual(["once", "no"]);
  expect(answers(false)).toEqual(["once", "session", "no"]);
  expect(answers(false, true)).toEqual(["once", "session", "always", "no"]);
});
