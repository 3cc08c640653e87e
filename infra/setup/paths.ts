import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The checkout. */
export const ROOT = realpathSync(resolve(import.meta.dirname, "../.."));
/** Everything that a command makes: ignored by git, may be deleted while nothing runs. `DESKFLEET_STATE` puts it elsewhere. */
export const STATE = process.env.DESKFLEET_STATE ?? join(ROOT, ".state");

/** A folder under `STATE`, made if missing; traversable, so that an unprivileged Postgres reaches its data below it. */
export function stateFolder(...names: string[]): string {
  let folder = STATE;
  for (const name of ["", ...names]) {
    folder = join(folder, name);
    mkdirSync(folder, { recursive: true });
    // A umask of 077 would shut the folder to Postgres' user; secrets below are files of mode 0600.
    if ((statSync(folder).mode & 0o111) !== 0o111) chmodSync(folder, 0o711);
  }
  return folder;
}

/** Writes a file that only its owner can read, also where it existed with wider rights. */
export function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** Whether a user without any rights of ours can walk down to `path` (its existing part). */
export function isReachableByAnyone(path: string): boolean {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  for (; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Twelve hex characters that tell one text from another, for names of folders and files. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
