import type { AuditJudgement } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { useResource } from "../../client/use-resource.ts";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { ContextPanel } from "./context-panel.tsx";
import { MakeCase } from "./make-case.tsx";
import { ReportOutcome } from "./report-outcome.tsx";

/** One judgement with what it rested on; people say here what came of it. */
export function JudgementPage({ id }: { id: string }) {
  const result = useResource<AuditJudgement>("auditor", `/v1/auditor/judgements/${id}`);
  const isOperator = useHasRole("operator");
  const isAdmin = useHasRole("admin");
  return (
    <Page title="Judgement" lead={<Link href="/auditor/judgements">All judgements</Link>}>
      <Loaded result={result}>
        {(judgement) => (
          <div className="stack">
            <div className="split">
              <What judgement={judgement} />
              <Panel title="What came of it">
                <div className="panel-body">
                  <Outcome judgement={judgement} />
                  {isOperator && <ReportOutcome judgement={judgement} />}
                  {isAdmin && <MakeCase judgement={judgement} />}
                </div>
              </Panel>
            </div>
            <Why judgement={judgement} />
            {judgement.context !== null && <ContextPanel context={judgement.context} />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function What({ judgement }: { judgement: AuditJudgement }) {
  const { verdict, tool, mode, isEnforced, at, sessionId, taskId, approvalId, rulesVersion, isFromCache } = judgement;
  return (
    <Panel title={tool} note={<StateBadge state={verdict} />}>
      <Facts
        facts={[
          ["At", <At key="at" at={at} withAgo />],
          ["Mode", isEnforced ? `${mode}: this verdict decided` : `${mode}: only recorded`],
          ["Rules", <code key="rules">{rulesVersion}</code>],
          ["Known before", isFromCache && "the same action on the same page was judged already"],
          [
            "Session",
            <Link key="session" className="mono" href={`/sessions/${sessionId}`}>
              {sessionId.slice(-8)}
            </Link>,
          ],
          ["Task", taskId && <Link href={`/tasks/${taskId}`}>{taskId.slice(-8)}</Link>],
          ["Approval", approvalId && <Link href={`/approvals/${approvalId}`}>{approvalId.slice(-8)}</Link>],
        ]}
      />
    </Panel>
  );
}

function Outcome({ judgement: { overriddenBy, report } }: { judgement: AuditJudgement }) {
  if (report !== null)
    return (
      <p>
        Reported as <strong>{report.kind}</strong> <At at={report.at} withAgo />
        {report.comment !== "" && <>: {report.comment}</>}
      </p>
    );
  return (
    <p className="muted">{overriddenBy !== null ? "A person had it run anyway." : "Nobody has said anything yet."}</p>
  );
}

function Why({ judgement: { evidence, model } }: { judgement: AuditJudgement }) {
  return (
    <Panel title="Why">
      <div className="panel-body">
        {evidence.length === 0 && <p className="muted">No rule fired.</p>}
        <ul className="verdicts evidence">
          {evidence.map(({ rule, version, severity, reason }) => (
            <li key={rule}>
              <StateBadge state={severity} />
              <code>{rule}</code>
              <span>
                {reason} <span className="muted">version {version}</span>
              </span>
            </li>
          ))}
        </ul>
        {model !== null && (
          <p>
            The model {model.model}: {model.outcome === "answered" ? model.verdict : model.outcome.replaceAll("_", " ")}
            {model.reason !== "" && <>, “{model.reason}”</>}{" "}
            <span className="muted">{Math.round(model.durationMs).toLocaleString()} ms</span>
          </p>
        )}
      </div>
    </Panel>
  );
}
