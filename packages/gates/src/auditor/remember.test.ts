import { expect, it } from "vitest";
import { remembering } from "./remember.ts";

const counted = () => {
  const asked: string[] = [];
  const length = remembering({ entriesMax: 4, charactersMax: 3 }, (text) => {
    asked.push(text);
    return text.length;
  });
  return { asked, length };
};

it("works once for a text, and again when others have taken its place", () => {
  const { asked, length } = counted();
  expect(["a", "b", "a", "b"].map(length)).toEqual([1, 1, 1, 1]);
  expect(asked).toEqual(["a", "b"]);
  for (const text of ["c", "d", "e", "f", "a"]) length(text);
  expect(asked).toEqual(["a", "b", "c", "d", "e", "f", "a"]);
});
it("keeps what is asked for all the time", () => {
  const { asked, length } = counted();
  for (const text of ["b", "c", "d", "e", "f", "g"]) expect([length("a"), length(text)]).toEqual([1, 1]);
  expect(asked.filter((text) => text === "a")).toHaveLength(1);
});
it("never keeps a long text", () => {
  const { asked, length } = counted();
  expect(["long", "long"].map(length)).toEqual([4, 4]);
  expect(asked).toHaveLength(2);
});
