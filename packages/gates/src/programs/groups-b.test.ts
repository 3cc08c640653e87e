import { expect, it } from "vitest";
import { builds } from "./builds.ts";
import { clouds } from "./clouds.ts";
import { databases } from "./databases.ts";
import { desktopPrograms } from "./desktop-programs.ts";
import { editors } from "./editors.ts";
import { forbiddenPrograms } from "./forbidden.ts";
import { PROGRAMS_A } from "./groups-a.ts";
import { PROGRAMS_B } from "./groups-b.ts";
import { interpreters } from "./interpreters.ts";
import { lookups } from "./lookups.ts";
import { otherTools } from "./other-tools.ts";
import { packageManagers } from "./packages.ts";
import { processes } from "./processes.ts";
import { remoteLogin } from "./remote-login.ts";
import { scriptWrappers } from "./script-wrappers.ts";
import { shells } from "./shells.ts";
import { downloaders } from "./wget.ts";
import { wrappers } from "./wrappers.ts";

it("gives each program one profile: a second one would silently replace a stricter first", () => {
  const groups = [
    [...forbiddenPrograms],
    wrappers,
    scriptWrappers,
    shells,
    downloaders,
    remoteLogin,
    lookups,
    interpreters,
    editors,
    databases,
    builds,
    packageManagers,
    clouds,
    otherTools,
    processes,
    desktopPrograms,
  ];
  const names = [...groups.flat().map(([name]) => name), "git", "curl"];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => PROGRAMS_A.has(name))).toEqual([]);
  expect(new Set(names)).toEqual(new Set(PROGRAMS_B.keys()));
});
