import { usePrincipal } from "../auth/auth-context.tsx";
import { useSignOut } from "../auth/use-sign-out.ts";
import { underRoot } from "../client/root.ts";
import { useStreamState } from "../live/live-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { StopAllButton } from "./stop/stop-all-button.tsx";
import { ThemeButton } from "./theme-button.tsx";

interface TopBarProps {
  onOpenPalette(): void;
  onOpenShortcuts(): void;
  onOpenStop(): void;
}

export function TopBar({ onOpenPalette, onOpenShortcuts, onOpenStop }: TopBarProps) {
  const principal = usePrincipal();
  const signOut = useSignOut();
  return (
    <header className="top">
      <button type="button" className="search" onClick={onOpenPalette}>
        <Icon name="search" />
        <span>Search or go to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <LiveMark />
      <div className="top-end">
        <StopAllButton onOpen={onOpenStop} />
        <span className="who" title={principal.id}>
          {principal.name} <span className="badge">{principal.role}</span>
        </span>
        <a href={underRoot("/docs")} className="button quiet normal">
          API
        </a>
        <Button kind="quiet" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)" onClick={onOpenShortcuts}>
          ?
        </Button>
        <ThemeButton />
        <Button kind="quiet" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </header>
  );
}

const WORDS = { connecting: "Connecting…", live: "Live", lost: "Reconnecting…" } as const;

function LiveMark() {
  const state = useStreamState();
  return (
    <p className="live" data-state={state} role="status" title="Whether the page hears of events as they happen">
      <span className="dot" aria-hidden="true" />
      {WORDS[state]}
    </p>
  );
}
