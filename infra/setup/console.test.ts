import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildConsole } from "./console.ts";
import { ROOT } from "./paths.ts";

const BUILT = join(ROOT, "apps/api/console/dist");

it("the console is built once for its sources: the second time costs nothing and leaves nothing behind", async () => {
  const endings: string[] = [];
  const report = { progress: () => {}, skip: () => endings.push("skipped"), done: () => endings.push("built") };
  await buildConsole(report);
  const built = readdirSync(join(BUILT, "assets"));
  await buildConsole(report);
  expect(endings.at(-1)).toBe("skipped");
  expect(readdirSync(join(BUILT, "assets"))).toEqual(built);
  expect(existsSync(join(ROOT, `apps/api/console/dist.${process.pid}.new`))).toBe(false);
}, 120_000);

it("its pages hold no script and no style of their own, and every address in them is relative", () => {
  for (const page of ["index.html", "view.html"]) {
    const html = readFileSync(join(BUILT, page), "utf8");
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    expect([...html.matchAll(/ (?:src|href)="([^"]+)"/g)].filter(([, url]) => !url?.startsWith("./assets/"))).toEqual(
      [],
    );
  }
});
