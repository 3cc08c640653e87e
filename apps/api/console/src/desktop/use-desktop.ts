import type { ViewMode } from "@deskfleet/contracts";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ConnectionState } from "./connection-state.ts";
import { DesktopConnection } from "./desktop-connection.ts";

const FIRST: ConnectionState = { phase: "connecting", mode: "view", pictures: null, says: "Connecting…" };

export interface DesktopView {
  readonly screen: RefObject<HTMLDivElement | null>;
  readonly last: RefObject<HTMLCanvasElement | null>;
  readonly connection: RefObject<DesktopConnection | null>;
  readonly state: ConnectionState;
}

interface DesktopOptions {
  readonly isOpen: boolean;
  /** Of the first connection; later ones are the user's choice. */
  readonly mode: ViewMode;
  readonly round?: number;
}

/** Connects while the component is shown and `isOpen`, and anew when `round` changes. */
export function useDesktop(sessionId: string, options: DesktopOptions): DesktopView {
  const { isOpen, mode, round = 0 } = options;
  const screen = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLCanvasElement>(null);
  const connection = useRef<DesktopConnection | null>(null);
  const [state, setState] = useState(FIRST);
  const firstMode = useRef(mode);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new connection
  useEffect(() => {
    if (!isOpen || screen.current === null || last.current === null) return;
    const made = new DesktopConnection(sessionId, {
      screen: screen.current,
      last: last.current,
      onChange: setState,
    });
    connection.current = made;
    if (firstMode.current === "control") made.setMode("control");
    else void made.connect();
    return () => {
      connection.current = null;
      made.close();
    };
  }, [sessionId, isOpen, round]);
  return { screen, last, connection, state };
}
