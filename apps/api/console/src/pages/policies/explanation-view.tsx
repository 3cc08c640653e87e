import type { Explanation } from "@deskfleet/contracts";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { VerdictList } from "../../ui/verdict-list.tsx";

/** Every gate's verdict, and what would make the outcome milder; each was tried by judging again. */
export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const { outcome, risk, policyVersion, verdicts, changes, together, isFinal, step } = explanation;
  return (
    <div className="columns">
      <Panel title="The verdict" note={policyVersion} actions={<StateBadge state={outcome} />}>
        <div className="panel-body">
          {step !== null && <p className="muted">About step {step + 1} of the script, its strictest one.</p>}
          <p>
            Risk <code>{risk}</code>
          </p>
          <VerdictList verdicts={verdicts} />
        </div>
      </Panel>
      <Panel title="What would make it milder">
        <div className="panel-body">
          {isFinal && <p>Nothing that was tried changes it: a hard rule.</p>}
          {outcome === "allow" && <p className="muted">It is allowed already.</p>}
          <ul className="milder">
            {changes.map(({ says, outcome: then, layer, path }) => (
              <li key={says}>
                <StateBadge state={then} />
                <span>
                  {says}{" "}
                  {layer !== null && (
                    <span className="muted">
                      {layer}
                      {path !== null && ` ${path}`}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {together !== null && (
            <>
              <p>
                Together, these lead to <StateBadge state={together.outcome} />
              </p>
              <ul className="milder">
                {together.changes.map(({ says }) => (
                  <li key={says}>{says}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Panel>
    </div>
  );
}
