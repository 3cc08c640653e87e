import type { TestProject } from "vitest/node";
import { buildImage } from "../../infra/setup/image.ts";
import { step } from "../../infra/setup/step.ts";
import { startTestServices } from "../../infra/setup/test-services.ts";
import { type FleetAccess, startFleet } from "./fleet.ts";

declare module "vitest" {
  interface ProvidedContext {
    fleet: FleetAccess;
  }
}

/** One fleet for all tests of this folder, on the image's variant with toolkits; a minute the first time, for its packages. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!process.env.TEST_DATABASE_URL) {
    const { environment } = await startTestServices({ isImageNeeded: false });
    Object.assign(process.env, environment);
  }
  const engine = process.env.DOCKER_HOST ?? "";
  const image = await step("Desktop image with toolkits", (report) => buildImage(engine, report, "tools"));
  const { access, close } = await startFleet(image);
  project.provide("fleet", access);
  return close;
}
