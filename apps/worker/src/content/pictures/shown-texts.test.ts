import type { VisibleTexts } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { secretsOfTexts } from "./shown-texts.ts";

type Shown = VisibleTexts["texts"][number];
const shown = (text: string, x: number, y: number, size: Partial<Shown> = {}): Shown => ({
  ...{ pid: 7, key: text, text, content: true, x, y, width: 90, height: 17 },
  ...size,
});
/** Whole texts need no places of characters. */
const nobody = () => Promise.reject(new Error("nobody was to be asked"));

it("in a sheet the head of a column tells what stands in it, row by row, though a scroll bar is as tall as all of them", async () => {
  const rows = [
    ["Person", "DNI", "Town"],
    ["Ada", "65443210E", "Vigo"],
    ["Eva", "92771625K", "Lugo"],
    ["Leo", "07069302E", "Noia"],
  ];
  const sheet = rows.flatMap((row, line) => row.map((text, column) => shown(text, column * 90, 200 + line * 17)));
  const bar = shown("Vertical scroll bar", 400, 190, { content: false, width: 14, height: 560 });
  const masks = await secretsOfTexts(nobody, [bar, ...sheet], {});
  expect(masks.map(({ kind, x, y }) => [kind, x, y])).toEqual([217, 234, 251].map((y) => ["national_id", 88, y - 2]));
});
