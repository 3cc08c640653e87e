import { setTimeout as sleep } from "node:timers/promises";
import { BENCH_POLICY, type BenchFleet } from "../bench-fleet.ts";
import { type Timing, timing } from "../measure.ts";
import { ms, p, type ReportRow, type Section } from "../report.ts";

const TEXT = "The quick brown fox jumps over the lazy dog, 0123456789 times; and then it rests for a while. Ok now!";
/** Turns without and with recording, one after the other. */
const TURNS = 16;
const ROUNDS = 10;
/** Longer than the recorder lets pass between two looks before clicks: each of these clicks waits for one. */
const PAUSE_MS = 300;
/** A click waits so long for its look at most (docs/recordings.md). */
const AIM_MS_MAX = 30;
/** Until a changed policy holds in the worker, and the last look of the turn before is over. */
const SETTLED_MS = 4_000;

type What = "click" | "clickAfterPause" | "type" | "frame";
type Samples = Record<What, number[]>;

/** The same desktop and the same actions over REST, in turns with a policy that records and one that does not. */
export async function recordingSection(fleet: BenchFleet): Promise<Section> {
  const session = await fleet.call("POST", "/v1/sessions", {});
  const at = `/v1/sessions/${session.id}`;
  const act = (tool: string, params: object) => fleet.call("POST", `${at}/actions`, { tool, params });
  await act("computer_process_start", { app: "text-editor", wait: false });
  await sleep(2_000);
  const samples = { without: emptySamples(), with: emptySamples() };
  for (let turn = -2; turn < TURNS; turn++) {
    const isRecorded = turn % 2 !== 0;
    const before = await frameCount(fleet, at);
    const recording = { frames: isRecorded ? "masked" : "none" };
    await fleet.call("PUT", "/v1/policies/tenant", { document: { ...BENCH_POLICY, recording }, comment: "in turns" });
    await sleep(SETTLED_MS);
    const settled = await frameCount(fleet, at);
    const turned = await oneTurn(act, () => fleet.call("GET", `${at}/frame`), turn);
    await sleep(SETTLED_MS);
    const count = (await frameCount(fleet, at)) - (isRecorded ? before : settled);
    if (count > 0 !== isRecorded)
      throw new Error(`a turn ${isRecorded ? "with" : "without"} recording made ${count} frames`);
    if (turn < 0) continue;
    for (const what of Object.keys(turned) as What[])
      samples[isRecorded ? "with" : "without"][what].push(...turned[what]);
  }
  await fleet.call("POST", `${at}/close`);
  const time = (isWith: "with" | "without", what: What): Timing => timing(samples[isWith][what]);
  const row = (text: string, what: What, most: number): ReportRow => ({
    what: text,
    ours: p(time("with", what)),
    baseline: `without ${p(time("without", what))}`,
    ratio: time("with", what).p50 / time("without", what).p50,
    target: { at: "most", ratio: most },
  });
  const look = time("with", "clickAfterPause").p50 - time("without", "clickAfterPause").p50;
  return {
    title: "Recording: the same actions with and without it in turns, over REST, p50 / p95",
    rows: [
      row("click, back to back", "click", 1.3),
      row("type 100 characters", "type", 1.3),
      row("full frame, png", "frame", 1.3),
      row(`click after ${PAUSE_MS} ms, with the look before it`, "clickAfterPause", 3),
      {
        ...{ what: `cost of that look (ratio: of ${AIM_MS_MAX} ms)`, ours: ms(look), ratio: look / AIM_MS_MAX },
        target: { at: "most", ratio: 1 },
      },
    ],
  };
}

const emptySamples = (): Samples => ({ click: [], clickAfterPause: [], type: [], frame: [] });

async function oneTurn(
  act: (tool: string, params: object) => Promise<unknown>,
  frame: () => Promise<unknown>,
  turn: number,
): Promise<Samples> {
  const samples = emptySamples();
  const measure = async (what: What, run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    samples[what].push(performance.now() - startedAt);
  };
  const click = (round: number) => act("computer_mouse_click", { x: 600 + ((turn + round) % 7), y: 400 + (round % 5) });
  for (let round = 0; round < ROUNDS; round++) await measure("click", () => click(round));
  for (let round = 0; round < ROUNDS; round++)
    await measure("type", () => act("computer_keyboard_type", { text: TEXT }));
  for (let round = 0; round < ROUNDS; round++) await measure("frame", frame);
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(PAUSE_MS);
    await measure("clickAfterPause", () => click(round));
  }
  return samples;
}

async function frameCount(fleet: BenchFleet, at: string): Promise<number> {
  let count = 0;
  for (let cursor = ""; ; ) {
    const page = await fleet.call("GET", `${at}/frames?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`);
    count += (page.items as unknown[]).length;
    cursor = (page.nextCursor as string | null) ?? "";
    if (cursor === "") return count;
  }
}
