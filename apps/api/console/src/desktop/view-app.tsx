import type { Session, ViewMode } from "@deskfleet/contracts";
import { StrictMode, useEffect, useEffectEvent, useState } from "react";
import { SignInForm } from "../auth/sign-in-form.tsx";
import { call } from "../client/http.ts";
import { toProblem } from "../client/problem.ts";
import { ROOT } from "../client/root.ts";
import { Brand } from "../shell/brand.tsx";
import { ToastProvider } from "../ui/toasts.tsx";
import { useTitle } from "../ui/use-title.ts";
import { DesktopScreen } from "./desktop-screen.tsx";
import { useDesktop } from "./use-desktop.ts";

const SESSION_ID = location.pathname.slice(ROOT.length).split("/")[2] ?? "";
const BASE = `/v1/sessions/${SESSION_ID}`;
const POLL_MS = 4_000;

/** Exchanges the link's own ticket, in the fragment, for a cookie; without one, a cookie that is there already has to do. */
async function redeem(): Promise<ViewMode> {
  const ticket = new URLSearchParams(location.hash.slice(1)).get("ticket");
  if (ticket === null) return "view";
  history.replaceState(null, "", location.pathname);
  return (await call<{ mode: ViewMode }>("POST", `${BASE}/view/redeem`, { body: { ticket } })).mode;
}
/** Once a page: a ticket is good once. */
const redeemed = redeem();

/** The page behind a view link: one desktop, for whoever has no more than that link. */
export function ViewApp() {
  useTitle("Live view");
  const [mode, setMode] = useState<ViewMode | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    redeemed.then(setMode, (error) => {
      const problem = toProblem(error);
      // A reloaded link is used up, but its cookie may still be good: the next call decides.
      if (problem.status === 401) setMode("view");
      else setFault(problem.message);
    });
  }, []);
  return (
    <StrictMode>
      <ToastProvider>
        <main className="view-page">
          <h1 className="visually-hidden">Live view of a desktop</h1>
          {fault !== null && <p className="card">{fault}</p>}
          {fault === null && mode !== null && <View mode={mode} />}
        </main>
      </ToastProvider>
    </StrictMode>
  );
}

function View({ mode }: { mode: ViewMode }) {
  const [round, setRound] = useState(0);
  const view = useDesktop(SESSION_ID, { isOpen: true, mode, round });
  const { phase, says } = view.state;
  const session = useSession(phase === "live", () => view.connection.current?.end());
  return (
    <DesktopScreen
      view={view}
      session={session}
      myId={null}
      target={null}
      // A link reads neither policy nor what was copied: whoever has it can type.
      clipboard="to_desktop"
      canControl
      notice={
        phase === "signed-out" ? (
          <SignInForm
            title="Watch this desktop"
            text="This link was used already or has expired. Sign in with an API key of the session's tenant."
            onSignedIn={() => setRound((old) => old + 1)}
          />
        ) : phase === "ended" || phase === "failed" ? (
          <section className="card">
            <h2>{phase === "ended" ? "The session has ended" : "Nothing to show"}</h2>
            <p className="muted">
              {phase === "failed"
                ? says
                : session?.endReason
                  ? `Reason: ${session.endReason}`
                  : "Its desktop has been destroyed."}
            </p>
            <p>
              <a href={ROOT}>Open the console</a>
            </p>
          </section>
        ) : null
      }
      actions={
        <a className="view-brand" href={ROOT}>
          <Brand />
        </a>
      }
    />
  );
}

/** Who is in control, and an end that the socket did not tell of: a link's cookie reads the session, but hears no events. */
function useSession(isLive: boolean, onEnded: () => void): Session | null {
  const [session, setSession] = useState<Session | null>(null);
  const end = useEffectEvent(onEnded);
  useEffect(() => {
    if (!isLive) return;
    const look = async () => {
      try {
        const now = await call<Session>("GET", BASE);
        setSession(now);
        if (now.state === "ended") end();
      } catch {
        // No answer is no news; the next look comes soon.
      }
    };
    void look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return session;
}
