import type { AuditorReport } from "@deskfleet/contracts";
import { Link } from "wouter";

/** Per mode how many actions were judged, and how. */
export function ModeTiles({ modes }: { modes: AuditorReport["modes"] }) {
  const shown = modes.filter(({ judged }) => judged > 0);
  return (
    <section className="tiles" aria-label="Judgements by mode">
      {shown.map(({ mode, judged, warned, blocked, overridden, missed }) => (
        <Link key={mode} className="tile" href={`/auditor/judgements?mode=${mode}`}>
          <span className="tile-name">{mode}</span>
          <span className="tile-value">{judged.toLocaleString()}</span>
          <span className="tile-note muted">
            {blocked.toLocaleString()} blocked, {warned.toLocaleString()} warned, {overridden.toLocaleString()} run
            anyway
            {missed > 0 && <>, {missed.toLocaleString()} harmful that passed</>}
          </span>
        </Link>
      ))}
    </section>
  );
}
