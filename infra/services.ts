import { runMain } from "./setup/step.ts";
import { startTestServices } from "./setup/test-services.ts";

/**
 * Services for tests during development, in the background, and their addresses as shell exports:
 *   eval "$(node --conditions=source --import tsx infra/services.ts)"
 * `--image` builds the desktop image too, `--stop` stops Postgres and Redis.
 */
await runMain(async () => {
  const services = await startTestServices({ isImageNeeded: process.argv.includes("--image") });
  if (process.argv.includes("--stop")) {
    await services.stop();
    return 0;
  }
  for (const [name, value] of Object.entries(services.environment)) {
    process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
  }
  return 0;
});
