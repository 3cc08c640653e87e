import { readFileSync } from "node:fs";
import { analyseStart } from "@deskfleet/gates";
import { mutateCommand, seeded } from "../../support/command-mutations.ts";
import { ROOT } from "../../support/source-files.ts";
import { timing } from "../measure.ts";
import { ms, type Section } from "../report.ts";

const DIRECTORIES = ["/workspace", "/tmp"];
const MUTATIONS = 100_000;
/** Milliseconds that the analysis of one command may take (issue 3). */
const P50_MAX = 1;
const P99_MAX = 5;
const LARGEST_MAX = 50;

interface Row {
  readonly command: string;
  readonly cwd: string;
  readonly expect: string;
  readonly class: string;
}

const rows = ["commands", "further-commands"].flatMap((name) =>
  readFileSync(`${ROOT}/packages/gates/corpora/${name}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row),
);

/** Analysis of every row of the corpora after warm-up, and of texts as long as they may be. */
export async function corpusSection(): Promise<Section> {
  const samples: number[] = [];
  for (let round = -3; round < 10; round++)
    for (const { command, cwd } of rows) {
      const startedAt = performance.now();
      analyseStart({ command, cwd }, DIRECTORIES);
      if (round >= 0) samples.push(performance.now() - startedAt);
    }
  const { p50 } = timing(samples);
  const p99 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? Number.NaN;
  const largest = LARGE.map(([what, text]) => {
    const times = Array.from({ length: 12 }, () => {
      const startedAt = performance.now();
      analyseStart({ command: text, cwd: "/workspace" }, DIRECTORIES);
      return performance.now() - startedAt;
    });
    // The first ones warm up, as with the rows.
    const { p50: median } = timing(times.slice(3));
    return {
      what: `64 KiB of ${what}`,
      ours: ms(median),
      ratio: median / LARGEST_MAX,
      target: { at: "most", ratio: 1 } as const,
    };
  });
  return {
    title: `Command analysis, ${rows.length} commands (ratio: of the limit)`,
    rows: [
      { what: "p50", ours: ms(p50), ratio: p50 / P50_MAX, target: { at: "most", ratio: 1 } },
      { what: "p99", ours: ms(p99), ratio: p99 / P99_MAX, target: { at: "most", ratio: 1 } },
      ...largest,
    ],
  };
}

const filled = (line: string) => line.repeat(Math.floor(65_000 / line.length));
const LARGE: readonly (readonly [what: string, text: string])[] = [
  ["simple commands", filled("ls -l docs\n")],
  ["one pipeline", `ls${filled(" | cat")}`],
  ["words", `echo ${filled("word ")}`],
  ["assignments", filled("a=b; ")],
  ["one quoted text", `echo '${filled("text ")}'`],
  ["substitutions", filled('echo "$(ls)"; ')],
  ["a here-document", `cat > a.txt <<'END'\n${filled("a line of text\n")}END`],
];

/** 100,000 other spellings of denied commands, none of which may be allowed. */
export async function fuzzSection(): Promise<Section> {
  const random = seeded(1);
  const denied = rows.filter((row) => row.expect === "deny" && row.class !== "parse-error");
  let allowed = 0;
  const startedAt = performance.now();
  for (let count = 0; count < MUTATIONS; count++) {
    const { command, cwd } = denied[count % denied.length] as Row;
    const text = mutateCommand(command, random);
    if (analyseStart({ command: text, cwd }, DIRECTORIES)?.verdict !== "allow") continue;
    allowed += 1;
    if (allowed <= 10) process.stderr.write(`  allowed: ${JSON.stringify(text)}\n`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    title: "Mutations of denied commands",
    rows: [
      { what: "mutations", ours: `${MUTATIONS} in ${seconds.toFixed(0)} s` },
      { what: "answered allow", ours: String(allowed), ratio: allowed, target: { at: "most", ratio: 0 } },
    ],
  };
}
