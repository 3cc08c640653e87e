import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { BaselineProcess } from "../baseline-process.ts";
import type { BenchFleet } from "../bench-fleet.ts";
import { interleave } from "../measure.ts";
import { p, type ReportRow, type Section } from "../report.ts";

const TEXT = "The quick brown fox jumps over the lazy dog, 0123456789 times; and then it rests for a while. Ok now!";

/** A caller's whole round trip: HTTP, key, gates, two audit commits, worker, executor, X server and back. */
export async function apiSection(fleet: BenchFleet): Promise<Section> {
  const session = await fleet.call("POST", "/v1/sessions", {});
  const at = `/v1/sessions/${session.id}`;
  const act = (tool: string, params: object) => fleet.call("POST", `${at}/actions`, { tool, params });
  const before = new Set(containers(fleet));
  await act("computer_process_start", { app: "text-editor", wait: false });
  await sleep(2_000);
  // The desktop in use is the one that an editor runs in.
  const used = [...before].find(
    (id) =>
      execFileSync("docker", ["exec", id, "sh", "-c", "ps -A -o comm= | grep -c mousepad || true"], {
        encoding: "utf8",
      }).trim() !== "0",
  );
  if (used === undefined) throw new Error("no desktop of the fleet has the editor");
  const baseline = new BaselineProcess(used);
  const spot = (round: number) => ({ x: 600 + (round % 7), y: 400 + (round % 5) });
  const time = await interleave(
    {
      click: { run: (round) => act("computer_mouse_click", spot(round)) },
      demoClick: { run: (round) => baseline.call("demo_click", spot(round + 3)), every: 8 },
      type: { run: () => act("computer_keyboard_type", { text: TEXT }) },
      demoType: { run: () => baseline.call("demo_type", { text: TEXT }), every: 8 },
      frame: { run: () => fleet.call("GET", `${at}/frame`) },
      demoFrame: { run: () => baseline.call("demo_screenshot"), every: 2 },
    },
    40,
  );
  baseline.close();
  await fleet.call("POST", `${at}/close`);
  const row = (what: string, ours: keyof typeof time, theirs: keyof typeof time, tool: string): ReportRow => ({
    what,
    ours: p(time[ours]),
    baseline: `${tool} in the desktop ${p(time[theirs])}`,
    ratio: time[ours].p50 / time[theirs].p50,
  });
  return {
    title: "Action round trip over REST: API, gates, audit intent and outcome on disk, executor and back, p50 / p95",
    rows: [
      row("click", "click", "demoClick", "xdotool"),
      row("type 100 characters", "type", "demoType", "xdotool"),
      row("full frame, png", "frame", "demoFrame", "scrot"),
    ],
  };
}

function containers(fleet: BenchFleet): string[] {
  const filter = `label=deskfleet.fleet=${fleet.fleetId}`;
  return execFileSync("docker", ["ps", "-q", "--filter", filter], { encoding: "utf8" }).split("\n").filter(Boolean);
}
