import { describe, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";
import { mutate } from "./testing/mutate.ts";
import { NASTY } from "./testing/nasty.ts";
import { SeededRandom } from "./testing/random.ts";
import { mvdanReader, type Reader, treeSitterReader } from "./testing/readers.ts";

/**
 * Our reading against other readers of Bash, over texts that are one to three changes away from nasty ones: where another
 * reader sees a command that we do not see, the text must have been refused.
 */

const SEEDS = NASTY.filter(({ refused }) => refused !== "command.parse" && refused !== "command.characters").map(
  ({ text }) => text,
);
const TEXTS = 2500;

/** Errors of the other readers, found with `bash -n` and by running the texts; each hides nothing from us. */
function isReadersError(reader: string, name: string, text: string): boolean {
  // A function that is called: we walk its body instead.
  if (new RegExp(`(?:^|\\W)${name}\\s*\\(\\s*\\)|functio(?:\\\\\\n)?n\\s+${name}`).test(text)) return true;
  // After a pipe `time` is the program, with the rest as its arguments.
  if (reader === "mvdan-sh") return /\|&?\s*time\s/.test(text);
  // The grammar takes these keywords for commands, ends words at a backslash and newline or blank, reads arithmetic
  // in subscripts and after `time` as a subshell, and takes names that begin with a digit for assignments.
  return name === "time" || name === "coproc" || /\\[\n ]|\[\(|time|(?:^|[\s;&|(])\d\w*=/.test(text);
}

function unseenBy(reader: Reader, seed: number): { readonly unseen: unknown[]; readonly compared: number } {
  const random = new SeededRandom(seed);
  const unseen: unknown[] = [];
  let compared = 0;
  for (let count = 0; count < TEXTS; count++) {
    const text = mutate(random.pick(SEEDS), SEEDS, random);
    const seen = new Set<string>();
    let isRefused = false;
    interpretScript(
      text,
      { cwd: "/workspace", home: "/home/agent", user: "agent" },
      {
        command: ({ words: [word = []] }) =>
          seen.add(word.map((piece) => ("text" in piece ? piece.text : "")).join("")),
        finding: () => {
          isRefused = true;
        },
      },
    );
    const names = isRefused ? null : reader.names(text);
    if (names === null) continue;
    compared++;
    const missed = names.filter((name) => !seen.has(name) && !isReadersError(reader.name, name, text));
    if (missed.length > 0) unseen.push({ text, missed });
  }
  return { unseen, compared };
}

describe("texts that are not refused", { timeout: 60_000 }, () => {
  it("hold no command that mvdan-sh sees and we do not", () => {
    const { unseen, compared } = unseenBy(mvdanReader(), 11);
    expect(unseen).toEqual([]);
    expect(compared).toBeGreaterThan(TEXTS / 5);
  });

  it("hold no command that tree-sitter-bash sees and we do not", async () => {
    const { unseen, compared } = unseenBy(await treeSitterReader(), 12);
    expect(unseen).toEqual([]);
    expect(compared).toBeGreaterThan(TEXTS / 5);
  });
});

describe("any text at all", { timeout: 60_000 }, () => {
  it("is read without an exception", () => {
    const random = new SeededRandom(13);
    const alphabet = [
      ..."$(){}[]<>|&;`'\"\\#!~*?=+-:%^@,. \n\tab1/",
      "\u00a0",
      "\u0000",
      "é",
      "<<E\n",
      "${x",
      "((",
      "case ",
      "in ",
    ];
    for (let count = 0; count < 4000; count++) {
      const text = Array.from({ length: random.below(40) }, () => random.pick(alphabet)).join("");
      const host = { command: () => undefined, finding: () => undefined };
      expect(() => interpretScript(text, { cwd: "/workspace", home: "/h", user: "u" }, host), text).not.toThrow();
    }
  });
});
