import { useSyncExternalStore } from "react";

/** One clock for all times on a page: they change together, once a second, and only while the page is seen. */
const listeners = new Set<() => void>();
let timer = 0;
let nowMs = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) timer = window.setInterval(tick, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  if (document.hidden) return;
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** `choose` makes of the time what is shown: a component is drawn again only when that changes. */
export function useNow<T>(choose: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => choose(listeners.size === 0 ? Date.now() : nowMs));
}
