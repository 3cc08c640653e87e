import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { freshDatabase } from "../support/database.ts";

/** `npm run demo` and `npm start` as a newcomer runs them, with their own state and their own fleet. */
const ROOT = resolve(import.meta.dirname, "../..");
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs a command of infra/. `said` resolves once its output matches. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const state = mkdtempSync(join(tmpdir(), "deskfleet-commands-"));
  cleanups.push(() => rmSync(state, { recursive: true, force: true }));
  const program = ["--conditions=source", "--import", "tsx", join(ROOT, "infra", `${command}.ts`), ...args];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, DESKFLEET_STATE: state, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  cleanups.push(async () => {
    if (child.exitCode === null) child.kill("SIGINT");
    await ended;
  });
  let output = "";
  const said = (what: RegExp) =>
    new Promise<RegExpExecArray>((settle, fail) => {
      const look = (chunk?: Buffer) => {
        output += chunk?.toString() ?? "";
        const match = what.exec(output);
        if (match) settle(match);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
      void ended.then((code) => fail(new Error(`it ended with ${code} and without ${what}:\n${output}`)));
    });
  return { child, ended, said };
}

/** Where services of one's own are given: no embedded Postgres, BullMQ on Redis. */
async function givenServices(): Promise<NodeJS.ProcessEnv> {
  const database = await freshDatabase();
  cleanups.push(database.drop);
  return { DATABASE_URL: database.url, REDIS_URL: process.env.TEST_REDIS_URL };
}
const embeddedServices = async (): Promise<NodeJS.ProcessEnv> => ({ DATABASE_URL: "", REDIS_URL: "" });

describe("npm run demo", () => {
  it.each([
    ["what it brings along: embedded Postgres, the queue on it", embeddedServices],
    ["given services: DATABASE_URL and REDIS_URL", givenServices],
  ])("ends with ten rows as expected, on %s", { timeout: 240_000 }, async (_name, services) => {
    const { ended, said } = run("demo", [], await services());
    const [table] = await said(/row +customer[\s\S]*All ten rows ended as expected\./);
    expect(table.match(/\bsuccess\b/g)).toHaveLength(9);
    expect(table.match(/\bbusiness_error\b/g)).toHaveLength(1);
    expect(table.match(/^Screenshot: .+\.png$/gm)).toHaveLength(2);
    expect(table).toMatch(/^Row 7: The order desk refused the order of Tidewater Rentals: .*Quantity must be/m);
    // A chain for each attempt: one for each row. Where one is tried again the demo says why.
    const again = table.match(/^Row [0-9]+: tried again after .+$/gm) ?? [];
    const [, chains] = /^Audit: [0-9]+ records in ([0-9]+) chains verified$/m.exec(table) ?? [];
    expect({ chains: Number(chains), again }).toEqual({ chains: 10, again: [] });
    expect(await ended).toBe(0);
  });
});

describe("npm start", () => {
  it("prints a curl line that submits a task, which succeeds; Ctrl-C ends it", { timeout: 120_000 }, async () => {
    const { child, ended, said } = run("start", ["--port", "0"], await embeddedServices());
    const [, submit = "", read = ""] = await said(/^ {2}(curl [\s\S]+?-d '[^\n]+')\n {2}(curl [^\n]+)\n/m);
    const curl = (line: string) => JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
    const { id } = curl(submit);
    await expect.poll(() => curl(read.replace("/ID", `/${id}`)).state, { timeout: 60_000 }).toBe("succeeded");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });
});
