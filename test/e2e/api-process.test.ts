import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { bootstrapAdmin } from "@deskfleet/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

/** The API as a process: how it starts, what it does to memory, and how it ends. */
const ROOT = resolve(import.meta.dirname, "../..");
const ENTRY = join(ROOT, "apps/api/src/main.ts");

let database: TestDatabase;
let key: string;
let child: ChildProcess;
let output: string[];
beforeEach(async () => {
  database = await freshDatabase();
  key = (await bootstrapAdmin(database.url)).key ?? "";
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await database.drop();
});

function start(environment: NodeJS.ProcessEnv): void {
  output = [];
  child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", ENTRY], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DESKFLEET_SECRET: "6b".repeat(32),
      DESKFLEET_API_PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on("line", (line) => output.push(line));
}
const ready = (): string | undefined => {
  const line = output.find((text) => text.includes('"msg":"ready"'));
  return line === undefined ? undefined : JSON.parse(line).url;
};
async function startReady(environment: NodeJS.ProcessEnv = {}): Promise<string> {
  start(environment);
  await expect.poll(ready, { timeout: 30_000 }).toBeDefined();
  return ready() as string;
}
const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024;
const highWaterMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024;

describe("starting", () => {
  it("names what is wrong with the environment, and no value of it", async () => {
    start({ DESKFLEET_SECRET: "hunter2" });
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(output.join("\n")).toMatch(/DESKFLEET_SECRET/);
    expect(output.join("\n")).not.toMatch(/hunter2|postgres:\/\//);
  });

  it("ends when the database does not answer, without its address or password in the log", async () => {
    start({ DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:9/none" });
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(output.join("\n")).toMatch(/could not start/);
    expect(output.join("\n")).not.toMatch(/hunter2/);
  });

  it("says ready whatever the log level is", async () => {
    expect(await startReady({ DESKFLEET_LOG_LEVEL: "fatal" })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe("bodies of 50 MB", () => {
  it("twenty at once are refused without being kept in memory, and nothing else suffers", async () => {
    const url = await startReady();
    const { hostname, port } = new URL(url);
    await fetch(`${url}/v1/tasks`, { headers: { authorization: `Bearer ${key}` } });
    const before = residentMb();
    const chunk = Buffer.alloc(1_048_576, 32);
    const send = (framing: string, prefix: string) =>
      new Promise<string>((done) => {
        let reply = "";
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /v1/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
          );
          for (let n = 0; n < 50; n += 1) {
            if (prefix !== "") socket.write(prefix);
            socket.write(chunk);
            if (prefix !== "") socket.write("\r\n");
          }
        });
        socket.on("data", (data) => {
          reply += data;
        });
        // A reset after the answer is the server refusing to read on.
        socket.on("error", () => done(reply));
        socket.on("close", () => done(reply));
      });
    const stated = Array.from({ length: 10 }, () => send("Content-Length: 52428800", ""));
    const chunked = Array.from({ length: 10 }, () => send("Transfer-Encoding: chunked", "100000\r\n"));
    const replies = await Promise.all([...stated, ...chunked]);
    for (const reply of replies) if (reply !== "") expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(replies.filter((reply) => reply.startsWith("HTTP/1.1 413")).length).toBeGreaterThanOrEqual(15);
    // Ten chunked bodies may each be kept up to the limit of 10 MB before they are known to be too large.
    expect(highWaterMb() - before).toBeLessThan(300);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const { items } = (await (
      await fetch(`${url}/v1/tasks`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as { items: [] };
    expect(items).toEqual([]);
  });
});

describe("SIGTERM", () => {
  it("ends open event streams, answers what is running and exits with 0", async () => {
    const url = await startReady();
    const headers = { authorization: `Bearer ${key}` };
    const streams = await Promise.all(Array.from({ length: 5 }, () => fetch(`${url}/v1/events`, { headers })));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const exited = once(child, "exit");
    const startedMs = performance.now();
    child.kill("SIGTERM");
    await Promise.all(streams.map((stream) => stream.text()));
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(output.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});
