import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stateFolder, writePrivate } from "./paths.ts";

export interface FleetSecrets {
  /** 64 hex characters: signs internal calls and audit heads. `DESKFLEET_SECRET` where given. */
  readonly secret: string;
  /** Labels this fleet's containers, so that its reaper never touches another's. */
  readonly fleetId: string;
}

/** Made once and kept in `.state` with mode 0600. */
export function fleetSecrets(): FleetSecrets {
  const folder = stateFolder();
  return {
    secret: process.env.DESKFLEET_SECRET ?? keep(join(folder, "secret"), () => randomBytes(32).toString("hex")),
    fleetId: keep(join(folder, "fleet-id"), () => `fleet-${randomBytes(4).toString("hex")}`),
  };
}

function keep(path: string, make: () => string): string {
  if (!existsSync(path)) writePrivate(path, make());
  return readFileSync(path, "utf8").trim();
}
