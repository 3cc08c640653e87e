import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { CommandPalette } from "./command-palette.tsx";
import { Navigation } from "./navigation.tsx";
import { PLACES } from "./places.ts";
import { useShortcuts } from "./shortcuts.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { StopAllDialog } from "./stop/stop-all-dialog.tsx";
import { TopBar } from "./top-bar.tsx";

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "shortcuts" | "stop" | null>(null);
  useShortcuts([
    { keys: "?", says: "This list", run: () => setOpen("shortcuts") },
    ...PLACES.map(({ label, href, key }) => ({ keys: `g ${key}`, says: `Go to ${label}`, run: () => navigate(href) })),
  ]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (event.target instanceof Element && event.target.closest("[role=application]")) return;
      event.preventDefault();
      setOpen("palette");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Navigation />
      <TopBar
        onOpenPalette={() => setOpen("palette")}
        onOpenShortcuts={() => setOpen("shortcuts")}
        onOpenStop={() => setOpen("stop")}
      />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {open === "palette" && <CommandPalette onClose={() => setOpen(null)} onStop={() => setOpen("stop")} />}
      {open === "shortcuts" && <ShortcutsDialog onClose={() => setOpen(null)} />}
      {open === "stop" && <StopAllDialog onClose={() => setOpen(null)} />}
    </div>
  );
}
