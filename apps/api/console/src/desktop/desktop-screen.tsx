import type { Session } from "@deskfleet/contracts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { ClipboardMenu } from "./clipboard-menu.tsx";
import { type Target, TargetMark } from "./target-mark.tsx";
import type { DesktopView } from "./use-desktop.ts";

interface DesktopScreenProps {
  readonly view: DesktopView;
  readonly session: Session | null;
  /** Shown in the middle where there is no picture to see. */
  readonly notice: ReactNode;
  readonly target: Target | null;
  readonly copied: string;
  readonly canControl: boolean;
  readonly actions?: ReactNode;
}

/** The picture with its bar: state, who is in control, mode, size. In control every key belongs to the desktop. */
export function DesktopScreen(props: DesktopScreenProps) {
  const { view, session, notice, target, copied, canControl, actions } = props;
  const { phase, mode, says } = view.state;
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
  return (
    <section className="desktop" data-state={phase} data-mode={mode} aria-label="Desktop">
      <header className="desktop-bar">
        <p className="desktop-status" role="status">
          <span className="dot" aria-hidden="true" />
          <span id="status">{says}</span>
          {phase === "live" && <Controller isYou={isInControl} session={session} />}
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
        {isInControl && (
          <ClipboardMenu copied={copied} onSend={(text) => view.connection.current?.sendClipboard(text)} />
        )}
        <Button size="small" aria-pressed={isFitted} disabled={!hasPicture} onClick={fit}>
          Fit
        </Button>
        <Button size="small" aria-label="Full screen" title="Full screen" disabled={!hasPicture} onClick={fullScreen}>
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

function Controller({ isYou, session }: { isYou: boolean; session: Session | null }) {
  if (session === null && !isYou) return null;
  const who = isYou ? "you" : session?.controller;
  const label = { you: "You are in control", human: "A person is in control", agent: "The agent is in control" }[
    who ?? "agent"
  ];
  const isPlain = session === null || session.state === "active" || session.state === "starting";
  return (
    <span className="controller" id="controller" data-who={who}>
      {isPlain ? label : `${label}, session ${session.state}`}
    </span>
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
