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

/** The scene of every frame measurement: a terminal with text, an editor, a file manager. */
export async function openScene({ tool, shell }: BenchDesktop): Promise<void> {
  for (const app of ["terminal", "file-manager", "text-editor"])
    await tool("computer_process_start", {
      app,
      cwd: "/workspace",
      env: {},
      wait: false,
      timeoutMs: 10_000,
      outputBytesMax: 1_000,
    });
  for (let round = 0; round < 100; round++) {
    const { result } = await tool("computer_window_list", {});
    const { windows } = (result as { result: { windows: unknown[] } }).result;
    if (windows.length >= 3) break;
    await sleep(100);
  }
  await sleep(1_500);
  shell("true");
}
