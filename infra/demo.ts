import { parseArgs } from "node:util";
import { runBatch, seconds } from "./demo/run-batch.ts";
import { startFleet } from "./setup/fleet.ts";
import { onInterrupt } from "./setup/interrupt.ts";
import { runMain, SetupError } from "./setup/step.ts";

/**
 * `npm run demo -- [--keep] [--redis]`: from nothing to ten rows entered on real desktops. Exit code 0 only when nine rows
 * end as success with a saved record equal to their CSV row, and the broken one as business_error after one attempt.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: { keep: { type: "boolean", default: false }, redis: { type: "boolean", default: false } },
  });
  const startedAt = performance.now();
  const { signal, happened: interrupted } = onInterrupt();
  const fleet = await startFleet({ port: 0, isRedisWanted: values.redis, signal });
  try {
    const setUpSeconds = (performance.now() - startedAt) / 1000;
    const failIfEnded = Promise.race([fleet.crashed, interrupted]).then((end) => {
      throw new SetupError(end, "see the logs in .state/logs");
    });
    const isExpected = await Promise.race([runBatch(fleet), failIfEnded]);
    process.stdout.write(`\nSet-up ${setUpSeconds.toFixed(1)} s, all ${seconds(performance.now() - startedAt)}\n`);
    if (values.keep) {
      process.stdout.write(`\nThe fleet stays up at ${fleet.url}/\nAdmin key: ${fleet.adminKey}\nCtrl-C stops it.\n`);
      await Promise.race([interrupted, fleet.crashed]);
    }
    return isExpected ? 0 : 1;
  } finally {
    await fleet.stop();
  }
});
