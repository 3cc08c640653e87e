import type { Approval } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useResource } from "../../client/use-resource.ts";
import { Actor } from "../../ui/actor.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { Ago, At, Countdown } from "../../ui/time.tsx";
import { VerdictList } from "../../ui/verdict-list.tsx";
import { targetWords } from "../sessions/action-place.ts";
import { useActorName } from "../sessions/people.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AskedScreen } from "./asked-screen.tsx";
import { equalAsks } from "./equal-asks.ts";
import { hasHidden, plainJson, visibleText } from "./plain-json.ts";
import { ScreenNow } from "./screen-now.tsx";

interface ApprovalDetailProps {
  readonly id: string;
  readonly pending: readonly Approval[];
  onAnswered(): void;
}

/** Everything that is known of what was asked: nothing is folded away or cut, because it is what a yes will do. */
export function ApprovalDetail({ id, pending, onAnswered }: ApprovalDetailProps) {
  const result = useResource<Approval>("approvals", `/v1/approvals/${id}`);
  return (
    <section className="panel inbox-detail" aria-label="The approval">
      <Loaded result={result}>
        {(approval) => (
          <>
            <ApprovalHead approval={approval} />
            <div className="inbox-scroll">
              {approval.warnings.map(({ code, text }) => (
                <p key={code} className="note" data-tone="warn">
                  {text}
                </p>
              ))}
              <div className="asked">
                <section className="stack tight">
                  <h3>What it would do</h3>
                  <Parameters params={approval.params} />
                </section>
                <section className="stack tight" aria-label="On which screen">
                  <h3>On which screen</h3>
                  <AskedScreen approval={approval} />
                  <ScreenNow approval={approval} />
                </section>
              </div>
              <h3>Why it is asked</h3>
              <VerdictList verdicts={approval.evaluation.verdicts} />
              <ApprovalFacts approval={approval} />
            </div>
            {approval.state === "pending" ? (
              <AnswerForm approval={approval} equal={equalAsks(approval, pending)} onAnswered={onAnswered} />
            ) : (
              <Answered approval={approval} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Whole, sign by sign: what a yes will do. */
function Parameters({ params }: Pick<Approval, "params">) {
  const words = targetWords(params);
  if (Object.keys(params).length === 0) return <p className="muted">The tool takes no parameters.</p>;
  return (
    <>
      {words !== null && <p>{visibleText(words)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className="json" tabIndex={0} aria-label="Parameters">
        <pre>{plainJson(params)}</pre>
      </section>
      {hasHidden(params) && (
        <p className="note" data-tone="warn">
          Signs that nobody would see are shown as their number, like <code>\u202e</code>.
        </p>
      )}
    </>
  );
}

function ApprovalHead({ approval }: { approval: Approval }) {
  return (
    <header className="inbox-head">
      <h2 className="mono">{approval.tool}</h2>
      <span className="risk" data-risk={approval.evaluation.risk}>
        {approval.evaluation.risk}
      </span>
      {approval.state === "pending" ? (
        <span className="inbox-expires">
          expires in <Countdown until={approval.expiresAt} />
        </span>
      ) : (
        <StateBadge state={approval.state} />
      )}
    </header>
  );
}

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { sessionId, taskId, isTaskStep, requestedBy, createdAt, policyVersion, digest, offers } = approval;
  return (
    <Facts
      facts={[
        [
          "Session",
          <Link key="s" href={`/sessions/${sessionId}`}>
            {sessionId.slice(-8)}, live
          </Link>,
        ],
        ["Task", taskId !== null && <Link href={`/tasks/${taskId}`}>{taskId.slice(-8)}</Link>],
        ["Asked by", isTaskStep ? "the task's program" : <Actor key="p" actor={requestedBy} />],
        ["Asked", <Ago key="a" at={createdAt} />],
        [
          "Policy",
          <span key="v" className="mono">
            {policyVersion}
          </span>,
        ],
        ["Digest", <CopyId key="d" id={digest} />],
        ["A lasting yes gives", offers.length > 0 && <OfferList key="o" approval={approval} />],
      ]}
    />
  );
}

const OfferList = ({ approval }: { approval: Approval }) => (
  <ul>
    {approval.offers.map(({ grant, isKeepable }) => (
      <li key={grant}>
        <code>{grant}</code> {!isKeepable && <span className="muted">for this session only</span>}
      </li>
    ))}
  </ul>
);

function Answered({ approval }: { approval: Approval }) {
  const nameOf = useActorName();
  const { answer, answeredBy, answeredAt, note, expiredBecause, executedAt } = approval;
  return (
    <footer className="answer">
      <p>
        {answer === null
          ? `Not answered${expiredBecause === null ? "" : `: ${expiredBecause.replaceAll("_", " ")}`}`
          : `Answered “${answer}”`}
        {answeredBy !== null && (
          <>
            {" "}
            by <strong>{nameOf(answeredBy)}</strong>
          </>
        )}
        {answeredAt !== null && (
          <>
            {" "}
            at <At at={answeredAt} />
          </>
        )}
        {executedAt !== null && (
          <>
            , executed at <At at={executedAt} />
          </>
        )}
      </p>
      {note !== null && note !== "" && <p className="muted">“{note}”</p>}
    </footer>
  );
}
