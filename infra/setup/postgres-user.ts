import { readFileSync } from "node:fs";
import { SetupError } from "./step.ts";

export interface UnixUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Under root this is Debian's `postgres` if it exists, else `nobody`; the user must be
 * in the passwd file, because initdb looks its name up. null: we are not root and run it as ourselves.
 */
export function postgresUser(passwd: () => string = () => readFileSync("/etc/passwd", "utf8")): UnixUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = passwd()
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find(([userName]) => userName === name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new SetupError(
    "PostgreSQL does not run as root, and neither a user `postgres` nor `nobody` exists",
    "run `useradd --system postgres`, or give DATABASE_URL",
  );
}
