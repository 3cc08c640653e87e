import { join } from "node:path";
import { findEngine } from "./setup/engine.ts";
import { buildImage } from "./setup/image.ts";
import { ROOT } from "./setup/paths.ts";
import { startPostgres } from "./setup/postgres.ts";
import { startRedis } from "./setup/redis.ts";
import { runMain, step } from "./setup/step.ts";
import { runAttached } from "./test-run/run-attached.ts";

/**
 * `npm run bench -- [arguments]`: test/bench/main.ts on services of its own, in the same environment variables as the tests.
 * Unlike theirs, this Postgres waits for the disk: a commit that does not is no measurement.
 */
await runMain(async () => {
  const engine = await step("Container engine", findEngine);
  // The baselines inject input and read the screen with tools that no desktop of a session has.
  const image = await step("Desktop image with tools", (report) => buildImage(engine, report, "tools"));
  const postgres = await step("PostgreSQL for benchmarks", (report) =>
    startPostgres({ name: "bench-postgres", isThrowaway: false }, report),
  );
  const redis = await step("Redis for benchmarks", (report) => startRedis("bench-redis", report));
  try {
    const program = [
      process.execPath,
      "--conditions=source",
      "--import",
      "tsx",
      join(ROOT, "test/bench/main.ts"),
    ] as const;
    return await runAttached([...program, ...process.argv.slice(2)], {
      ...process.env,
      TEST_DATABASE_URL: postgres.url,
      TEST_REDIS_URL: redis.url,
      DOCKER_HOST: engine,
      DESKFLEET_IMAGE: image,
    });
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
});
