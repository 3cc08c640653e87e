import type { Session, ViewClipboard, ViewPictures } from "@deskfleet/contracts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { At } from "../ui/time.tsx";
import { ClipboardMenu } from "./clipboard-menu.tsx";
import { type Target, TargetMark } from "./target-mark.tsx";
import type { DesktopView } from "./use-desktop.ts";

interface DesktopScreenProps {
  readonly view: DesktopView;
  readonly session: Session | null;
  /** Who looks; null: whoever has the link. */
  readonly myId: string | null;
  /** Shown in the middle where there is no picture to see. */
  readonly notice: ReactNode;
  readonly target: Target | null;
  /** Which way texts may go while this page is in control. */
  readonly clipboard: ViewClipboard;
  readonly canControl: boolean;
  readonly actions?: ReactNode;
}

/** The picture with its bar: state, who is in control, mode, size. In control every key belongs to the desktop. */
export function DesktopScreen(props: DesktopScreenProps) {
  const { view, session, myId, notice, target, clipboard, canControl, actions } = props;
  const { phase, mode, pictures, says } = view.state;
  const stage = useRef<HTMLDivElement>(null);
  const viewButton = useRef<HTMLButtonElement>(null);
  const [isFitted, setIsFitted] = useState(true);
  const hasPicture = phase === "live" || phase === "reconnecting";
  useLeaveKey(() => {
    view.connection.current?.blur();
    viewButton.current?.focus();
  });
  const fit = () => {
    setIsFitted(!isFitted);
    view.connection.current?.setFitted(!isFitted);
  };
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage.current?.requestFullscreen();
  };
  const isInControl = phase === "live" && mode === "control";
  useShortcuts([
    ...(hasPicture ? [{ keys: "f", says: "Full screen of the desktop", run: fullScreen }] : []),
    ...(hasPicture && canControl && mode === "view"
      ? [{ keys: "c", says: "Take control of the desktop", run: () => view.connection.current?.setMode("control") }]
      : []),
  ]);
  return (
    <section className="desktop" data-state={phase} data-mode={mode} aria-label="Desktop">
      <header className="desktop-bar">
        <p className="desktop-status" role="status">
          <span className="dot" aria-hidden="true" />
          <span id="status">{says}</span>
          {phase === "live" && pictures !== null && <Pictures pictures={pictures} />}
          {(phase === "live" || phase === "connecting" || phase === "reconnecting") && (
            <Controller isHere={isInControl} session={session} myId={myId} />
          )}
        </p>
        {canControl && (
          <fieldset className="segments">
            <legend className="visually-hidden">Mode</legend>
            <Button
              id="mode-view"
              ref={viewButton}
              size="small"
              aria-pressed={mode === "view"}
              disabled={!hasPicture}
              onClick={() => view.connection.current?.setMode("view")}
            >
              {mode === "control" ? "Hand back" : "View"}
            </Button>
            <Button
              id="mode-control"
              size="small"
              aria-pressed={mode === "control"}
              disabled={!hasPicture}
              onClick={() => view.connection.current?.setMode("control")}
            >
              {mode === "control" ? "Control" : "Take control"}
            </Button>
          </fieldset>
        )}
        {isInControl && session !== null && clipboard !== "none" && (
          <ClipboardMenu
            sessionId={session.id}
            allowed={clipboard}
            onType={async (text) => (await view.connection.current?.typeText(text)) ?? false}
          />
        )}
        <Button size="small" aria-pressed={isFitted} disabled={!hasPicture} onClick={fit}>
          Fit
        </Button>
        <Button
          size="small"
          aria-label="Full screen"
          title="Full screen (f)"
          disabled={!hasPicture}
          onClick={fullScreen}
        >
          <Icon name="full" size={14} />
        </Button>
        {actions}
      </header>
      <div className="stage" ref={stage}>
        <canvas className="last" id="last" hidden ref={view.last} />
        <div className="screen" id="screen" role="application" aria-label="Screen of the desktop" ref={view.screen} />
        {isFitted && phase === "live" && target !== null && <TargetMark target={target} screen={view.screen} />}
        {isInControl && (
          <p className="hint">
            Your keys go to the desktop. <kbd>Ctrl</kbd> <kbd>Alt</kbd> <kbd>Shift</kbd> <kbd>L</kbd> leaves it.
          </p>
        )}
        {notice !== null && <div className="notice">{notice}</div>}
      </div>
    </section>
  );
}

const SHOWN: Record<ViewPictures, { readonly label: string; readonly says: string }> = {
  raw: { label: "Unmasked", says: "The desktop's own picture: secrets on it are shown as they are." },
  masked: {
    label: "Masked",
    says: "Policy shows frames as agents get them: secrets are filled, a few pictures a second.",
  },
};

/** Which of the two somebody looks at: what is shown here may be all that keeps a secret. */
function Pictures({ pictures }: { pictures: ViewPictures }) {
  const { label, says } = SHOWN[pictures];
  return (
    <span className="pictures" id="pictures" data-pictures={pictures} title={says}>
      {label}
    </span>
  );
}

interface ControllerProps {
  /** This very page has the input. */
  readonly isHere: boolean;
  readonly session: Session | null;
  readonly myId: string | null;
}

/** Who has the input, by name and since when, for everybody who watches. */
function Controller({ isHere, session, myId }: ControllerProps) {
  if (session === null && !isHere) return null;
  const control = session?.control ?? null;
  const isYou = isHere || (control !== null && control.principalId === myId);
  const who = isYou ? "you" : control !== null || session?.controller === "human" ? "human" : "agent";
  const label = {
    you: isHere ? "You are in control" : "You are in control, in another window",
    human: `${control?.name ?? "A person"} is in control`,
    agent: "The agent is in control",
  }[who];
  const isPlain = session === null || session.state === "active" || session.state === "starting";
  return (
    <>
      <span className="controller" id="controller" data-who={who} title={label}>
        {isPlain ? label : `${label}, session ${session.state}`}
      </span>
      {control !== null && who !== "agent" && (
        <span className="since muted">
          since <At at={control.since} />
        </span>
      )}
    </>
  );
}

/** In control every key goes to the desktop, so this one way out is caught before noVNC sees it. */
function useLeaveKey(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey && event.altKey && event.shiftKey && event.code === "KeyL")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
