import { type SelfTestCase, SelfTestReport } from "@deskfleet/contracts";
import { apiClient } from "./demo/api-client.ts";
import { type Fleet, startFleet } from "./setup/fleet.ts";
import { onInterrupt } from "./setup/interrupt.ts";
import { runMain, SetupError, step } from "./setup/step.ts";

/** The API gives a run four minutes. */
const RUN_MS_MAX = 300_000;

/**
 * `npm run selftest`: a fleet as `npm start` starts it, and on a fresh desktop of it a normal, a forbidden and an
 * output-hygiene case of every tool, as `POST /v1/selftest` runs them. One line per case, then `N passed, N failed`; exit
 * code 0 only when all passed.
 */
await runMain(async () => {
  const { signal, happened: interrupted } = onInterrupt();
  const fleet = await startFleet({ port: 0, isRedisWanted: false, signal });
  try {
    const failIfEnded = Promise.race([fleet.crashed, interrupted]).then((end) => {
      throw new SetupError(end, "see the logs in .state/logs");
    });
    const { cases, passed, failed } = await Promise.race([run(fleet), failIfEnded]);
    for (const one of cases) process.stdout.write(`${lineOf(one)}\n`);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await fleet.stop();
  }
});

async function run({ url, adminKey }: Fleet): Promise<SelfTestReport> {
  const api = apiClient(url, adminKey, RUN_MS_MAX);
  return step("Self-test", () => api.send("POST", "/v1/selftest", {}, SelfTestReport));
}

function lineOf({ tool, kind, says, isPassed, fault, durationMs }: SelfTestCase): string {
  const line = `${isPassed ? "ok  " : "FAIL"} ${tool} ${kind}: ${says} (${durationMs} ms)`;
  return fault === null ? line : `${line}\n     ${fault}`;
}
