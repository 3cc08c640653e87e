import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

it("works never overlap, come in order, and go on after one that failed", async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await setImmediate();
    if (name === "second") throw new Error(name);
    seen.push(`${name} ends`);
    return name;
  };
  const all = ["first", "second", "third"].map((name) => turns.take(work(name)));
  expect(await Promise.allSettled(all)).toMatchObject([
    { status: "fulfilled", value: "first" },
    { status: "rejected" },
    { status: "fulfilled", value: "third" },
  ]);
  expect(seen).toEqual(["first begins", "first ends", "second begins", "third begins", "third ends"]);
});
