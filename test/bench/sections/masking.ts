import { setTimeout as sleep } from "node:timers/promises";
import type { ContentPictures, RpcFrame } from "@deskfleet/contracts";
import {
  createAnchorEngine,
  createLogger,
  deliverFrame,
  FrameLedger,
  readScreen,
  ScreenReadings,
} from "@deskfleet/worker";
import { type BenchDesktop, openScene } from "../bench-desktop.ts";
import { timing } from "../measure.ts";
import { p, type ReportRow, type Section } from "../report.ts";

const ROUNDS = 4;
/** Of a frame that is answered before it is read. */
const READ_MS_MAX = 60_000;
const SCREEN = { width: 1_280, height: 800 } as const;
const FIELD = { kind: "password", x: 400, y: 300, width: 200, height: 24 } as const;

const DIGITS = 4;
const FIRST_NUMBER = 1_200;
const STEP = 7;

type Session = Parameters<typeof deliverFrame>[0];
type ReadToMask = ReturnType<typeof createAnchorEngine>["readToMask"];
type What = "fields" | "field" | "first" | "changed" | "unchanged" | "same" | "fill";

const PART = { x: 200, y: 260, width: 720, height: 220 } as const;
const PARTS = 8;
type Parts = Readonly<Record<"read" | "again", number[]>>;

interface Band {
  readonly ms: number;
  readonly rows: number;
}
interface Measured {
  readonly samples: Readonly<Record<What, number[]>>;
  /** What was recognised of them where a line was typed. */
  readonly bands: readonly Band[];
}

/**
 * Gate 8 on the frames of a form and of an office at work: password fields alone, and everything that can be read on them. Baseline:
 * the whole screen read, which is what each frame would cost if nothing of it were remembered.
 */
export async function maskingSection(bench: BenchDesktop): Promise<Section> {
  const engine = createAnchorEngine(createLogger("silent"));
  try {
    const closeForm = await openForm(bench);
    const form = await measureFrames(bench, engine.readToMask);
    closeForm();
    await openScene(bench);
    await bench.tool("computer_mouse_click", { x: 600, y: 400, button: "left" });
    const office = await measureFrames(bench, engine.readToMask, { onlyChanges: true });
    return {
      title: "Gate 8 on a frame of 1280 x 800, p50 / p95, same scene, in turns",
      rows: [
        row("password fields only, none there", "fields", form, 0.01),
        row("password fields only, one filled", "field", form, 0.2),
        row("hold, a line typed", "changed", form, 0.75),
        row("hold, the same pixels again", "unchanged", form, 0.2),
        row("hold, named unchanged by the desktop", "same", form, 0.01),
        row("fill, a line typed: answered before it is read", "fill", form, 0.2),
        bandRow("form", form),
        // Lines without room between them: a change takes its neighbours along.
        bandRow("office", office),
        ...partRows("office", await measureParts(bench, engine)),
      ],
    };
  } finally {
    await engine.close();
  }
}

/** `onlyChanges`: a dense screen on a busy machine takes longer than a frame is held, and what is compared with it says nothing then. */
async function measureFrames(bench: BenchDesktop, read: ReadToMask, { onlyChanges = false } = {}): Promise<Measured> {
  const samples: Record<What, number[]> = {
    ...{ fields: [], field: [], first: [], changed: [], unchanged: [], same: [], fill: [] },
  };
  const bands: Band[] = [];
  const readToMask: ReadToMask = async (job) => {
    const startedAt = performance.now();
    const words = await read(job);
    bands.push({ ms: performance.now() - startedAt, rows: rowsOf(job) });
    return words;
  };
  const ofChanges: Band[] = [];
  const holding = callerOf("hold", bench, readToMask);
  const filling = callerOf("fill", bench, readToMask);
  await bench.tool("computer_key_press", { key: "Home" });
  await bench.tool("computer_keyboard_type", { text: "0".repeat(DIGITS) });
  for (let round = -2; round < ROUNDS; round++) {
    // Another number in the place of the last one: nothing scrolls, one line changes.
    for (let digit = 0; digit < DIGITS; digit++) await bench.tool("computer_key_press", { key: "BackSpace" });
    await bench.tool("computer_keyboard_type", { text: `${FIRST_NUMBER + round * STEP}` });
    const { raw, payload } = await capture(bench);
    const measure = async (what: What, caller: Caller, changes: Partial<RpcFrame> = {}) => {
      const startedAt = performance.now();
      await caller({ ...raw, ...changes }, changes.unchanged ? null : payload);
      if (round >= 0) samples[what].push(performance.now() - startedAt);
    };
    await measure("fields", callerOf("fields", bench, readToMask));
    await measure("field", callerOf("fields", bench, readToMask), { secureRegions: [FIELD] });
    bands.length = 0;
    await measure("changed", holding);
    if (round >= 0) ofChanges.push(...bands);
    if (onlyChanges) continue;
    await measure("unchanged", holding);
    await measure("same", holding, { unchanged: true });
    await measure("fill", filling);
    // Reading goes on behind it: until it is through, it would be measured with what comes next.
    for (const startedAt = performance.now(); ; await sleep(20)) {
      if ((await filling(raw, payload)).frame.masked.every(({ kind }) => kind !== "unread")) break;
      if (performance.now() - startedAt > READ_MS_MAX) throw new Error("a screen is not read: the machine is too busy");
    }
    await measure("first", callerOf("hold", bench, readToMask));
  }
  return { samples, bands: ofChanges };
}

function row(what: string, ours: What, { samples }: Measured, most?: number): ReportRow {
  const [time, whole] = [timing(samples[ours]), timing(samples.first)];
  return {
    ...{ what, ours: p(time), baseline: `read whole ${p(whole)}`, ratio: time.p50 / whole.p50 },
    ...(most === undefined ? {} : { target: { at: "most", ratio: most } }),
  };
}

const bandRow = (scene: string, { bands }: Measured): ReportRow => ({
  what: `recognition of a changed band, ${scene}, ${timing(bands.map(({ rows }) => rows)).p50} rows`,
  ours: p(timing(bands.map(({ ms }) => ms))),
});

/** What the auditor reads around a target: parts that nobody read before, and the same again. */
async function measureParts({ tool }: BenchDesktop, engine: ReturnType<typeof createAnchorEngine>): Promise<Parts> {
  const samples: Parts = { read: [], again: [] };
  const session = {
    ...{ id: "bench", audit: { readings: new ScreenReadings() }, stopSignal: new AbortController().signal },
    services: { anchors: engine, log: createLogger("warn") },
  } as unknown as Parameters<typeof readScreen>[0];
  const call: Parameters<typeof readScreen>[1]["call"] = async (method, args) => {
    const { result, payload } = await tool(method, { quality: 80, scale: 1, ...args });
    return { reply: result as Awaited<ReturnType<typeof call>>["reply"], payload };
  };
  const pipe = { call, windows: async () => [] };
  for (let round = -2; round < PARTS; round++)
    for (const what of ["read", "again"] as const) {
      const startedAt = performance.now();
      const { words } = await readScreen(session, pipe, { ...PART, y: PART.y + round * STEP }, READ_MS_MAX);
      if (words === null) throw new Error("a part of the screen is not read: the machine is too busy");
      if (round >= 0) samples[what].push(performance.now() - startedAt);
    }
  return samples;
}

function partRows(scene: string, { read, again }: Parts): ReportRow[] {
  const [first, known] = [timing(read), timing(again)];
  const what = `the auditor's part around a target, ${scene}, ${PART.width} x ${PART.height}`;
  return [
    { what: `${what}: read`, ours: p(first) },
    {
      ...{ what: `${what}: known`, ours: p(known), baseline: `read ${p(first)}`, ratio: known.p50 / first.p50 },
      target: { at: "most", ratio: 0.3 },
    },
  ];
}

/** An editor alone, with room between its lines; the keyboard is in the middle of it. */
async function openForm({ shell, tool }: BenchDesktop): Promise<() => void> {
  const lines = Array.from({ length: 8 }, (_, line) => `Field ${line}: Harbour Homes, order ${line * 37}`);
  const pid = shell(
    `cd /workspace; printf '${lines.join("\\n\\n\\n")}' > form.txt; mousepad form.txt >/dev/null 2>&1 & echo $!`,
  ).trim();
  while (windowsIn(await tool("computer_window_list", {})) === 0) await sleep(100);
  await sleep(1_500);
  for (let line = 0; line < 9; line++) await tool("computer_key_press", { key: "Down" });
  return () => void shell(`kill -KILL ${pid}`);
}

const windowsIn = ({ result }: { readonly result: unknown }): number =>
  (result as { result: { windows: unknown[] } }).result.windows.length;

/** Of the screen: a byte for each pixel of the enlargement, after a header of a few bytes. */
const rowsOf = ({ image, scale }: Parameters<ReadToMask>[0]): number =>
  Math.floor(image.length / (SCREEN.width * scale * scale));

type Caller = (raw: RpcFrame, payload: Buffer | null) => ReturnType<typeof deliverFrame>;

/** Somebody with a session of their own, who holds the frames that they were answered. */
function callerOf(pictures: ContentPictures, { desktop }: BenchDesktop, readToMask: ReadToMask): Caller {
  const frames = new FrameLedger().of("bench");
  const session = {
    ...{ id: "bench", screen: SCREEN, content: { rules: {} }, desktop },
    policy: { contentPictures: { value: pictures } },
    services: { anchors: { readToMask }, log: createLogger("warn") },
  } as unknown as Session;
  return (raw, payload) => deliverFrame(session, raw, payload, frames);
}

async function capture({ tool }: BenchDesktop): Promise<{ raw: RpcFrame; payload: Buffer }> {
  const { result, payload } = await tool("computer_screen_capture", { format: "png", quality: 80, scale: 1 });
  if (payload === null) throw new Error("a capture without its picture");
  return { raw: (result as { frame: RpcFrame }).frame, payload };
}
