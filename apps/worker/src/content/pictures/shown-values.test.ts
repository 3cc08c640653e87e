import type { VisibleTexts } from "@deskfleet/contracts";
import { describe, expect, it, vi } from "vitest";
import { type ExtentsOf, secretsOfTexts } from "./shown-texts.ts";

type Shown = VisibleTexts["texts"][number];
type Extent = Pick<Shown, "x" | "y" | "width" | "height">;
const named = (text: string, x: number, y: number, width = 90): Shown => ({
  ...{ pid: 7, key: `:1.7|/${text}`, text, content: false, x, y, width, height: 16 },
});
const field = (text: string, x: number, y: number, height = 30): Shown => ({
  ...{ pid: 7, key: `:1.7|/${text}`, text, content: true, x, y, width: 200, height },
});
/** An application that answers with these places, one after the other. */
function telling(...extents: (Extent | null)[]) {
  return vi.fn<ExtentsOf>(async () => extents);
}
const found = async (texts: Shown[], app = telling(), rules = {}) =>
  (await secretsOfTexts(app, texts, rules)).map(({ kind, x, y }) => [kind, x + 2, y + 2]);

describe("what a form shows", () => {
  it("is judged by the label in front of its field, in any script", async () => {
    const texts = [
      ...[named("管理员密码", 10, 107), field("银河落九天88", 120, 100)],
      ...[named("城市", 10, 147), field("杭州西湖", 120, 140)],
    ];
    expect(await found(texts)).toEqual([["password", 120, 100]]);
  });

  it("is judged by the label above its field", async () => {
    const texts = [named("Password", 120, 80), field("correct-horse-42", 120, 100), field("no label", 120, 300)];
    expect(await found(texts)).toEqual([["password", 120, 100]]);
  });

  it("is left where nothing of it is a secret", async () => {
    expect(await found([named("Name", 10, 107), field("Ada Lovelace", 120, 100)])).toEqual([]);
  });

  it("is masked where the session knows it, wherever it stands", async () => {
    const rules = { values: ["Harbourlight"] };
    expect(await found([named("Harbourlight", 10, 10)], telling(), rules)).toEqual([["password", 10, 10]]);
  });
});

describe("a value within a longer text", () => {
  const notes = field("Sitzung\n密码：Quartz-Heron-5178\nEnde 😀", 20, 200, 120);

  it("is filled where its characters stand, which are counted as the desktop counts them", async () => {
    const app = telling({ x: 60, y: 220, width: 80, height: 18 });
    const emoji = { ...notes, text: `😀${notes.text}` };
    expect(await found([emoji], app)).toEqual([["password", 60, 220]]);
    // The picture in front is two units of the text here, and one character there.
    const start = emoji.text.indexOf("Quartz") - 1;
    const ranges = [{ pid: 7, key: notes.key, start, end: start + "Quartz-Heron-5178".length }];
    expect(app).toHaveBeenCalledWith(ranges);
  });

  it.each<[string, Extent | null]>([
    ["that the application says nothing of", null],
    ["that it says to stand somewhere else", { x: 900, y: 20, width: 80, height: 18 }],
  ])("%s is filled with all of its text", async (_name, extent) => {
    expect(await found([notes], telling(extent))).toEqual([["password", 20, 200]]);
  });
});

it("an application that does not answer is an error to whoever asked", async () => {
  const gone = () => Promise.reject(new Error("gone"));
  await expect(secretsOfTexts(gone, [field("a\npassword: Quartz-Heron-5178", 0, 0)], {})).rejects.toThrow();
});
