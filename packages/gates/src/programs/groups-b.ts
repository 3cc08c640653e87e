import { builds } from "./builds.ts";
import { clouds } from "./clouds.ts";
import { curl } from "./curl.ts";
import { databases } from "./databases.ts";
import { desktopPrograms } from "./desktop-programs.ts";
import { editors } from "./editors.ts";
import { forbiddenPrograms } from "./forbidden.ts";
import { git } from "./git.ts";
import { interpreters } from "./interpreters.ts";
import { lookups } from "./lookups.ts";
import { otherTools } from "./other-tools.ts";
import { packageManagers } from "./packages.ts";
import { processes } from "./processes.ts";
import type { Program } from "./program.ts";
import { remoteLogin } from "./remote-login.ts";
import { scriptWrappers } from "./script-wrappers.ts";
import { shells } from "./shells.ts";
import { downloaders } from "./wget.ts";
import { wrappers } from "./wrappers.ts";

/** Wrappers, shells, git, network, interpreters, builds and what is always denied. */
export const PROGRAMS_B: ReadonlyMap<string, Program> = new Map([
  ...forbiddenPrograms,
  ...wrappers,
  ...scriptWrappers,
  ...shells,
  ["git", git],
  ["curl", curl],
  ...downloaders,
  ...remoteLogin,
  ...lookups,
  ...interpreters,
  ...editors,
  ...builds,
  ...packageManagers,
  ...clouds,
  ...otherTools,
  ...processes,
  ...desktopPrograms,
  ...databases,
]);
