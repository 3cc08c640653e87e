import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseSnapshot, renderAppState } from "@deskfleet/app-state";
import { RpcAppState } from "@deskfleet/contracts";
import { BaselineProcess } from "../baseline-process.ts";
import type { BenchDesktop } from "../bench-desktop.ts";
import { interleave } from "../measure.ts";
import { ms, p, type ReportRow } from "../report.ts";

const PROGRAMS = new URL("../../apps/programs/", import.meta.url);
const ROUNDS = 40;
const START_MS = 60_000;

/**
 * Typical applications of each toolkit. `limitMs`: what reading one may take (p50); `most`: of what the naive way takes in the
 * same minutes; the naive way is asked once in `every` rounds.
 */
const APPS = [
  {
    what: "mousepad (GTK 3)",
    start: "mousepad /workspace/page.html",
    app: "mousepad",
    limitMs: 50,
    most: 0.1,
    every: 4,
  },
  {
    what: "featherpad (Qt)",
    start: "featherpad --standalone /workspace/page.html",
    app: "featherpad",
    limitMs: 50,
    most: 0.2,
    every: 8,
  },
  {
    what: "a form with three lists (Qt)",
    start: "python3 /workspace/qt_form.py /tmp/qt.json",
    app: "qt-form",
    limitMs: 100,
    most: 0.06,
    every: 20,
  },
  {
    what: "a form with a list (GTK 4)",
    start: "python3 /workspace/gtk4_form.py /tmp/gtk4.json",
    app: "gtk4-form",
    limitMs: 100,
    most: 0.3,
    every: 4,
  },
  {
    what: "a page of 2,000 nodes (Chromium)",
    start: "chromium file:///workspace/page.html",
    app: "chromium",
    limitMs: 150,
    most: 0.12,
    every: 8,
  },
] as const;

/** Paragraphs with a link and a button: five accessibles each, and the browser's own. */
const PAGE_ROWS = 360;
const page = () =>
  `<!doctype html><meta charset="utf-8"><title>Orders</title><h1>Orders</h1>${Array.from(
    { length: PAGE_ROWS },
    (_, n) => `<p>Order ${n}: <a href="#${n}">details</a> <button>Pay ${n}</button></p>\n`,
  ).join("")}`;

/** `get_app_state` as the worker makes it (over the pipe, checked, rendered), beside the naive way in the same run. */
export async function captureRows(bench: BenchDesktop): Promise<readonly ReportRow[]> {
  put(bench, "page.html", page());
  for (const name of ["save.py", "qt_form.py", "gtk4_form.py"])
    put(bench, name, readFileSync(new URL(name, PROGRAMS), "utf8"));
  const naive = new BaselineProcess(bench.desktop.id, "naive_atspi.py");
  const rows: ReportRow[] = [];
  for (const { what, start, app, limitMs, most, every } of APPS) {
    bench.shell(`cd /workspace; setsid ${start} >/dev/null 2>&1 &`);
    const pid = await untilRead(bench, app);
    let accessibles = 0;
    const time = await interleave(
      {
        ours: { run: () => read(bench, pid) },
        naive: {
          run: async () => {
            ({ nodes: accessibles } = (await naive.call("naive_state", { pid })) as { nodes: number });
          },
          every,
        },
      },
      ROUNDS,
    );
    bench.shell(`kill ${pid}`);
    rows.push(
      {
        what: `read ${what}, ${accessibles} accessibles`,
        ours: p(time.ours),
        baseline: `naive ${p(time.naive)}`,
        ratio: time.ours.p50 / time.naive.p50,
        target: { at: "most", ratio: most },
      },
      {
        what: `  of its limit, ${ms(limitMs)}`,
        ours: p(time.ours),
        ratio: time.ours.p50 / limitMs,
        target: { at: "most", ratio: 1 },
      },
    );
  }
  naive.close();
  return rows;
}

async function read({ tool }: BenchDesktop, pid: number): Promise<string> {
  const { result } = await tool("get_app_state", { pid });
  const state = RpcAppState.parse((result as { result: unknown }).result);
  if (state.unchanged) throw new Error("nothing was sent that it could be like");
  return renderAppState(parseSnapshot(state.snapshot)).text;
}

/** Until the application runs and its state stays the same for two seconds: it is up. @returns its process */
async function untilRead(bench: BenchDesktop, app: string): Promise<number> {
  const until = performance.now() + START_MS;
  let last = "";
  let sameSince = performance.now();
  for (;;) {
    await sleep(200);
    const { result } = await bench.desktop.executor.call("locate_app", { app }, { timeoutMs: 5_000 });
    const pid = (result as { running: readonly { pid: number }[] }).running[0]?.pid;
    const text = pid === undefined ? "" : await read(bench, pid).catch(() => "");
    if (text !== last) sameSince = performance.now();
    last = text;
    if (pid !== undefined && text !== "" && performance.now() - sameSince > 2_000) return pid;
    if (performance.now() > until) throw new Error(`${app} did not come up; the last that was read of it:\n${text}`);
  }
}

function put({ shell }: BenchDesktop, name: string, text: string): void {
  shell(`echo ${Buffer.from(text).toString("base64")} | base64 -d >/workspace/${name}`);
}
