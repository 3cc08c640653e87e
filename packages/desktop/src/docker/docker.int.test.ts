import { randomUUID } from "node:crypto";
import { TOOLS, type ToolReply } from "@deskfleet/contracts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { describeDriver } from "../conformance.ts";
import { type Desktop, type DesktopStart, kindOf, type SandboxDriver } from "../driver.ts";
import { silentLogger } from "../logger.ts";
import { DesktopPool } from "../pool/desktop-pool.ts";
import { startReaper } from "../reaper.ts";
import { createDockerDriver } from "./docker-driver.ts";
import { connectEngine } from "./engine.ts";

const image = process.env.DESKFLEET_IMAGE ?? "";
if (image === "") throw new Error("DESKFLEET_IMAGE must name the desktop image: sh images/desktop/build.sh prints it");
const engine = connectEngine(undefined);
const signal = new AbortController().signal;
const fleetId = `docker-test-${randomUUID()}`;

function spec(facts: Partial<DesktopStart> = {}): DesktopStart {
  return {
    image,
    width: 1280,
    height: 800,
    isolation: "container",
    display: "xvnc",
    workerId: "me",
    fleetId,
    expiresAt: new Date(Date.now() + 600_000),
    startTimeoutMs: 30_000,
    ...facts,
  };
}

for (const display of ["xvnc", "xvfb"] as const)
  describeDriver(`the docker driver with ${display}`, {
    driver: () => createDockerDriver(),
    kill: async (id) => {
      await engine.getContainer(id).kill();
    },
    image,
    display,
  });

describe("a desktop container", () => {
  let driver: SandboxDriver;
  let desktop: Desktop;
  const call = async (method: string, args: object) =>
    desktop.executor.call(method, { token: 1, deadlineMs: 30_000, args }, { timeoutMs: 30_000 });
  const run = async (...argv: string[]) => {
    const reply = (await call("computer_process_start", { argv })).result as ToolReply;
    return reply.result as { exitCode: number; stdout: string; stderr: string };
  };

  beforeAll(async () => {
    driver = createDockerDriver();
    desktop = await driver.start(spec(), signal);
  });
  afterAll(async () => {
    await driver.destroy(desktop.id);
    await driver.close();
  });

  it("has no network, no capability, no way to gain one, and limits on everything", async () => {
    const { HostConfig, Config } = await engine.getContainer(desktop.id).inspect();
    expect(HostConfig).toMatchObject({
      NetworkMode: "none",
      ReadonlyRootfs: true,
      Privileged: false,
      CapDrop: ["ALL"],
      IpcMode: "private",
      Init: true,
      Memory: 2_147_483_648,
      MemorySwap: 2_147_483_648,
      NanoCpus: 2_000_000_000,
      PidsLimit: 512,
      PortBindings: {},
      LogConfig: { Type: "local", Config: { "max-size": "256k", "max-file": "1", mode: "non-blocking" } },
    });
    expect(HostConfig.Binds).toBeNull();
    expect(Config.User).toBe("1000:1000");
  });

  it("runs its programs without privileges, and cannot write to its root", async () => {
    const { stdout } = await run("cat", "/proc/self/status");
    expect(stdout).toMatch(/^CapEff:\s+0+$/m);
    expect(stdout).toMatch(/^CapBnd:\s+0+$/m);
    expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(stdout).toMatch(/^Seccomp:\s+2$/m);
    expect((await run("touch", "/etc/here")).exitCode).not.toBe(0);
    expect((await run("ls", "/sys/class/net")).stdout.trim()).toBe("lo");
  });

  it("carries a million characters in one call", async () => {
    const content = "Zażółć 漢字 🙂 ".repeat(80_000);
    await call("computer_file_write", { path: "/workspace/large.txt", content });
    const { result } = (await call("computer_file_info", { path: "/workspace/large.txt" })).result as ToolReply;
    expect(result).toMatchObject({ bytes: Buffer.byteLength(content) });
  });

  it("delivers two hundred frames whole, with other calls in between", async () => {
    for (let index = 0; index < 200; index++) {
      const format = (["png", "jpeg", "webp"] as const)[index % 3] ?? "png";
      const region = { x: index, y: index, width: 300 + index, height: 200 };
      const moved = call("computer_mouse_move", { x: index, y: index });
      const reply = await call("computer_screen_capture", { format, region });
      await moved;
      const { frame, payloadBytes } = reply.result as ToolReply;
      expect(reply.payload).toHaveLength(payloadBytes);
      const decoded = await sharp(reply.payload ?? Buffer.alloc(0))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(decoded.info).toMatchObject({ width: frame?.width, height: 200 });
    }
  }, 120_000);

  it("answers every tool of the contract with a result or an error of its own, never METHOD_NOT_FOUND", async () => {
    for (const { id, method } of TOOLS.values())
      if (method !== null) await expect(call(method, { unknown: true }), id).rejects.toMatchObject({ code: -32_602 });
  });

  it("opens every application of its registry under these limits, the browser in its own sandbox too", async () => {
    const titles = async () => {
      const { result } = (await call("computer_window_list", {})).result as ToolReply;
      return (result as { windows: { title: string; process: { name: string } }[] }).windows;
    };
    for (const [index, { id }] of desktop.info.apps.entries()) {
      await call("computer_process_start", { app: id });
      await vi.waitFor(async () => expect(await titles(), id).toHaveLength(index + 1), {
        timeout: 60_000,
        interval: 200,
      });
    }
    const { stdout } = await run("ps", "-eo", "args");
    expect(stdout).toMatch(/chromium/);
    expect(stdout).not.toMatch(/--no-sandbox/);
  }, 180_000);

  it("leaves no process behind when viewers come and go", async () => {
    const carriers = async () => (await run("pgrep", "-c", "socat")).stdout.trim();
    for (let viewer = 0; viewer < 5; viewer++) {
      const stream = await desktop.openVnc();
      await new Promise((resolve) => stream.once("data", resolve));
      stream.destroy();
    }
    await vi.waitFor(async () => expect(await carriers()).toBe("0"), { timeout: 10_000, interval: 200 });
  });

  it("is under the AppArmor profile that is set, or else the engine's own", async () => {
    const optionsOf = async (id: string) => (await engine.getContainer(id).inspect()).HostConfig.SecurityOpt ?? [];
    const isAppArmor = (option: string) => option.startsWith("apparmor");
    expect((await optionsOf(desktop.id)).filter(isAppArmor)).toEqual([]);
    const other = createDockerDriver({ appArmorProfile: "unconfined" });
    const { id } = await other.start(spec(), signal);
    expect((await optionsOf(id)).filter(isAppArmor)).toEqual(["apparmor=unconfined"]);
    await other.destroy(id);
    await other.close();
  });

  it("that dies says why in the log, and nobody who calls is told more than that it is gone", async () => {
    const lines: [object, string][] = [];
    const warn = (facts: object, message: string) => void lines.push([facts, message]);
    const logging = createDockerDriver({ logger: { ...silentLogger, warn } });
    const dying = await logging.start(spec(), signal);
    const lost = new Promise<string>((resolve) => dying.onLost(resolve));
    const script = "printf 'told by the desktop \\033[2J\\n' >/proc/1/fd/2; pkill -9 Xvnc";
    const exec = await engine.getContainer(dying.id).exec({ Cmd: ["sh", "-c", script], User: "1000:1000" });
    await exec.start({});
    expect(await lost).not.toMatch(/told by|Xvnc|status/);
    await logging.destroy(dying.id);
    await logging.destroy(dying.id);
    const words = lines.filter(([, message]) => message === "a desktop died; these were its last words");
    expect(words).toHaveLength(1);
    const text = JSON.stringify(words);
    expect(text).toContain("the X server ended (status 137)");
    expect(text).toContain("told by the desktop [2J");
    await logging.close();
  });

  it("that is ended on purpose leaves no words", async () => {
    const lines: string[] = [];
    const warn = (_facts: object, message: string) => void lines.push(message);
    const logging = createDockerDriver({ logger: { ...silentLogger, warn } });
    const { id } = await logging.start(spec(), signal);
    await logging.destroy(id);
    await logging.close();
    expect(lines).toEqual([]);
  });

  it("counts as lost when it is frozen, and can be destroyed all the same", async () => {
    const frozen = await driver.start(spec(), signal);
    const lost = new Promise<string>((resolve) => frozen.onLost(resolve));
    await engine.getContainer(frozen.id).pause();
    await expect(frozen.executor.call("ping", {}, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "action.timeout",
    });
    expect(await lost).toBe("the executor does not answer");
    await driver.destroy(frozen.id);
    expect((await driver.list()).map((listed) => listed.id)).not.toContain(frozen.id);
  });

  it("keeps a viewer's stream apart from the executor's, and ends it with the desktop", async () => {
    const other = await driver.start(spec(), signal);
    const stream = await other.openVnc();
    stream.on("error", () => undefined);
    stream.resume();
    const ended = new Promise<void>((resolve) => stream.once("close", resolve));
    await driver.destroy(other.id);
    await ended;
  });
});

describe("a start that fails", () => {
  const driver = createDockerDriver();
  afterAll(() => driver.close());
  const mine = async () => (await driver.list()).filter((listed) => listed.fleetId === fleetId).length;

  it.each([
    ["an image that is not there", { image: "deskfleet/none:missing" }, "desktop.unavailable"],
    ["a screen that the desktop refuses", { width: 5 }, "desktop.unavailable"],
    ["less time than it needs", { startTimeoutMs: 200 }, "desktop.unavailable"],
    ["gVisor on a host without it", { isolation: "gvisor" as const }, "desktop.isolation_unavailable"],
    ["a virtual machine on a host without it", { isolation: "vm" as const }, "desktop.isolation_unavailable"],
  ])("leaves nothing behind: %s", async (_name, facts, code) => {
    if (code === "desktop.isolation_unavailable" && (await driver.runtimes()).includes(spec(facts).isolation)) return;
    await expect(driver.start(spec(facts), signal)).rejects.toMatchObject({ code });
    expect(await mine()).toBe(0);
  });

  it.each([0, 20, 300, 700])("leaves nothing behind when it is aborted after %d ms", async (afterMs) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), afterMs);
    try {
      // On a quick machine it may be up before that.
      const { id } = await driver.start(spec(), abort.signal);
      await driver.destroy(id);
    } catch (error) {
      expect(error).toMatchObject({ code: "desktop.unavailable" });
    }
    expect(await mine()).toBe(0);
  });

  it("does not start without its seccomp profile", async () => {
    const open = createDockerDriver({ seccompPath: "/nonexistent/profile.json" });
    await expect(open.start(spec(), signal)).rejects.toMatchObject({ code: "desktop.unavailable" });
    expect(await mine()).toBe(0);
    await open.close();
  });

  it("says so when no engine answers", async () => {
    const lost = createDockerDriver({ dockerHost: "unix:///nonexistent/docker.sock" });
    await expect(lost.start(spec(), signal)).rejects.toMatchObject({ code: "desktop.unavailable" });
    await lost.close();
  });
});

describe("the pool on a real engine", () => {
  it("hands out warm desktops in a moment, replaces one that was killed, and leaves nothing", async () => {
    const driver = createDockerDriver();
    const kind = kindOf(spec());
    const pool = new DesktopPool({ driver, workerId: "pool", fleetId, kinds: [kind], warm: 1, max: 2 });
    const isReady = () => vi.waitFor(() => expect(pool.stats().ready).toBe(1), { timeout: 60_000, interval: 50 });
    try {
      await isReady();
      const [victim = ""] = pool.ids();
      await engine.getContainer(victim).kill();
      await vi.waitFor(() => expect(pool.ids().has(victim)).toBe(false), { timeout: 10_000, interval: 20 });
      await isReady();
      const startedAt = performance.now();
      const desktop = await pool.claim(kind, signal);
      expect(performance.now() - startedAt).toBeLessThan(500);
      expect(desktop.id).not.toBe(victim);
      await pool.release(desktop);
    } finally {
      await pool.close();
      const left = (await driver.list()).filter((listed) => listed.fleetId === fleetId && listed.workerId === "pool");
      await driver.close();
      expect(left).toEqual([]);
    }
  }, 120_000);
});

describe("the reaper on a real engine", () => {
  it("removes what an earlier process left, and neither a sibling's nor a stranger's", async () => {
    const earlier = createDockerDriver();
    const left = await earlier.start(spec(), signal);
    const sibling = await earlier.start(spec({ workerId: "sibling" }), signal);
    const expired = await earlier.start(spec({ workerId: "sibling", expiresAt: new Date(Date.now() - 1_000) }), signal);
    const stranger = await engine.createContainer({ Image: image, Entrypoint: ["/bin/sleep", "300"] });
    const driver = createDockerDriver();
    const reaper = startReaper({ driver, workerId: "me", fleetId, liveIds: () => new Set(), intervalMs: 3_600_000 });
    try {
      await reaper.sweep();
      const ids = (await driver.list()).filter((listed) => listed.fleetId === fleetId).map((listed) => listed.id);
      expect(ids).toEqual([sibling.id]);
      expect((await stranger.inspect()).Id).toBe(stranger.id);
      await expect(left.executor.call("ping", {}, { timeoutMs: 1_000 })).rejects.toMatchObject({
        code: "desktop.lost",
      });
    } finally {
      reaper.close();
      for (const id of [left.id, sibling.id, expired.id]) await driver.destroy(id);
      await stranger.remove({ force: true });
      await Promise.all([earlier.close(), driver.close()]);
    }
  }, 60_000);
});
