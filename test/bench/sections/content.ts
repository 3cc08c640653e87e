import { readFileSync } from "node:fs";
import { redactText } from "@deskfleet/gates";
import { ROOT } from "../../support/source-files.ts";
import { timing } from "../measure.ts";
import { ms, type Section } from "../report.ts";

/** Milliseconds that the filter may take on the text of one screen (issue 6). */
const P99_MAX = 5;
const SCREEN = 4_000;
const MEGABYTE = 1_000_000;

const corpus = (name: string): string[] =>
  readFileSync(`${ROOT}/packages/gates/corpora/${name}`, "utf8")
    .split("\n")
    .filter((line) => line !== "");
const textsOf = (name: string): string[] => corpus(name).map((line) => (JSON.parse(line) as { text: string }).text);
const screenOf = (lines: readonly string[]): string => lines.join("\n").slice(0, SCREEN);

const SCREENS: readonly (readonly [what: string, text: string])[] = [
  ["prose", readFileSync(`${ROOT}/README.md`, "utf8").slice(0, SCREEN)],
  ["lines with labels, no values", screenOf(corpus("further-harmless-lines.txt"))],
  ["a value in every line", screenOf(textsOf("further-secrets.jsonl"))],
];
const HOSTILE = "password password:sk-eyJ".repeat(MEGABYTE / 24);

/** Gate 8 on text: screens of four kilobytes after warm-up, and a megabyte that is all labels. */
export async function contentSection(): Promise<Section> {
  const rows = SCREENS.map(([what, text]) => {
    const samples: number[] = [];
    for (let round = -100; round < 500; round++) {
      const startedAt = performance.now();
      redactText(text);
      if (round >= 0) samples.push(performance.now() - startedAt);
    }
    const p99 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? Number.NaN;
    return {
      what: `${what}: p50, p99`,
      ours: `${ms(timing(samples).p50)}, ${ms(p99)}`,
      ratio: p99 / P99_MAX,
      target: { at: "most", ratio: 1 } as const,
    };
  });
  const startedAt = performance.now();
  redactText(HOSTILE);
  return {
    title: `Content filter on text, ${SCREEN} characters (ratio: p99 of the limit)`,
    rows: [...rows, { what: "a megabyte of labels, once", ours: ms(performance.now() - startedAt) }],
  };
}
