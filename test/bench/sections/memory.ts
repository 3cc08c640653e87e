import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop, SandboxDriver } from "@deskfleet/desktop";
import { benchSpec } from "../bench-desktop.ts";
import type { Section } from "../report.ts";

const DESKTOPS = 4;

/** What each further idle desktop takes from MemAvailable: ours beside Xvfb with a running x11vnc. */
export async function memorySection(driver: SandboxDriver): Promise<Section> {
  const ours = await perDesktop(driver, "xvnc", () => undefined);
  const theirs = await perDesktop(driver, "xvfb", (desktop) => {
    spawn("docker", [
      "exec",
      "-d",
      "-u",
      "1000:1000",
      desktop.id,
      "sh",
      "-c",
      "set -a; . /run/deskfleet/env; set +a; exec x11vnc -q -o /dev/null -forever -shared -nopw -wait 50 -localhost -display $DISPLAY",
    ]);
  });
  const mib = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
  return {
    title: `Memory per further idle desktop (MemAvailable, ${DESKTOPS} desktops)`,
    rows: [
      {
        what: "idle desktop",
        ours: mib(ours),
        baseline: `Xvfb + x11vnc ${mib(theirs)}`,
        ratio: ours / theirs,
        target: { at: "most", ratio: 0.85 },
      },
    ],
  };
}

async function perDesktop(
  driver: SandboxDriver,
  display: "xvnc" | "xvfb",
  extra: (desktop: Desktop) => void,
): Promise<number> {
  // The first one pulls shared pages in; it is not counted.
  const desktops = [await driver.start(benchSpec({ display }), AbortSignal.timeout(60_000))];
  for (const desktop of desktops) extra(desktop);
  try {
    await sleep(2_000);
    const before = memAvailable();
    for (let index = 0; index < DESKTOPS; index++) {
      const desktop = await driver.start(benchSpec({ display }), AbortSignal.timeout(60_000));
      desktops.push(desktop);
      extra(desktop);
    }
    await sleep(2_000);
    return (before - memAvailable()) / DESKTOPS;
  } finally {
    await Promise.all(desktops.map(({ id }) => driver.destroy(id)));
  }
}

function memAvailable(): number {
  const [, kib] = /^MemAvailable:\s+([0-9]+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8")) ?? [];
  return Number(kib) * 1_024;
}
