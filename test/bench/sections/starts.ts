import { setTimeout as sleep } from "node:timers/promises";
import { DesktopPool, type SandboxDriver } from "@deskfleet/desktop";
import { benchSpec } from "../bench-desktop.ts";
import { timing } from "../measure.ts";
import { p, type Section } from "../report.ts";

const ROUNDS = 5;

/** From nothing to an executor that answers, beside a claim from the warm pool. */
export async function startSection(driver: SandboxDriver): Promise<Section> {
  const cold: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const desktop = await driver.start(benchSpec(), AbortSignal.timeout(60_000));
    cold.push(performance.now() - startedAt);
    await driver.destroy(desktop.id);
  }
  const warm = await warmClaims(driver);
  return {
    title: "Session start, to the first answer of the executor, p50 / p95",
    rows: [
      { what: "cold", ours: p(timing(cold)) },
      {
        what: "warm claim",
        ours: p(warm),
        baseline: `cold ${p(timing(cold))}`,
        ratio: warm.p50 / timing(cold).p50,
        target: { at: "most", ratio: 1 / 50 },
      },
    ],
  };
}

async function warmClaims(driver: SandboxDriver): Promise<ReturnType<typeof timing>> {
  const samples: number[] = [];
  const { workerId, fleetId, startTimeoutMs, expiresAt: _expiresAt, ...kind } = benchSpec();
  const pool = new DesktopPool({ driver, warm: 1, max: 3, workerId, fleetId, startTimeoutMs, kinds: [kind] });
  try {
    for (let round = 0; round < ROUNDS; round++) {
      while (pool.stats().warm < 1) await sleep(50);
      const startedAt = performance.now();
      const desktop = await pool.claim(kind, AbortSignal.timeout(60_000));
      samples.push(performance.now() - startedAt);
      await pool.release(desktop);
    }
  } finally {
    await pool.close();
  }
  return timing(samples);
}
