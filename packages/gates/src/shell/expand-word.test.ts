import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";
import { SeededRandom } from "./testing/random.ts";
import { PREAMBLE, randomWord } from "./testing/words.ts";
import type { Word } from "./word.ts";

/** How words are expanded, compared with what the Bash of this machine makes of them in an empty directory. */

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "words-"));
});
afterAll(() => rmdirSync(folder));

const READER =
  "while IFS= read -r -d '' text; do ( eval \"$text\" ) 2>/dev/null && printf '\\1ok\\0' || printf '\\1failed\\0'; done";

/** The fields of each script's `printf '%s\0' …`; null where Bash refuses it. One process for all. */
function fieldsOfBash(scripts: readonly string[]): (string[] | null)[] {
  const { stdout } = spawnSync("/bin/bash", ["-c", READER], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: "/home/agent", LC_ALL: "C.UTF-8", USER: "agent" },
    input: scripts.map((script) => `${script}\0`).join(""),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const results: (string[] | null)[] = [];
  let fields: string[] = [];
  for (const field of stdout.split("\0").slice(0, -1)) {
    if (field !== "\u0001ok" && field !== "\u0001failed") fields.push(field);
    else {
      results.push(field === "\u0001ok" ? fields : null);
      fields = [];
    }
  }
  return results;
}

/** `known`: the fields, globs as they are written; null when any part is unknown. */
function ourReading(script: string): { readonly known: string[] | null; readonly codes: string[] } {
  let words: readonly Word[] = [];
  const codes: string[] = [];
  interpretScript(
    script,
    { cwd: folder, home: "/home/agent", user: "agent" },
    {
      command: (invocation) => {
        words = invocation.words;
      },
      finding: ({ code }) => codes.push(code),
    },
  );
  const fields = words.slice(3).map((word) => {
    let text = "";
    for (const piece of word) {
      if (piece.kind !== "text" && piece.kind !== "glob") return null;
      text += piece.text;
    }
    return text;
  });
  return { known: fields.includes(null) ? null : (fields as string[]), codes };
}

/** Depends on this machine: users are taken to exist, and absolute patterns match what is there. */
const isOther = (field: string) => /\/home\/(?!agent)/.test(field) || /^\/.*[*?[]/.test(field);

const scriptFor = (word: string) => `${PREAMBLE}\nprintf '%s\\0' - ${word}`;

describe("words that are known", { timeout: 60_000 }, () => {
  const cases = Array.from({ length: 6 }, (_, batch) => batch + 1);
  it.each(cases)("have the fields that Bash gives them (seed %i)", (seed) => {
    const random = new SeededRandom(seed);
    const words = Array.from({ length: 700 }, () => randomWord(random));
    const bash = fieldsOfBash(words.map(scriptFor));
    expect(bash).toHaveLength(words.length);
    const wrong: unknown[] = [];
    let unknown = 0;
    words.forEach((word, index) => {
      const expected = bash[index]?.slice(1) ?? null;
      const { known, codes } = ourReading(scriptFor(word));
      if (codes.length > 0) return;
      if (known === null) unknown++;
      else if (expected !== null && !known.some(isOther) && JSON.stringify(known) !== JSON.stringify(expected))
        wrong.push({ word, known, expected });
    });
    expect(wrong).toEqual([]);
    expect(unknown).toBeLessThan(words.length / 10);
  });
});
