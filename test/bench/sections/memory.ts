import { execFileSync, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Desktop, SandboxDriver } from "@deskfleet/desktop";
import { benchSpec } from "../bench-desktop.ts";
import type { Section } from "../report.ts";

const DESKTOPS = 4;
/** Shared pages are divided among those that share them, so that the sum over desktops is what they take together. */
const PSS = "cat /proc/[0-9]*/smaps_rollup 2>/dev/null | awk '/^Pss:/ { sum += $2 } END { print sum }'";

/** Proportional set size of an idle desktop among others: ours beside Xvfb with a running x11vnc. */
export async function memorySection(driver: SandboxDriver): Promise<Section> {
  const ours = await perDesktop(driver, "xvnc", () => undefined);
  const theirs = await perDesktop(driver, "xvfb", (desktop) => {
    const server =
      "exec x11vnc -q -o /dev/null -forever -shared -nopw -wait 50 -unixsock /tmp/x11vnc.sock -rfbport 0 -display $DISPLAY";
    spawn("docker", [
      "exec",
      "-d",
      "-u",
      "1000:1000",
      desktop.id,
      "sh",
      "-c",
      `set -a; . /run/deskfleet/env; set +a; ${server}`,
    ]);
  });
  const mib = (kib: number) => `${(kib / 1_024).toFixed(1)} MiB`;
  return {
    title: `Memory of an idle desktop, executor included (PSS, ${DESKTOPS} desktops)`,
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
  const desktops: Desktop[] = [];
  try {
    for (let index = 0; index < DESKTOPS; index++) {
      const desktop = await driver.start(benchSpec({ display }), AbortSignal.timeout(60_000));
      desktops.push(desktop);
      extra(desktop);
    }
    await sleep(3_000);
    const kib = desktops.map(({ id }) =>
      Number(execFileSync("docker", ["exec", "-u", "1000:1000", id, "sh", "-c", PSS], { encoding: "utf8" })),
    );
    return kib.reduce((sum, value) => sum + value, 0) / DESKTOPS;
  } finally {
    await Promise.all(desktops.map(({ id }) => driver.destroy(id)));
  }
}
