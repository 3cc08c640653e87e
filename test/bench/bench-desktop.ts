import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { RpcObserve } from "@deskfleet/contracts";
import { createDockerDriver, type Desktop, type DesktopStart, type SandboxDriver } from "@deskfleet/desktop";

export interface BenchDesktop {
  readonly desktop: Desktop;
  /** One tool call straight over the pipe, as `perform` makes it. */
  tool(
    id: string,
    args: Record<string, unknown>,
    observe?: RpcObserve,
  ): Promise<{ result: unknown; payload: Buffer | null }>;
  /** A program in the desktop, outside of everything that is measured. */
  shell(script: string): string;
}

export function benchDriver(): SandboxDriver {
  return createDockerDriver(process.env.DOCKER_HOST ? { dockerHost: process.env.DOCKER_HOST } : {});
}

export function benchSpec(changes: Partial<DesktopStart> = {}): DesktopStart {
  const image = process.env.DESKFLEET_IMAGE;
  if (!image) throw new Error("DESKFLEET_IMAGE is not set; run this through `npm run bench`");
  return {
    image,
    width: 1280,
    height: 800,
    isolation: "container",
    display: "xvnc",
    workerId: "bench",
    fleetId: "bench",
    expiresAt: new Date(Date.now() + 3_600_000),
    startTimeoutMs: 60_000,
    ...changes,
  };
}

export async function startBenchDesktop(driver: SandboxDriver): Promise<BenchDesktop> {
  const desktop = await driver.start(benchSpec(), AbortSignal.timeout(60_000));
  return {
    desktop,
    tool: (id, args, observe) =>
      desktop.executor.call(
        id,
        { token: 0, deadlineMs: 20_000, args, ...(observe ? { observe } : {}) },
        { timeoutMs: 20_000 },
      ),
    shell: (script) =>
      execFileSync(
        "docker",
        ["exec", "-u", "1000:1000", desktop.id, "sh", "-c", `set -a; . /run/deskfleet/env; set +a; ${script}`],
        { encoding: "utf8" },
      ),
  };
}

/** An office at work, about as dense as a reference screenshot of 160 kB: a terminal, an editor with a long document, a file manager. */
const SCENE = `
cd /workspace
for n in $(seq 1 80); do echo "$n. Delivery note $((n * 7919 % 10007)), customer $((n * 104729 % 997)), total $((n * 31 % 900)).$((n % 90 + 10)) EUR, paid by transfer" >> notes.txt; done
for n in $(seq 1 60); do : > "report-$n.csv"; done
xterm -geometry 200x58+0+0 -e sh -c 'ls -l --full-time /usr/bin /usr/lib | tail -n 57; sleep 3600' >/dev/null 2>&1 &
pcmanfm --no-desktop /workspace >/dev/null 2>&1 &
sleep 2
mousepad notes.txt >/dev/null 2>&1 &
`;
const WINDOWS = 3;

/** Opens the scene of every frame measurement and waits until its windows stand. */
export async function openScene({ tool, shell }: BenchDesktop): Promise<void> {
  shell(`${SCENE} sleep 1`);
  for (let round = 0; round < 100; round++) {
    const { result } = await tool("computer_window_list", {});
    const { windows } = (result as { result: { windows: unknown[] } }).result;
    if (windows.length >= WINDOWS) break;
    await sleep(100);
  }
  await sleep(1_500);
}
