import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DesktopPool, kindOf, type SandboxDriver } from "@deskfleet/desktop";
import Docker from "dockerode";
import { benchSpec } from "../bench-desktop.ts";
import { timing } from "../measure.ts";
import { p, type Section } from "../report.ts";

const ROUNDS = 5;

/** From nothing to an executor that answers, beside a claim from the warm pool. */
export async function startSection(driver: SandboxDriver): Promise<Section> {
  const cold: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await plainStart());
    const startedAt = performance.now();
    const desktop = await driver.start(benchSpec(), AbortSignal.timeout(60_000));
    cold.push(performance.now() - startedAt);
    await driver.destroy(desktop.id);
  }
  const warm = await warmClaims(driver);
  return {
    title: "Session start, to the first answer of the executor, p50 / p95",
    rows: [
      {
        what: "cold",
        ours: p(timing(cold)),
        baseline: `plain bridged start ${p(timing(plain))}`,
        ratio: timing(cold).p50 / timing(plain).p50,
        target: { at: "most", ratio: 0.85 },
      },
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
  const spec = benchSpec();
  const kind = kindOf(spec);
  const pool = new DesktopPool({
    driver,
    warm: 1,
    max: 3,
    workerId: spec.workerId,
    fleetId: spec.fleetId,
    kinds: [kind],
  });
  try {
    for (let round = 0; round < ROUNDS; round++) {
      while (pool.stats().ready < 1) await sleep(50);
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

/** The same image with the engine's defaults (bridge, log driver, writable root) until its executor answers. */
async function plainStart(): Promise<number> {
  const docker = new Docker();
  const startedAt = performance.now();
  const container = await docker.createContainer({
    Image: benchSpec().image,
    User: "1000:1000",
    HostConfig: { Init: true, ShmSize: 256 * 1_048_576 },
  });
  try {
    await container.start();
    const command = "until [ -e /run/deskfleet/env ]; do sleep 0.02; done; exec /usr/local/bin/deskfleet-executor";
    const exec = await container.exec({
      Cmd: ["sh", "-c", command],
      User: "1000:1000",
      AttachStdin: true,
      AttachStdout: true,
    });
    const stream = await exec.start({ hijack: true, stdin: true });
    stream.write('{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}\n');
    await once(stream, "data");
    const time = performance.now() - startedAt;
    stream.destroy();
    return time;
  } finally {
    await container.remove({ force: true });
  }
}
