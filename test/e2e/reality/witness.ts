import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { FILES, LINKS, SAMPLES, SETUP } from "./scene.ts";

export interface Row {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
}

/** A path that the analysis of the row names, for the worker's look at where it leads. */
export interface NamedPath {
  readonly path: string;
  readonly use: string;
  readonly follows: boolean;
  readonly isMade: boolean;
}

/**
 * `outside`: beyond the allowed directories. `linked`: as well, behind a link in the workspace. `protected`, `secret`: in the
 * workspace, below a protected name or in a file that may hold secrets. `environment`: a variable's value.
 */
export type Canary = "outside" | "linked" | "protected" | "secret" | "environment";

/** What came of one row. */
export interface Outcome {
  readonly id: string;
  /** A named path that leads outside: the worker refuses, nothing was run. All else is missing then. */
  readonly refused: string | null;
  /** Exit status, null when time was up. */
  readonly status: number | null;
  /** `+ path` made, `- path` gone, `> path` moved, `~ path` changed. */
  readonly changes: readonly string[];
  /** Processes that outlived the command. */
  readonly left: readonly string[];
  readonly opened: readonly (readonly [kind: Canary, path: string])[];
  /** Canaries whose text was printed or stands in a file that was written. */
  readonly seen: readonly Canary[];
  readonly ms: number;
  readonly output: string;
}

export interface Witness {
  /** `outputMax`: bytes of the output that the outcome tells. */
  observe(row: Row, paths: readonly NamedPath[], outputMax?: number): Promise<Outcome>;
  close(): Promise<void>;
}

const FOLDERS = "size=64m,mode=1777,exec";
const TMPFS = ["/workspace", "/tmp", "/home/agent", "/var/tmp", "/run", "/mnt/outside", "/mnt/linked"];
/** The two modules come as arguments: the container shares no folder with us, and dockerd may be elsewhere. */
const START =
  'import sys, types; scene = sys.modules["scene"] = types.ModuleType("scene"); exec(sys.argv[1], vars(scene)); exec(sys.argv[2])';
const token = () => randomUUID().replaceAll("-", "");

/** Starts a container of the desktop's image without a network, in which rows are run one after the other. */
export async function startWitness(image: string, timeoutS: number): Promise<Witness> {
  const sources = ["scene.py", "witness.py"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));
  const child = spawn(
    "docker",
    [
      ...["run", "--rm", "--interactive", "--init", "--network=none", "--user=0", "--security-opt=no-new-privileges"],
      ...["--pids-limit=256", "--memory=1g", ...TMPFS.flatMap((path) => ["--tmpfs", `${path}:${FOLDERS}`])],
      ...["--entrypoint=python3", image, "-c", START, ...sources],
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  const replies = createInterface(child.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const tokens = { outside: token(), linked: token(), protected: token(), secret: token(), environment: token() };
  send({ tokens, timeoutS, files: FILES, links: LINKS, setup: SETUP });
  return {
    async observe(row, paths, outputMax = 300) {
      send({ ...row, paths, outputMax, samples: SAMPLES, isGenerous: row.id.charCodeAt(row.id.length - 1) % 2 === 0 });
      const { value, done } = await replies.next();
      if (done) throw new Error(`the witness ended at ${row.id}: ${row.command}`);
      return JSON.parse(value) as Outcome;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
