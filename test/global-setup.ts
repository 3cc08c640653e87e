import { startTestServices } from "../infra/setup/test-services.ts";

/**
 * Of the projects whose tests need services: starts them (or finds them running) when a developer runs vitest directly.
 * They are left running for the next time; `npm test` has set the environment before and stops what it started.
 */
export default async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return;
  const { environment } = await startTestServices({ isImageNeeded: false });
  Object.assign(process.env, environment);
}
