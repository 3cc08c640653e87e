import { afterEach, describe, expect, it, vi } from "vitest";
import type { DesktopStart } from "./driver.ts";
import { createFakeDriver } from "./fake/fake-driver.ts";
import { type Reaper, type ReaperOptions, startReaper } from "./reaper.ts";

const NOON = Date.parse("2024-01-01T12:00:00Z");
const LATER = new Date(NOON + 3_600_000);
const BEFORE = new Date(NOON - 1);
const signal = new AbortController().signal;
const SPEC: DesktopStart = {
  image: "fake",
  width: 320,
  height: 200,
  isolation: "container",
  display: "xvnc",
  workerId: "me",
  fleetId: "fleet",
  expiresAt: LATER,
  startTimeoutMs: 1_000,
};
const reapers: Reaper[] = [];

function open(options: Partial<ReaperOptions> = {}) {
  const driver = createFakeDriver();
  const clock = { ms: NOON };
  const live = new Set<string>();
  const ids = async () => (await driver.list()).map((listed) => listed.id);
  const start = (): Reaper => {
    const reaper = startReaper({
      driver,
      workerId: "me",
      fleetId: "fleet",
      liveIds: () => live,
      now: () => new Date(clock.ms),
      intervalMs: 3_600_000,
      ...options,
    });
    reapers.push(reaper);
    return reaper;
  };
  return { driver, clock, live, ids, start };
}

afterEach(() => {
  for (const reaper of reapers.splice(0)) reaper.close();
});

describe("the reaper leaves alone", () => {
  it.each([
    ["a sibling's desktop that has not expired", { fleetId: "fleet", workerId: "sibling", expiresAt: LATER }],
    ["a sibling's desktop whose label does not parse", { fleetId: "fleet", workerId: "sibling", expiresAt: null }],
    ["another fleet's desktop, expired or not", { fleetId: "other", workerId: "sibling", expiresAt: BEFORE }],
    ["another fleet's worker of the same id", { fleetId: "other", workerId: "me", expiresAt: BEFORE }],
  ])("%s", async (_name, labels) => {
    const { driver, ids, start } = open();
    const id = driver.plant(labels);
    const reaper = start();
    for (let sweep = 0; sweep < 3; sweep++) await reaper.sweep();
    expect(await ids()).toEqual([id]);
  });

  it("a live desktop, even past its expiry", async () => {
    const { driver, clock, live, ids, start } = open();
    const desktop = await driver.start(SPEC, signal);
    live.add(desktop.id);
    clock.ms += 86_400_000;
    const reaper = start();
    for (let sweep = 0; sweep < 3; sweep++) await reaper.sweep();
    expect(await ids()).toEqual([desktop.id]);
  });

  it("a desktop that is still starting", async () => {
    const { driver, ids, start } = open();
    driver.startMs = 60;
    const starting = driver.start(SPEC, signal);
    const reaper = start();
    for (let sweep = 0; sweep < 3; sweep++) await reaper.sweep();
    expect(await ids()).toEqual([(await starting).id]);
  });

  it("the desktops of a sibling about whom nothing can be learnt", async () => {
    const { driver, clock, ids, start } = open({ isWorkerDead: () => Promise.reject(new Error("Postgres is away")) });
    const id = driver.plant({ fleetId: "fleet", workerId: "sibling", expiresAt: LATER });
    const reaper = start();
    await reaper.sweep();
    clock.ms += 600_000;
    await reaper.sweep();
    expect(await ids()).toEqual([id]);
  });
});

describe("the reaper removes", () => {
  it("at once what an earlier process of this worker left", async () => {
    const { driver, ids, start } = open();
    driver.plant({ fleetId: "fleet", workerId: "me", expiresAt: LATER });
    await start().sweep();
    expect(await ids()).toEqual([]);
  });

  it("a desktop of this process that nobody owns, when two sweeps saw it so", async () => {
    const { driver, ids, start } = open();
    const desktop = await driver.start(SPEC, signal);
    const reaper = start();
    await reaper.sweep();
    expect(await ids()).toEqual([desktop.id]);
    await reaper.sweep();
    expect(await ids()).toEqual([]);
  });

  it("a sibling's desktop once it has expired", async () => {
    const { driver, clock, ids, start } = open();
    driver.plant({ fleetId: "fleet", workerId: "sibling", expiresAt: LATER });
    const reaper = start();
    await reaper.sweep();
    expect(await ids()).toHaveLength(1);
    clock.ms = LATER.getTime();
    await reaper.sweep();
    expect(await ids()).toEqual([]);
  });

  it("a sibling's desktops after it was called dead for over 15 seconds without a break", async () => {
    let isDead = true;
    const { driver, clock, ids, start } = open({ isWorkerDead: async (id) => id === "dead" && isDead });
    driver.plant({ fleetId: "fleet", workerId: "dead", expiresAt: LATER });
    const alive = driver.plant({ fleetId: "fleet", workerId: "alive", expiresAt: LATER });
    const reaper = start();
    const sweepAfter = async (ms: number) => {
      clock.ms += ms;
      await reaper.sweep();
      return (await ids()).length;
    };
    expect(await sweepAfter(0)).toBe(2);
    isDead = false;
    expect(await sweepAfter(14_000)).toBe(2);
    isDead = true;
    expect(await sweepAfter(10_000)).toBe(2);
    expect(await sweepAfter(15_000)).toBe(2);
    expect(await sweepAfter(1)).toBe(1);
    expect(await ids()).toEqual([alive]);
  });

  it("in the next sweep what could not be listed or removed in this one", async () => {
    const { driver, ids, start } = open();
    driver.plant({ fleetId: "fleet", workerId: "me", expiresAt: LATER });
    const destroy = vi.spyOn(driver, "destroy").mockRejectedValueOnce(new Error("the engine is away"));
    const reaper = start();
    await reaper.sweep();
    expect(await ids()).toHaveLength(1);
    vi.spyOn(driver, "list").mockRejectedValueOnce(new Error("the engine is away"));
    await reaper.sweep();
    await reaper.sweep();
    expect(await ids()).toEqual([]);
    expect(destroy).toHaveBeenCalledTimes(2);
  });
});
