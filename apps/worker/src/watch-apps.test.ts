import { createFakeDriver, type FakeDriver } from "@deskfleet/desktop";
import { beforeEach, expect, it, vi } from "vitest";
import { type WatchedApps, watchApps } from "./watch-apps.ts";

let fake: FakeDriver;
let watched: WatchedApps;
/** What the next desktops say of their applications; null: what the fake's do. */
let said: { id: string; name: string; class: string }[] | null;
beforeEach(() => {
  said = null;
  fake = createFakeDriver();
  const start = fake.start.bind(fake);
  vi.spyOn(fake, "start").mockImplementation(async (...given) => {
    const desktop = await start(...given);
    return said === null ? desktop : Object.create(desktop, { info: { value: { ...desktop.info, apps: said } } });
  });
  watched = watchApps(fake);
});
const start = (image: string) =>
  watched.driver.start(
    {
      ...{ image, width: 800, height: 600, display: "xvnc", isolation: "container", workerId: "w", fleetId: "f" },
      ...{ expiresAt: new Date(Date.now() + 60_000), startTimeoutMs: 5_000 },
    },
    new AbortController().signal,
  );

it("nothing is known of an image before a desktop of it is up, nor of another one then", async () => {
  expect(watched.apps("image")).toBeNull();
  const { info } = await start("image");
  expect(watched.apps("image")).toEqual(info.apps);
  expect(watched.apps("other")).toBeNull();
});

it("is what the newest desktop said, without what cannot be stored and not without end", async () => {
  said = [{ id: "a\0", name: "\ud800 A", class: "text" }];
  await start("image");
  expect(watched.apps("image")).toEqual([{ id: "a\ufffd", name: "\ufffd A", class: "text" }]);
  said = Array.from({ length: 1_000 }, (_, number) => ({ id: `${number}`, name: "x", class: "x" }));
  await start("image");
  expect(watched.apps("image")).toHaveLength(200);
});

it("is a driver like any other", async () => {
  const { id } = await start("image");
  expect((await watched.driver.list()).map((listed) => listed.id)).toEqual([id]);
  expect(await watched.driver.runtimes()).toEqual(["container"]);
  await watched.driver.destroy(id);
  expect(await watched.driver.list()).toEqual([]);
  await watched.driver.close();
});
