import { setTimeout as sleep } from "node:timers/promises";
import { FleetError } from "@deskfleet/contracts";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { DesktopKind, SandboxDriver } from "../driver.ts";
import { createFakeDriver } from "../fake/fake-driver.ts";
import { DesktopPool, type PoolOptions } from "./desktop-pool.ts";

const KIND: DesktopKind = { image: "a", width: 320, height: 200, isolation: "container", display: "xvnc" };
const OTHER: DesktopKind = { ...KIND, image: "b" };
const signal = new AbortController().signal;
const pools: DesktopPool[] = [];

function open(options: Partial<PoolOptions> = {}) {
  const driver = createFakeDriver();
  const start = vi.spyOn(driver, "start");
  const pool = new DesktopPool({ driver, workerId: "w", fleetId: "f", kinds: [KIND], warm: 2, max: 4, ...options });
  pools.push(pool);
  return { driver, pool, start };
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 3_000, interval: 5 });
const unavailable = new FleetError("desktop.unavailable", "The engine is away");

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe("the warm pool", () => {
  it("keeps what it was told warm, one start at a time, and nothing of other kinds", async () => {
    const { driver, pool } = open();
    driver.startMs = 20;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, pool.stats().starting);
    }, 1);
    await until(() => pool.stats().ready === 2);
    clearInterval(watch);
    expect(most).toBe(1);
    await sleep(50);
    expect(await driver.list()).toHaveLength(2);
  });

  it("hands out a warm desktop at once and refills behind it", async () => {
    const { pool, start } = open();
    await until(() => pool.stats().ready === 2);
    const desktop = await pool.claim(KIND, signal);
    expect(desktop.kind).toEqual(KIND);
    await until(() => pool.stats().ready === 2);
    expect(start).toHaveBeenCalledTimes(3);
    expect(pool.stats()).toMatchObject({ inUse: 1, claimsWarm: 1, claimsCold: 0 });
  });

  it("never hands out a desktop twice, and destroys it when it is released", async () => {
    const { driver, pool } = open({ warm: 1, max: 2 });
    const seen = new Set<string>();
    for (let use = 0; use < 6; use++) {
      const desktop = await pool.claim(KIND, signal);
      seen.add(desktop.id);
      await pool.release(desktop);
      await pool.release(desktop);
    }
    expect(seen.size).toBe(6);
    await until(() => pool.stats().ready === 1 && pool.stats().destroying === 0);
    expect(await driver.list()).toHaveLength(1);
  });

  it("replaces a warm desktop that died while it waited", async () => {
    const { driver, pool } = open({ warm: 1 });
    await until(() => pool.stats().ready === 1);
    const [first] = await driver.list();
    driver.kill(first?.id ?? "");
    await until(() => pool.stats().ready === 1);
    expect((await driver.list()).map((listed) => listed.id)).not.toContain(first?.id);
  });

  it("does not hand out a warm desktop that no longer answers", async () => {
    const { driver, pool } = open({ warm: 1 });
    await until(() => pool.stats().ready === 1);
    const [first] = await driver.list();
    // Alive, and of no use: nothing but the ping at the claim can tell.
    driver.machine(first?.id ?? "").isBroken = true;
    const desktop = await pool.claim(KIND, signal);
    expect(desktop.id).not.toBe(first?.id);
  });

  it("does not hand out a warm desktop with less than half its life left", async () => {
    const { pool } = open({ warm: 1, lifetimeMs: 400 });
    await until(() => pool.stats().ready === 1);
    const [old] = pool.ids();
    await sleep(250);
    expect((await pool.claim(KIND, signal)).id).not.toBe(old);
  });

  it("starts another kind on demand", async () => {
    const { pool } = open();
    expect((await pool.claim(OTHER, signal)).kind).toEqual(OTHER);
    expect(pool.stats()).toMatchObject({ claimsWarm: 0, claimsCold: 1 });
  });

  it("tells sizes, displays and isolations apart", async () => {
    const { driver, pool } = open();
    driver.isolations = ["container", "gvisor"];
    await until(() => pool.stats().ready === 2);
    for (const kind of [
      { ...KIND, width: 640 },
      { ...KIND, display: "xvfb" as const },
      { ...KIND, isolation: "gvisor" as const },
    ])
      expect((await pool.claim(kind, signal)).kind).toEqual(kind);
  });
});

describe("a full pool", () => {
  it("never has more than its maximum, with thirty claims at once", async () => {
    const { driver, pool } = open({ warm: 1, max: 3 });
    driver.startMs = 2;
    let most = 0;
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const desktop = await pool.claim(index % 2 ? KIND : OTHER, new AbortController().signal);
        most = Math.max(most, (await driver.list()).length);
        await sleep(1);
        await pool.release(desktop);
      }),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect(pool.stats()).toMatchObject({ inUse: 0, waiting: 0 });
  });

  it("makes a claim wait, first come first served, until something is released", async () => {
    const { pool } = open({ warm: 0, max: 1 });
    const held = await pool.claim(KIND, signal);
    const order: number[] = [];
    const claims = [1, 2].map(async (n) => {
      const desktop = await pool.claim(KIND, signal);
      order.push(n);
      await pool.release(desktop);
    });
    await sleep(20);
    expect(order).toEqual([]);
    expect(pool.stats().waiting).toBe(2);
    await pool.release(held);
    await Promise.all(claims);
    expect(order).toEqual([1, 2]);
  });

  it("lets an idle desktop of another kind give way to a claim", async () => {
    const { pool } = open({ warm: 2, max: 2 });
    await until(() => pool.stats().ready === 2);
    expect((await pool.claim(OTHER, signal)).kind).toEqual(OTHER);
  });

  it("forgets a claim that was cancelled while it waited, and ends the start that was only for it", async () => {
    const { driver, pool } = open({ warm: 0 });
    driver.startMs = 5_000;
    const abort = new AbortController();
    const claim = pool.claim(KIND, abort.signal);
    await until(() => pool.stats().starting === 1);
    abort.abort();
    await expect(claim).rejects.toMatchObject({ code: "desktop.unavailable" });
    await until(() => pool.stats().starting === 0);
    expect(await driver.list()).toEqual([]);
  });
});

describe("failing starts", () => {
  it("lets a claim wait through an engine that is away for a while", async () => {
    const { driver, pool } = open({ warm: 0 });
    driver.failStarts = unavailable;
    const claim = pool.claim(KIND, signal);
    await until(() => pool.stats().startFailures === 1);
    expect(pool.stats()).toMatchObject({ waiting: 1, lastFailure: "desktop.unavailable" });
    driver.failStarts = null;
    expect((await claim).kind).toEqual(KIND);
    expect(pool.stats().lastFailure).toBeNull();
  });

  it("does not hammer an engine that is away", async () => {
    const { driver, start } = open({ warm: 1 });
    driver.failStarts = unavailable;
    await sleep(400);
    expect(start.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it("gives up a claim after five failures", async () => {
    vi.useFakeTimers();
    try {
      const { driver, pool, start } = open({ warm: 0 });
      driver.failStarts = unavailable;
      const claim = pool.claim(KIND, signal).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await claim).toBe(unavailable);
      expect(start).toHaveBeenCalledTimes(5);
    } finally {
      vi.useRealTimers();
    }
  });

  it("tells a claim at once when the host lacks the isolation", async () => {
    const { pool } = open({ warm: 0 });
    const claim = pool.claim({ ...KIND, isolation: "gvisor" }, signal);
    await expect(claim).rejects.toMatchObject({ code: "desktop.isolation_unavailable" });
  });

  it("tries again when a desktop cannot be destroyed, and counts it until then", async () => {
    const { driver, pool } = open({ warm: 0, max: 1 });
    const destroy = driver.destroy.bind(driver);
    vi.spyOn(driver, "destroy").mockRejectedValueOnce(new Error("the engine is away")).mockImplementation(destroy);
    const desktop = await pool.claim(KIND, signal);
    await pool.release(desktop);
    expect(pool.stats().destroying).toBe(1);
    expect(pool.ids().has(desktop.id)).toBe(true);
    expect((await pool.claim(KIND, signal)).id).not.toBe(desktop.id);
    expect(await driver.list()).toHaveLength(1);
  });
});

describe("closing the pool", () => {
  it("destroys every desktop, refuses claims that wait and that come", async () => {
    const { driver, pool } = open({ max: 2 });
    await pool.claim(KIND, signal);
    await pool.claim(KIND, signal);
    const waiting = pool.claim(KIND, signal);
    const closed = pool.close();
    await expect(waiting).rejects.toMatchObject({ code: "desktop.unavailable" });
    await closed;
    expect(await driver.list()).toEqual([]);
    await expect(pool.claim(KIND, signal)).rejects.toMatchObject({ code: "desktop.unavailable" });
  });

  it("waits for a start in flight and leaves nothing of it", async () => {
    const { driver, pool } = open();
    driver.startMs = 5_000;
    await until(() => pool.stats().starting === 1);
    await pool.close();
    expect(await (driver as SandboxDriver).list()).toEqual([]);
  });
});
