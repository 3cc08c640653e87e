import { Brand } from "../shell/brand.tsx";
import { ProblemCard } from "./problem-card.tsx";

/** Before anything is known. The name appears late, so that a fast answer shows no flash of it. */
export function Splash({ problem, onRetry }: { problem?: unknown; onRetry?: () => void }) {
  return (
    <main className="splash">
      <h1 className="visually-hidden">Deskfleet</h1>
      {problem === undefined ? <Brand /> : <ProblemCard error={problem} {...(onRetry && { onRetry })} />}
    </main>
  );
}
