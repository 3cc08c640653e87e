import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "./lock.ts";
import { ROOT } from "./paths.ts";
import { runProgram } from "./run-command.ts";
import { SetupError, type StepReport } from "./step.ts";

const SOURCES = join(ROOT, "apps/api/console");
const BUILT = join(SOURCES, "dist");
/** Hash of what a build was made of. */
const STAMP = "sources.sha256";
const SILENT: StepReport = { progress: () => {}, skip: () => {}, done: () => {} };

/**
 * Builds the console's pages unless they are there as of these sources. The new files take the old ones' place at once: an API that
 * starts meanwhile reads either all old or all new ones.
 * @throws SetupError with the builder's last lines
 */
export async function buildConsole(report: StepReport = SILENT): Promise<void> {
  await withLock("console-build", async () => {
    const sources = hashSources();
    if (readStamp() === sources) return report.skip("built as of these sources");
    const fresh = join(SOURCES, `dist.${process.pid}.new`);
    const program = join(ROOT, "node_modules/vite/bin/vite.js");
    const argv = [process.execPath, program, "build", "--config", join(SOURCES, "vite.config.ts")] as const;
    try {
      const { exitCode, tail } = await runProgram([...argv, "--outDir", fresh, "--logLevel", "warn"], { cwd: ROOT });
      if (exitCode !== 0) throw new SetupError(`the console could not be built:\n${tail}`, "see the message above");
      writeFileSync(join(fresh, STAMP), sources);
      rmSync(BUILT, { recursive: true, force: true });
      renameSync(fresh, BUILT);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    report.done("apps/api/console/dist");
  });
}

function readStamp(): string | null {
  const path = join(BUILT, STAMP);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Over every file that a build reads: the sources by name and content, and the versions of all packages. */
function hashSources(): string {
  const hash = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
  for (const path of sourceFiles(SOURCES)) hash.update(`\0${relative(SOURCES, path)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^dist(\.|$)|\.test\.tsx?$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? sourceFiles(join(folder, entry.name)) : [join(folder, entry.name)]))
    .toSorted();
}
