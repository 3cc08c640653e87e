import { createFakeDriver, type FakeDriver } from "@deskfleet/desktop";
import { beforeEach, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type WatchedDriver, watchConfinement } from "./watch-confinement.ts";

let fake: FakeDriver;
let metrics: Metrics;
let watched: WatchedDriver;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  fake = createFakeDriver();
  fake.isolations = ["container", "gvisor"];
  metrics = createMetrics();
  watched = watchConfinement(fake, { log: log as never, metrics });
});
const start = (isolation: "container" | "gvisor" = "container") =>
  watched.driver.start(
    {
      ...{ image: "image", width: 800, height: 600, display: "xvnc", isolation, workerId: "w", fleetId: "f" },
      ...{ expiresAt: new Date(Date.now() + 60_000), startTimeoutMs: 5_000 },
    },
    new AbortController().signal,
  );
const samples = async () => (await metrics.confinement.get()).values.map(({ labels, value }) => [labels.kind, value]);

it("nothing is known before a desktop is up", async () => {
  expect([watched.confinement(), await samples()]).toEqual([null, []]);
});

it("is what the newest container says, logged once for each change", async () => {
  await start();
  await start();
  expect([watched.confinement()?.kind, await samples()]).toEqual(["namespaces", [["namespaces", 1]]]);
  expect([log.info.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 0]);
  fake.canConfine = false;
  await start();
  expect([watched.confinement(), await samples()]).toEqual([{ kind: "none", landlock: 0 }, [["none", 1]]]);
  expect([log.info.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 1]);
});

it("is not changed by a desktop with a kernel of its own", async () => {
  await start();
  fake.canConfine = false;
  await start("gvisor");
  expect(watched.confinement()?.kind).toBe("namespaces");
});

it("is a driver like any other", async () => {
  const { id } = await start();
  expect((await watched.driver.list()).map((listed) => listed.id)).toEqual([id]);
  expect(await watched.driver.runtimes()).toEqual(["container", "gvisor"]);
  await watched.driver.destroy(id);
  expect(await watched.driver.list()).toEqual([]);
  await watched.driver.close();
});
