import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isReachableByAnyone, ROOT, shortHash, stateFolder } from "./paths.ts";
import type { UnixUser } from "./postgres-user.ts";

/**
 * The folder of one embedded Postgres: password, port, runtime and data. It is `.state/<name>`; where the server's
 * unprivileged user could not walk there (a checkout below a 0700 home), it is /var/lib/deskfleet/<key>/<name>, and
 * `.state/<name>/home` says so. The key is new for each fresh `.state`, so that deleting it starts from nothing.
 */
export function postgresHome(name: string, user: UnixUser | null): string {
  const local = stateFolder(name);
  if (user === null || isReachableByAnyone(local)) return local;
  const pointer = join(local, "home");
  if (existsSync(pointer)) return readFileSync(pointer, "utf8").trim();
  const home = join("/var/lib/deskfleet", shortHash(`${ROOT} ${Date.now()} ${process.pid}`), name);
  for (const folder of ["/var/lib/deskfleet", join(home, ".."), home]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
  }
  writeFileSync(pointer, `${home}\n`);
  return home;
}
