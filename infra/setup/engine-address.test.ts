import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { engineCandidates, pingEngine } from "./engine-address.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function homeWith(files: Record<string, unknown>): string {
  const home = mkdtempSync(join(tmpdir(), "deskfleet-home-"));
  folders.push(home);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return home;
}

const contextFile = (name: string) =>
  `.docker/contexts/meta/${createHash("sha256").update(name).digest("hex")}/meta.json`;

describe("where an engine may listen", () => {
  it("DOCKER_HOST is the only place when given", () => {
    expect(engineCandidates({ DOCKER_HOST: "tcp://10.0.0.1:2375" }, "/nowhere")).toEqual(["tcp://10.0.0.1:2375"]);
  });

  it("the CLI's context comes before the default socket, the rootless one after", () => {
    const home = homeWith({
      ".docker/config.json": { currentContext: "lab" },
      [contextFile("lab")]: { Endpoints: { docker: { Host: "unix:///run/lab.sock" } } },
    });
    expect(engineCandidates({ XDG_RUNTIME_DIR: "/run/user/1" }, home).slice(0, 3)).toEqual([
      "unix:///run/lab.sock",
      "unix:///var/run/docker.sock",
      "unix:///run/user/1/docker.sock",
    ]);
  });

  it.each([
    ["no configuration", {}],
    ["one that does not parse", { ".docker/config.json": "{" }],
    ["a context that is gone", { ".docker/config.json": { currentContext: "gone" } }],
    ["a context without a host", { ".docker/config.json": { currentContext: "odd" }, [contextFile("odd")]: {} }],
  ])("%s means the default socket", (_name, files) => {
    expect(engineCandidates({}, homeWith(files))[0]).toBe("unix:///var/run/docker.sock");
  });
});

describe("asking an engine", () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  async function socketThat(answers: RequestListener): Promise<string> {
    const path = join(homeWith({}), "e.sock");
    const server = createServer(answers);
    servers.push(server);
    await new Promise<void>((listening) => server.listen(path, listening));
    return `unix://${path}`;
  }

  it("is done at /_ping of its API", async () => {
    const host = await socketThat((request, response) =>
      response.writeHead(request.url === "/_ping" ? 200 : 404).end(),
    );
    expect(await pingEngine(host)).toBeNull();
  });

  it.each([
    ["an engine that fails", "answered 500"],
    ["something else than an engine", "answered 404"],
  ])("%s is not one that answers", async (_name, refusal) => {
    const host = await socketThat((_request, response) => response.writeHead(Number(refusal.slice(-3))).end());
    expect(await pingEngine(host)).toContain(refusal);
  });

  it.each([
    ["a missing socket", "unix:///nowhere/docker.sock", "ENOENT"],
    ["a closed port", "tcp://127.0.0.1:1", "ECONNREFUSED"],
    ["an address that we cannot speak to", "ssh://host", "not a unix:// or tcp:// address"],
    ["no address at all", "docker", "not a unix:// or tcp:// address"],
  ])("%s is told as such", async (_name, host, refusal) => {
    expect(await pingEngine(host)).toContain(refusal);
  });
});
