import { useState } from "react";
import { Link } from "wouter";
import { useIsFleetOperator } from "../../auth/auth-context.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { type Effect, effectText } from "./stop-effects.ts";
import { type StopScope, useStop, useStoppable } from "./use-stop.ts";

/** Stops every session of the tenant or the fleet, and stays open to show when each of them stood still. */
export function StopAllDialog({ onClose }: { onClose(): void }) {
  const isOperator = useIsFleetOperator();
  const submitting = useSubmit();
  const [scope, setScope] = useState<StopScope>("tenant");
  const [reason, setReason] = useState("");
  const stoppable = useStoppable(scope);
  const [first, setFirst] = useState<readonly string[]>([]);
  const { ordered, effects, problem, order } = useStop();
  const stop = async () => {
    setFirst(stoppable?.ids ?? []);
    await submitting.run(() => order(scope, reason, stoppable?.count ?? 0));
  };
  return (
    <Dialog title="Stop every session" size={ordered === null ? "normal" : "wide"} onClose={onClose}>
      <div className="dialog-text">
        {ordered === null ? (
          <>
            <p>
              Keys and buttons are released at once and every further action is refused. Each session is resumed on its
              own.
            </p>
            {isOperator && (
              <SelectField label="Where" value={scope} onChange={(event) => setScope(event.target.value as StopScope)}>
                <option value="tenant">All sessions of this tenant</option>
                <option value="fleet">The whole fleet, every tenant</option>
              </SelectField>
            )}
            <TextField
              label="Reason, for the audit"
              value={reason}
              maxLength={500}
              onChange={(event) => setReason(event.target.value)}
            />
            <p className="muted" role="status">
              {stoppable === undefined ? "Counting…" : atWork(scope, stoppable.count)}
            </p>
          </>
        ) : (
          <Effects
            effects={effects}
            ids={[...new Set([...first, ...effects.keys()])]}
            owned={new Set(first)}
            expected={ordered.expected}
            orderedAt={new Date(ordered.atMs).toISOString()}
          />
        )}
        {(submitting.problem ?? problem) !== null && <ProblemCard error={submitting.problem ?? problem} />}
      </div>
      <footer className="dialog-foot">
        {ordered === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="danger" disabled={submitting.isBusy} onClick={() => void stop()} autoFocus>
              Stop {scope === "tenant" ? "this tenant" : "the fleet"}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
      </footer>
    </Dialog>
  );
}

const atWork = (scope: StopScope, count: number): string =>
  scope === "tenant"
    ? `${count} ${count === 1 ? "session" : "sessions"} of this tenant can be stopped now.`
    : `${count} ${count === 1 ? "desktop is" : "desktops are"} in use in the fleet.`;

interface EffectsProps {
  readonly effects: ReadonlyMap<string, Effect>;
  readonly ids: readonly string[];
  /** Sessions of the caller's tenant: they have a page here. */
  readonly owned: ReadonlySet<string>;
  readonly expected: number;
  readonly orderedAt: string;
}

function Effects({ effects, ids, owned, expected, orderedAt }: EffectsProps) {
  const all = [...effects.values()];
  return (
    <>
      <p role="status" className="effect">
        <strong>{effectText(all, expected)}</strong>, ordered at <At at={orderedAt} />
      </p>
      {ids.length > 0 && (
        <PlainTable label="Sessions" head={["Session", "Effect", "Stood still at", "After"]}>
          {ids.map((id) => (
            <EffectRow key={id} id={id} isOwn={owned.has(id)} effect={effects.get(id)} />
          ))}
        </PlainTable>
      )}
    </>
  );
}

function EffectRow({ id, isOwn, effect }: { id: string; isOwn: boolean; effect: Effect | undefined }) {
  return (
    <tr>
      <td className="mono">{isOwn ? <Link href={`/sessions/${id}`}>{id.slice(-8)}</Link> : id.slice(-8)}</td>
      <td>
        {effect === undefined ? (
          <StateBadge state="no word yet" tone="warn" />
        ) : effect.isConfirmed ? (
          <StateBadge state="stopped" tone="good" />
        ) : (
          <StateBadge state="refuses actions, desktop silent" tone="warn" />
        )}
      </td>
      <td>{effect && <At at={effect.at} />}</td>
      <td>{effect?.effectMs != null && `${Math.round(effect.effectMs)} ms`}</td>
    </tr>
  );
}
