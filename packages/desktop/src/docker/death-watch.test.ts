import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import Docker from "dockerode";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLogger } from "../logger.ts";
import { DeathWatch } from "./death-watch.ts";

let folder: string;
let server: Server;
let streams: ServerResponse[];
let asked: string[];
let watch: DeathWatch;
let deaths: [string, string][];
let gaps: number;

/** An engine of which only `/events` works. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "deskfleet-engine-"));
  [streams, asked, deaths, gaps] = [[], [], [], 0];
  server = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ""));
    streams.push(response.writeHead(200));
    response.flushHeaders();
  });
  const socketPath = path.join(folder, "docker.sock");
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  watch = new DeathWatch({
    docker: new Docker({ socketPath }),
    logger: silentLogger,
    onDeath: (id, exitCode) => deaths.push([id, exitCode]),
    onGap: () => gaps++,
  });
});

afterEach(async () => {
  watch.close();
  for (const stream of streams) stream.destroy();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 3_000, interval: 5 });
const death = (id: string, exitCode: string) =>
  `${JSON.stringify({ Action: "die", Actor: { ID: id, Attributes: { exitCode } } })}\n`;

describe("the death watch", () => {
  it("asks for deaths of containers with our label alone, once", async () => {
    watch.start();
    watch.start();
    await until(() => streams.length === 1);
    expect(asked[0]).toContain('"label":["deskfleet.fleet"]');
    expect(asked[0]).toContain('"event":["die"]');
  });

  it("reports each death, however the lines are cut", async () => {
    watch.start();
    await until(() => streams.length === 1);
    const bytes = death("a", "137") + death("b", "0");
    for (const half of [bytes.slice(0, 30), bytes.slice(30)]) {
      streams[0]?.write(half);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await until(() => deaths.length === 2);
    expect(deaths).toEqual([
      ["a", "137"],
      ["b", "0"],
    ]);
  });

  it("connects again when the engine restarts, and says that there was a gap", async () => {
    watch.start();
    await until(() => streams.length === 1);
    expect(gaps).toBe(0);
    streams[0]?.destroy();
    await until(() => streams.length === 2);
    await until(() => gaps === 1);
    streams[1]?.write(death("c", "1"));
    await until(() => deaths.length === 1);
  });

  it("connects again after a line that is not JSON", async () => {
    watch.start();
    await until(() => streams.length === 1);
    streams[0]?.write("half a line\n");
    await until(() => streams.length === 2);
    expect(deaths).toEqual([]);
  });

  it("lets go of the engine when it is closed", async () => {
    watch.start();
    await until(() => streams.length === 1);
    const closed = new Promise<void>((resolve) => streams[0]?.once("close", resolve));
    watch.close();
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(streams).toHaveLength(1);
  });
});
