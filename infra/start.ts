import { parseArgs } from "node:util";
import { startFleet } from "./setup/fleet.ts";
import { onInterrupt } from "./setup/interrupt.ts";
import { runMain } from "./setup/step.ts";

/** Runs the fleet in the foreground: `npm start -- [--port 8080] [--redis]`. Ctrl-C lets running work end, then stops. */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env.DESKFLEET_API_PORT ?? "8080" },
      redis: { type: "boolean", default: false },
    },
  });
  const { signal, happened: interrupted } = onInterrupt();
  const fleet = await startFleet({ port: Number(values.port), isRedisWanted: values.redis, signal });
  process.stdout.write(`
Deskfleet is up.

  Console    ${fleet.url}/
  API docs   ${fleet.url}/docs
  Admin key  ${fleet.adminKey}

Submit a task, and read with the id of the answer what came of it:
  curl -sS ${fleet.url}/v1/tasks -H 'Authorization: Bearer ${fleet.adminKey}' -H 'Content-Type: application/json' \\
    -d '{"steps":[{"id":"look","do":"computer_screen_size","save":{"size":"result"}}],"output":{"size":"steps.look.size"},"grants":["computer_use"]}'
  curl -sS ${fleet.url}/v1/tasks/ID -H 'Authorization: Bearer ${fleet.adminKey}'

Ctrl-C stops it.
`);
  const end = await Promise.race([interrupted, fleet.crashed]);
  process.stderr.write(`\n› Stopping: ${end}\n`);
  await fleet.stop();
  process.stderr.write("  done\n");
  return end === "interrupted" ? 0 : 1;
});
