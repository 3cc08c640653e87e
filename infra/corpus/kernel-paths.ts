import type { ResolvedPath } from "@deskfleet/contracts";

/** One entry of the imagined disk of a row. */
export interface DiskEntry {
  readonly path: string;
  readonly type: string;
  readonly target?: string | undefined;
}

/** As Linux: more links on the way are a loop. */
const LINKS_MAX = 40;
const TYPES: Readonly<Record<string, ResolvedPath["type"]>> = {
  file: "file",
  dir: "directory",
  directory: "directory",
  symlink: "symlink",
  fifo: "fifo",
  pipe: "fifo",
  socket: "socket",
};

/**
 * Where a path leads on a disk that has only these entries (and their parents), as the kernel goes: component by component,
 * links before `..`. `real` is null in a loop. What is missing is passed by its name, as the executor does.
 */
export function resolveOn(entries: readonly DiskEntry[], path: string, followsLastLink: boolean): ResolvedPath {
  const disk = new Map(entries.map((entry) => [entry.path.replace(/(?<=.)\/+$/, ""), entry]));
  const todo = componentsOf(path.startsWith("/") ? path : `/workspace/${path}`);
  const done: string[] = [];
  let links = 0;
  while (todo.length > 0) {
    const name = todo.shift() as string;
    if (name === "..") {
      done.pop();
      continue;
    }
    done.push(name);
    const entry = disk.get(`/${done.join("/")}`);
    if (entry?.target === undefined || (todo.length === 0 && !followsLastLink)) continue;
    links += 1;
    if (links > LINKS_MAX) return { path, real: null, type: "symlink" };
    done.pop();
    if (entry.target.startsWith("/")) done.length = 0;
    todo.unshift(...componentsOf(entry.target));
  }
  const real = `/${done.join("/")}`;
  return { path, real, type: typeAt(real, disk) };
}

const componentsOf = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");

function typeAt(real: string, disk: ReadonlyMap<string, DiskEntry>): ResolvedPath["type"] {
  const entry = disk.get(real);
  if (entry !== undefined) return TYPES[entry.type] ?? "device";
  const isParent = [...disk.keys()].some((path) => path.startsWith(real === "/" ? "/" : `${real}/`));
  return isParent || real === "/workspace" || real === "/tmp" ? "directory" : "missing";
}
