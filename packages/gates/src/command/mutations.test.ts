import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mutateCommand, seeded } from "../../../../test/support/command-mutations.ts";
import { analyseCommand } from "./analyse-command.ts";

interface Row {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly class: string;
  readonly expect: string;
}
const rowsOf = (name: string) =>
  readFileSync(new URL(`../../corpora/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
/** What does not parse may be completed by what is put around it. */
const denied = [...rowsOf("commands.jsonl"), ...rowsOf("further-commands.jsonl")].filter(
  (row) => row.expect === "deny" && row.class !== "parse-error",
);
const setting = (cwd: string) => ({ cwd, home: "/home/agent", user: "agent", directories: ["/workspace", "/tmp"] });

describe("however a denied command is written", () => {
  it("it is never allowed (three other spellings of each row, seeded)", { timeout: 60_000 }, () => {
    const random = seeded(20_260_101);
    const allowed: string[] = [];
    for (const { command, cwd, id } of denied)
      for (let round = 0; round < 3; round++) {
        const text = mutateCommand(command, random);
        if (analyseCommand(text, setting(cwd)).verdict === "allow") allowed.push(`${id}: ${text}`);
      }
    expect(allowed).toEqual([]);
  });
});
