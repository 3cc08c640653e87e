import type { DesktopConfinement } from "@deskfleet/contracts";
import type { SandboxDriver } from "@deskfleet/desktop";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";

export interface WatchedDriver {
  readonly driver: SandboxDriver;
  /** What the newest container said; null until one is up. */
  confinement(): DesktopConfinement | null;
}

/**
 * The same driver, and what its desktops say of confining commands: it depends on the host, so the newest container speaks for
 * all. Other isolations do not count: they have kernels of their own. Logged when it becomes known and when it changes.
 */
export function watchConfinement(
  driver: SandboxDriver,
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<Metrics, "confinement"> },
): WatchedDriver {
  let known: DesktopConfinement | null = null;
  const learn = (confinement: DesktopConfinement) => {
    const { kind, landlock } = confinement;
    if (known?.kind === kind && known.landlock === landlock) return;
    known = confinement;
    metrics.confinement.reset();
    metrics.confinement.set({ kind }, 1);
    if (kind === "none")
      log.warn(
        { confinement },
        "desktops of this host cannot confine commands: each is denied, or asked where policy says so",
      );
    else log.info({ confinement }, "desktops of this host confine commands");
  };
  return {
    driver: {
      start: async (spec, signal) => {
        const desktop = await driver.start(spec, signal);
        if (spec.isolation === "container") learn(desktop.info.confinement);
        return desktop;
      },
      destroy: (id) => driver.destroy(id),
      list: () => driver.list(),
      runtimes: () => driver.runtimes(),
      close: () => driver.close(),
    },
    confinement: () => known,
  };
}
