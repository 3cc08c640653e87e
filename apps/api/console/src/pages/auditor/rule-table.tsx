import type { AuditorReport } from "@deskfleet/contracts";
import { Link } from "wouter";
import { PlainTable } from "../../ui/plain-table.tsx";
import { shareOf, sortedRules } from "./rule-share.ts";

const HEAD = ["Rule", "Mode", "What people said", "Fired", "Decided", "Run anyway", "Harmful", "Fine"];

/** A bar for each rule and mode, as long as it fired often; the numbers beside it say the same. */
export function RuleTable({ rules }: { rules: AuditorReport["rules"] }) {
  const firedMax = Math.max(0, ...rules.map(({ fired }) => fired));
  return (
    <>
      <p className="panel-note rule-legend">
        <span data-part="harmful">reported harmful</span>
        <span data-part="needless">run anyway or reported fine</span>
        <span data-part="open">nobody said anything</span>
      </p>
      <PlainTable label="Rules" head={HEAD}>
        {sortedRules(rules).map((rule) => (
          <tr key={`${rule.rule} ${rule.mode}`}>
            <td>
              <Link className="mono" href={`/auditor/judgements?rule=${rule.rule}&mode=${rule.mode}`}>
                {rule.rule}
              </Link>
            </td>
            <td>{rule.mode}</td>
            <td className="rule-cell">
              <Bar share={shareOf(rule, firedMax)} />
            </td>
            <td data-align="end">{rule.fired.toLocaleString()}</td>
            <td data-align="end">{rule.enforced.toLocaleString()}</td>
            <td data-align="end">{rule.overridden.toLocaleString()}</td>
            <td data-align="end">{rule.harmful.toLocaleString()}</td>
            <td data-align="end">{rule.fine.toLocaleString()}</td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}

function Bar({ share }: { share: ReturnType<typeof shareOf> }) {
  return (
    <span className="rule-bar" aria-hidden="true">
      {(["harmful", "needless", "open"] as const).map((part) => (
        <span key={part} data-part={part} style={{ width: `${share[part] * 100}%` }} />
      ))}
    </span>
  );
}
