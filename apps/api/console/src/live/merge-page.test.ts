import { describe, expect, it } from "vitest";
import { mergeFirstPage, replaceItem } from "./merge-page.ts";

const page = (ids: string, nextCursor: string | null = "more") => ({
  items: [...ids].map((id) => ({ id, seen: "before" })),
  nextCursor,
});
const idsOf = (pages: readonly { items: { id: string }[] }[]) =>
  pages.map(({ items }) => items.map(({ id }) => id).join(""));

describe("a list whose first page was read again", () => {
  it.each([
    ["takes new entries in front", ["dc", "ba"], "ed", ["ed", "c", "ba"]],
    ["drops what no longer matches, as far as the page reaches", ["dc", "ba"], "db", ["db", "a"]],
    ["keeps nothing twice", ["dc", "ba"], "dcb", ["dcb", "a"]],
  ])("%s", (_name, before, fresh, after) => {
    expect(
      idsOf(
        mergeFirstPage(
          before.map((ids) => page(ids)),
          page(fresh),
        ),
      ),
    ).toEqual(after);
  });

  it("is that page alone when it is the last", () => {
    expect(idsOf(mergeFirstPage([page("dc"), page("ba")], page("e", null)))).toEqual(["e"]);
    expect(idsOf(mergeFirstPage([page("dc")], page("", null)))).toEqual([""]);
  });
});

describe("one entry read again", () => {
  it("stands where it stood, goes when it no longer matches, and changes nothing when it is not there", () => {
    const pages = [page("dc"), page("ba")];
    expect(replaceItem(pages, "b", { id: "b", seen: "now" })[1]?.items).toEqual([
      { id: "b", seen: "now" },
      { id: "a", seen: "before" },
    ]);
    expect(idsOf(replaceItem(pages, "c", null))).toEqual(["d", "ba"]);
    expect(replaceItem(pages, "x", null)).toEqual(pages);
  });
});
