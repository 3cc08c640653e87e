import { setTimeout as sleep } from "node:timers/promises";
import type { RpcObserve } from "@deskfleet/contracts";
import { BaselineProcess } from "../baseline-process.ts";
import { type BenchDesktop, openScene } from "../bench-desktop.ts";
import { interleave } from "../measure.ts";
import { p, type ReportRow, type Section } from "../report.ts";

const TEXT = "The quick brown fox jumps over the lazy dog, 0123456789 times; and then it rests for a while. Ok now!";
const CAPTURE = { format: "png", quality: 80, scale: 1 };
const OBSERVE: RpcObserve = { ...CAPTURE, format: "png", firstDamageMs: 100, quietMs: 100, settleMsMax: 2_000 };

/** Worker to X server and back over the one pipe, beside what the reference demos and a Python computer server do. */
export async function actionSection(bench: BenchDesktop): Promise<Section> {
  await openScene(bench);
  const baseline = new BaselineProcess(bench.desktop.id);
  // A click in the editor's text area: something is there to react, and typing has somewhere to go.
  const spot = (round: number) => ({ x: 600 + (round % 7), y: 400 + (round % 5) });
  const time = await interleave(
    {
      click: { run: (round) => bench.tool("computer_mouse_click", { ...spot(round), button: "left" }) },
      serverClick: { run: (round) => baseline.call("server_click", spot(round)) },
      demoClick: { run: (round) => baseline.call("demo_click", spot(round)), every: 4 },
      type: { run: () => bench.tool("computer_keyboard_type", { text: TEXT }) },
      serverType: { run: () => baseline.call("server_type", { text: TEXT }), every: 2 },
      demoType: { run: () => baseline.call("demo_type", { text: TEXT }), every: 8 },
      frame: { run: () => bench.tool("computer_screen_capture", CAPTURE) },
      serverFrame: { run: () => baseline.call("server_screenshot"), every: 2 },
      demoFrame: { run: () => baseline.call("demo_screenshot"), every: 2 },
      observe: {
        run: (round) => bench.tool("computer_mouse_click", { ...spot(round), button: "left" }, OBSERVE),
        every: 2,
      },
    },
    40,
  );
  // At rest: an editor that still paints would make every frame a new one.
  await sleep(1_000);
  const full = await bench.tool("computer_screen_capture", CAPTURE);
  const { image } = (await baseline.call("demo_screenshot")) as { image: string };
  const frameId = (full.result as { frame: { frameId: string } }).frame.frameId;
  const again = async () => {
    const { payload } = await bench.tool("computer_screen_capture", { ...CAPTURE, ifChangedFrom: frameId });
    if (payload !== null) throw new Error("the screen changed although nobody touched it");
  };
  const unchanged = await interleave({ same: { run: again } }, 40);
  baseline.close();
  const ratio = (
    what: string,
    ours: keyof typeof time,
    theirs: keyof typeof time,
    baselineName: string,
    most: number,
  ): ReportRow => ({
    what,
    ours: p(time[ours]),
    baseline: `${baselineName} ${p(time[theirs])}`,
    ratio: time[ours].p50 / time[theirs].p50,
    target: { at: "most", ratio: most },
  });
  const bytes = Buffer.from(image, "base64").length;
  return {
    title:
      "Action round trip, worker to X server and back over docker exec, p50 / p95, same desktop and scene, interleaved",
    rows: [
      ratio("click", "click", "serverClick", "pynput", 1.2),
      ratio("click", "click", "demoClick", "xdotool", 1 / 30),
      ratio("type 100 characters", "type", "serverType", "pynput", 1 / 3),
      ratio("type 100 characters", "type", "demoType", "xdotool", 1 / 60),
      ratio("full frame, png", "frame", "serverFrame", "PIL", 1 / 20),
      ratio("full frame, png", "frame", "demoFrame", "scrot", 1 / 20),
      {
        what: "unchanged frame",
        ours: p(unchanged.same),
        baseline: `scrot ${p(time.demoFrame)}`,
        ratio: unchanged.same.p50 / time.demoFrame.p50,
        target: { at: "most", ratio: 1 / 25 },
      },
      {
        what: "click, settle, frame in one call",
        ours: p(time.observe),
        baseline: "click + fixed 500 ms + PIL frame",
        ratio: time.observe.p50 / (time.serverClick.p50 + 500 + time.serverFrame.p50),
        target: { at: "most", ratio: 1 / 2 },
      },
      {
        what: "bytes of a full frame",
        ours: `${full.payload?.length ?? 0}`,
        baseline: `scrot ${bytes}`,
        ratio: (full.payload?.length ?? 0) / bytes,
        target: { at: "most", ratio: 1.2 },
      },
    ],
  };
}
