import { type ImageApp, storableText } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";

export interface WatchedApps {
  readonly driver: SandboxDriver;
  /** Of an image of the engine; null until a desktop of it was up. */
  apps(image: string): ImageApp[] | null;
}

/** More is no registry of applications any more. */
const APPS_MAX = 200;

/** The same driver, and which applications its images have: every desktop says so when it comes up, before anybody uses it. */
export function watchApps(driver: SandboxDriver): WatchedApps {
  const known = new Map<string, ImageApp[]>();
  return {
    driver: {
      start: async (spec, signal) => {
        const desktop = await driver.start(spec, signal);
        // They go with every heartbeat: text that cannot be stored must not end those.
        const apps = desktop.info.apps.slice(0, APPS_MAX).map(({ id, name, class: kind }) => ({
          ...{ id: storableText(id), name: storableText(name), class: storableText(kind) },
        }));
        known.set(spec.image, apps);
        return desktop;
      },
      destroy: (id) => driver.destroy(id),
      list: () => driver.list(),
      runtimes: () => driver.runtimes(),
      close: () => driver.close(),
    },
    apps: (image) => known.get(image) ?? null,
  };
}
