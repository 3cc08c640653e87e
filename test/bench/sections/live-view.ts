import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Duplex } from "node:stream";
import type { Desktop, SandboxDriver } from "@deskfleet/desktop";
import { benchSpec } from "../bench-desktop.ts";
import { type Timing, timing } from "../measure.ts";
import { p, type Section } from "../report.ts";
import { RfbClient } from "../rfb-client.ts";

const PAINTER = readFileSync(new URL("../painter.py", import.meta.url), "utf8");
/** The two clocks are the same CLOCK_MONOTONIC; this is where Node's zero lies on it, milliseconds. */
const ORIGIN_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** From a rectangle painted in the desktop to the update received by a viewer: Xvnc beside Xvfb with x11vnc. */
export async function liveViewSection(driver: SandboxDriver): Promise<Section> {
  const ours = await driver.start(benchSpec({ display: "xvnc" }), AbortSignal.timeout(60_000));
  const theirs = await driver.start(benchSpec({ display: "xvfb" }), AbortSignal.timeout(60_000));
  try {
    const xvnc = await updateLatency(ours, await ours.openVnc());
    const x11vnc = await updateLatency(theirs, await viewByX11vnc(theirs));
    return {
      title: "Live view: painted in the desktop to received by the viewer, p50 / p95",
      rows: [
        {
          what: "update latency, idle screen",
          ours: p(xvnc),
          baseline: `Xvfb + x11vnc ${p(x11vnc)}`,
          ratio: xvnc.p50 / x11vnc.p50,
          target: { at: "most", ratio: 1 / 10 },
        },
      ],
    };
  } finally {
    await Promise.all([driver.destroy(ours.id), driver.destroy(theirs.id)]);
  }
}

async function updateLatency(desktop: Desktop, stream: Duplex): Promise<Timing> {
  const viewer = new RfbClient(stream);
  await viewer.start();
  const painter = spawn("docker", ["exec", "-u", "1000:1000", desktop.id, "python3", "-c", PAINTER, "0.35", "25"]);
  const painted: number[] = [];
  createInterface({ input: painter.stdout }).on("line", (line) => painted.push(Number(line) / 1e6 - ORIGIN_MS));
  await once(painter, "close");
  viewer.close();
  return timing(
    painted.flatMap((at) => {
      const arrived = viewer.updates.find((update) => update > at);
      return arrived === undefined ? [] : [arrived - at];
    }),
  );
}

/** x11vnc with the flags of the reference demos, on a unix socket, carried out by an exec as our own view is. */
async function viewByX11vnc(desktop: Desktop): Promise<Duplex> {
  const enter = "set -a; . /run/deskfleet/env; set +a;";
  const server =
    "x11vnc -bg -q -o /dev/null -forever -shared -nopw -wait 50 -unixsock /tmp/x11vnc.sock -rfbport 0 -display $DISPLAY";
  execFileSync("docker", [
    "exec",
    "-u",
    "1000:1000",
    desktop.id,
    "sh",
    "-c",
    `${enter} ${server} >/dev/null 2>&1; sleep 1`,
  ]);
  const relay = spawn("docker", [
    "exec",
    "-i",
    "-u",
    "1000:1000",
    desktop.id,
    "socat",
    "-",
    "UNIX-CONNECT:/tmp/x11vnc.sock",
  ]);
  relay.stderr.resume();
  return Duplex.from({ readable: relay.stdout, writable: relay.stdin });
}
