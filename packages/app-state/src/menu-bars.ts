import type { View } from "./view.ts";

/** Step 16: of menu bars with the same items the first: LibreOffice has a native one and its own. */
export function distinctMenuBars(bars: readonly View[]): readonly View[] {
  const seen = new Set<string>();
  return bars.filter(({ children }) => {
    const names = JSON.stringify(children.map(({ name }) => name));
    if (seen.has(names)) return false;
    seen.add(names);
    return true;
  });
}
