import { readdirSync, readFileSync } from "node:fs";
import { analyseStart } from "@deskfleet/gates";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeded } from "../support/command-mutations.ts";
import { ROOT } from "../support/source-files.ts";
import { type Analysis, faultsOf, namedPaths } from "./reality/faults.ts";
import { type HelpOption, optionsFromHelp } from "./reality/help-options.ts";
import { PROGRAMS } from "./reality/ingredients.ts";
import { randomCommand } from "./reality/random-commands.ts";
import { type Canary, type Outcome, type Row, startWitness, type Witness } from "./reality/witness.ts";

/**
 * Whether what gate 5 allows is as harmless as it says: commands are run, unconfined, and what they did is looked at.
 * What confinement and the look at named paths (gate 4) keep inside is told, but is no fault of the verdict.
 */
const DIRECTORIES = ["/workspace", "/tmp"];
const CORPORA = `${ROOT}/packages/gates/corpora`;
/** Of the rows that are allowed every so many is run: all of them take minutes. */
const ROW_STEP = 6;
const SEED = 20;
const RANDOM_COMMANDS = 250;
const TIMEOUT_S = 1;
const HELP_BYTES_MAX = 32_768;

let witness: Witness;
beforeAll(async () => {
  witness = await startWitness(process.env.DESKFLEET_IMAGE ?? "", TIMEOUT_S);
});
afterAll(() => witness?.close());

const analysisOf = ({ command, cwd }: Omit<Row, "id">): Analysis | null => analyseStart({ command, cwd }, DIRECTORIES);
const isAllowed = (row: Row): boolean => analysisOf(row)?.verdict === "allow";

/** Runs the rows; the faults as lines, so that one run shows every one. */
async function judged(rows: readonly Row[]) {
  const faults: string[] = [];
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const analysis = analysisOf(row) as Analysis;
    const outcome = await witness.observe(row, namedPaths(analysis));
    outcomes.push(outcome);
    faults.push(...faultsOf(analysis, outcome).map((fault) => `${row.id} ${JSON.stringify(row.command)} ${fault}`));
  }
  process.stderr.write(`${summaryOf(outcomes)}\n`);
  return { faults, outcomes };
}

/** How many commands that name nothing of the kind reach it all the same, such as `grep -r x .` and `cat *`. */
function summaryOf(outcomes: readonly Outcome[]): string {
  const run = outcomes.filter(({ refused }) => refused === null);
  const reaching = (kind: Canary) =>
    run.filter(({ opened, seen }) => seen.includes(kind) || opened.some(([opens]) => opens === kind)).length;
  const counts = (["protected", "secret", "linked"] as const).map((kind) => `${kind} ${reaching(kind)}`);
  return `  ${run.length} commands were run, ${outcomes.length - run.length} refused for their paths; what they came across: ${counts.join(", ")}`;
}

it("the rows of the corpora that are allowed do nothing else", { timeout: 180_000 }, async () => {
  const rows = readdirSync(CORPORA)
    .filter((name) => name.endsWith("commands.jsonl"))
    .flatMap((name) => readFileSync(`${CORPORA}/${name}`, "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Row)
    .filter(isAllowed)
    .filter((_row, index) => index % ROW_STEP === 0);
  const { faults, outcomes } = await judged(rows);
  expect(faults).toEqual([]);
  // Nothing would be proven by commands that fail at once.
  expect(outcomes.filter(({ status }) => status === 0).length).toBeGreaterThan(rows.length / 2);
});

it("commands put together at random that are allowed do nothing else", { timeout: 180_000 }, async () => {
  const programs = new Map<string, readonly HelpOption[]>();
  for (const name of PROGRAMS) {
    const help = { id: name, command: `type ${name} && ${name} --help 2>&1`, cwd: "/workspace" };
    const { status, output } = await witness.observe(help, [], HELP_BYTES_MAX);
    if (status === 0 || output.includes("--")) programs.set(name, optionsFromHelp(output));
  }
  const random = seeded(SEED);
  const rows: Row[] = [];
  for (let count = 0; rows.length < RANDOM_COMMANDS; count++) {
    const row = { id: `random-${count}`, command: randomCommand(programs, random), cwd: "/workspace" };
    if (isAllowed(row)) rows.push(row);
  }
  const { faults, outcomes } = await judged(rows);
  expect(faults).toEqual([]);
  expect(outcomes.filter(({ status }) => status === 0).length).toBeGreaterThan(rows.length / 4);
});

describe("the witness itself", () => {
  it.each([
    ["touch /workspace/fresh.txt", "is not read-only"],
    ["chmod 600 a.txt", "is not read-only"],
    ["touch -d yesterday a.txt", "is not read-only"],
    ["echo x > ~/x", "changes what is outside"],
    ["./run.sh", "runs what nobody knows"],
    ["rm notes.txt", "deletes"],
    ["sleep 9 > /dev/null 2>&1 &", "leaves a process"],
    ["md5sum ~/notes.txt", "opens what is outside"],
    ["ls /mnt/outside", "opens what is outside"],
    ["getent passwd root", "prints: outside"],
    ["env", "prints: environment"],
    ["kill $(pgrep -o sleep)", "leaves a process"],
  ])("sees what %s does", async (command, fault) => {
    const claimed = { ...(analysisOf({ command: "ls", cwd: "/workspace" }) as Analysis), paths: [] };
    const outcome = await witness.observe({ id: "self", command, cwd: "/workspace" }, []);
    expect(faultsOf(claimed, outcome).join("\n")).toContain(fault);
  });

  it("finds everything as it was after each command", async () => {
    const look = { id: "look", command: "find . /tmp ~ | sort; cat a.txt; git status --short", cwd: "/workspace" };
    const before = await witness.observe(look, [], HELP_BYTES_MAX);
    await witness.observe({ ...look, command: "rm -rf .git docs a.txt; echo x > ~/x; chmod 0 src; mkdir /tmp/y" }, []);
    expect((await witness.observe(look, [], HELP_BYTES_MAX)).output).toBe(before.output);
  });

  it("refuses what the worker would: links that lead outside", async () => {
    const row = { id: "link", command: "cat links/file", cwd: "/workspace" };
    const outcome = await witness.observe(row, namedPaths(analysisOf(row) as Analysis));
    expect(outcome.refused).toBe("/workspace/links/file");
  });
});
