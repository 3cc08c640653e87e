import { existsSync } from "node:fs";
import { canInstallPackages, installPackages } from "./apt.ts";
import { SetupError, type StepReport } from "./step.ts";

const PROGRAMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that the browser tests drive (`CHROMIUM` if given), installed from Debian where it is missing. */
export async function findChromium(report: StepReport): Promise<string> {
  const given = process.env.CHROMIUM;
  const found = [...(given ? [given] : []), ...PROGRAMS].find(existsSync);
  if (found) {
    report.skip(`found ${found}`);
    return found;
  }
  if (!canInstallPackages()) {
    throw new SetupError("there is no Chromium", "install chromium, or give the path of one in CHROMIUM");
  }
  await installPackages(["chromium"], report);
  return "/usr/bin/chromium";
}
