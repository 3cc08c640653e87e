import { existsSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./chromium.ts";
import { findEngine } from "./engine.ts";
import { buildImage, imageTag } from "./image.ts";
import { ROOT } from "./paths.ts";
import { startPostgres } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import { step } from "./step.ts";

/** What the tests find in their environment. */
export interface TestEnvironment {
  /** Administrator of a server on which tests make their own databases (test/support/database.ts). */
  readonly TEST_DATABASE_URL: string;
  readonly TEST_REDIS_URL: string;
  readonly DOCKER_HOST: string;
  readonly DESKFLEET_IMAGE: string;
  readonly CHROMIUM: string;
}

export interface TestServices {
  readonly environment: TestEnvironment;
  /** Stops Postgres and Redis (where they are ours). The engine stays: others may use it by now. */
  stop(): Promise<void>;
}

/**
 * Starts what tests need, or finds it running: seconds the first time, a blink after that. `DATABASE_URL` (its user may
 * create databases and roles) and `REDIS_URL` are used where given. The image is built only with `isImageNeeded`.
 */
export async function startTestServices(options: { isImageNeeded: boolean }): Promise<TestServices> {
  const { DATABASE_URL, REDIS_URL } = process.env;
  const postgres = DATABASE_URL
    ? { url: DATABASE_URL, stop: async () => undefined }
    : await step("PostgreSQL for tests", (report) =>
        startPostgres({ name: "test-postgres", isThrowaway: true }, report),
      );
  const redis = REDIS_URL
    ? { url: REDIS_URL, stop: async () => undefined }
    : await step("Redis for tests", (report) => startRedis("test-redis", report));
  const engine = await step("Container engine", findEngine);
  const image = options.isImageNeeded
    ? await step("Desktop image", (report) => buildImage(engine, report))
    : existsSync(join(ROOT, "images/desktop/build.sh"))
      ? await imageTag()
      : "";
  const chromium = await step("Browser for tests", findChromium);
  return {
    environment: {
      TEST_DATABASE_URL: postgres.url,
      TEST_REDIS_URL: redis.url,
      DOCKER_HOST: engine,
      DESKFLEET_IMAGE: image,
      CHROMIUM: chromium,
    },
    stop: async () => {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
