import { createDockerDriver, type SandboxDriver } from "@deskfleet/desktop";
import { type Bench, createBench } from "./testing.ts";

/** Longer than any test file runs; whatever such a file leaves behind is removed after it. */
const LIFE_MS = 600_000;
const START_MS_MAX = 60_000;

/** A bench whose sessions get real desktops. `name`: of their worker and fleet, one for each test file. The driver is the caller's to close. */
export function createDesktopBench(name: string): { readonly bench: Bench; readonly driver: SandboxDriver } {
  const image = process.env.DESKFLEET_IMAGE ?? "";
  if (image === "")
    throw new Error("DESKFLEET_IMAGE must name the desktop image: sh images/desktop/build.sh prints it");
  const driver = createDockerDriver();
  const source = {
    claim: (kind: Parameters<SandboxDriver["start"]>[0], signal: AbortSignal) =>
      driver.start(
        {
          ...kind,
          ...{ workerId: name, fleetId: name },
          ...{ expiresAt: new Date(Date.now() + LIFE_MS), startTimeoutMs: START_MS_MAX },
        },
        signal,
      ),
    release: (desktop: { id: string }) => driver.destroy(desktop.id),
  };
  return { bench: createBench({ real: { source: source as never, image } }), driver };
}
