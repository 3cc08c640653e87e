import type { DryRun, DryRunStep } from "@deskfleet/contracts";
import { Fragment } from "react";
import { PlainTable } from "../../../ui/plain-table.tsx";
import { FaultList } from "../../../ui/problem-card.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { stepState, summaryOf } from "./dry-run-summary.ts";

export function DryRunView({ answer }: { answer: DryRun }) {
  const { faults, steps } = answer;
  return (
    <section className="dry-run" aria-label="What would happen">
      <p className="panel-note" role="status" data-tone={faults.length > 0 ? "warn" : undefined}>
        {summaryOf(answer)}
      </p>
      {faults.length > 0 && (
        <div className="panel-body fault-text">
          <FaultList faults={faults} />
        </div>
      )}
      {steps.length > 0 && (
        <PlainTable label="Steps" head={["#", "Step", "Parameters, filled in", "Verdict"]}>
          {steps.map((step) => (
            <StepRow key={step.index} step={step} />
          ))}
        </PlainTable>
      )}
    </section>
  );
}

function StepRow({ step }: { step: DryRunStep }) {
  const { index, id, do: tool, when, forEach, params, unknown } = step;
  return (
    <tr>
      <td>{index + 1}</td>
      <td>
        <span className="mono">{tool}</span> {id !== null && <span className="badge">{id}</span>}
        {when !== null && (
          <p className="muted">
            when <code>{when.text}</code>: {when.value === null ? "only a run can know" : when.value ? "yes" : "no"}
          </p>
        )}
        {forEach !== null && (
          <p className="muted">
            for each of <code>{forEach.text}</code>
            {forEach.items === null ? ": only a run can know" : `: ${forEach.items} times`}
          </p>
        )}
      </td>
      <td>
        {params === null ? (
          <span className="muted">skipped for this row</span>
        ) : (
          <dl className="params">
            {Object.entries(params).map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {unknown.length > 0 && (
          <p className="muted">
            only a run can know{" "}
            {unknown.map((text) => (
              <Fragment key={text}>
                <code className="unknown">{text}</code>{" "}
              </Fragment>
            ))}
          </p>
        )}
      </td>
      <td>
        <StepVerdict step={step} />
      </td>
    </tr>
  );
}

function StepVerdict({ step }: { step: DryRunStep }) {
  const { verdict } = step;
  if (verdict === null) return <StateBadge state={stepState(step)} tone="none" />;
  return (
    <>
      <StateBadge state={verdict.outcome} />
      <p className="muted">
        {verdict.gate.replaceAll("_", " ")},{" "}
        <span className="badge" data-layer={verdict.layer}>
          {verdict.layer}
        </span>
      </p>
      {verdict.outcome !== "allow" && <p>{verdict.reason}</p>}
    </>
  );
}
