import type { Verdict } from "@deskfleet/contracts";
import { StateBadge } from "./state-badge.tsx";

const ORDER = ["deny", "ask", "wait", "allow"];

/** What each gate said, the strictest first, with the rule and the layer that decided. */
export function VerdictList({ verdicts }: { verdicts: readonly Verdict[] }) {
  const sorted = verdicts.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  return (
    <ul className="verdicts">
      {sorted.map(({ gate, outcome, code, reason, layer, rule }) => (
        <li key={`${gate} ${code} ${reason}`}>
          <StateBadge state={outcome} />
          <span>{gate.replaceAll("_", " ")}</span>
          <span>
            {reason}{" "}
            <span className="muted">
              {layer}
              {rule !== undefined && (
                <>
                  , <code>{rule}</code>
                </>
              )}
              , <code>{code}</code>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
