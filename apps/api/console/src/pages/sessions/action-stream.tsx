import type { AuditRecord, Session } from "@deskfleet/contracts";
import { useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import type { Target } from "../../desktop/target-mark.tsx";
import { useLiveList } from "../../live/use-live-list.ts";
import { Panel } from "../../ui/panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";
import { type ActionEntry, entriesOf } from "./action-entries.ts";

const TYPES = [
  "session.action",
  "session.controlled",
  "session.stopped",
  "session.resumed",
  "session.paused",
  "session.ended",
  "approval.answered",
  "approval.requested",
] as const;
const LIMIT = 100;

interface ActionStreamProps {
  readonly session: Session;
  /** An action that has just gone to a place on the screen. */
  onTarget(target: Target): void;
}

/** What happened in the session, newest first, as the audit has it: a line for each action, with its verdict and how it ended. */
export function ActionStream({ session, onTarget }: ActionStreamProps) {
  const list = useLiveList<AuditRecord>({
    ...{ resource: "audit", path: "/v1/audit", query: { sessionId: session.id }, limit: LIMIT, types: TYPES },
  });
  const entries = useMemo(() => entriesOf(list.items), [list.items]);
  useNewTargets(entries, onTarget);
  return (
    <Panel
      title="Actions"
      note="newest first"
      className="stream"
      actions={<Link href={`/audit?sessionId=${session.id}`}>Audit</Link>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <ol className="stream-list" tabIndex={0} aria-label="Actions, newest first">
        {entries.map((entry) => (
          <StreamEntry key={entry.id} entry={entry} onShow={onTarget} />
        ))}
        {entries.length === 0 && !list.isLoading && <li className="muted">Nothing has happened yet.</li>}
        {list.hasMore && (
          <li>
            <button type="button" className="button quiet small" onClick={list.loadMore}>
              Earlier actions
            </button>
          </li>
        )}
      </ol>
    </Panel>
  );
}

function StreamEntry({ entry, onShow }: { entry: ActionEntry; onShow(target: Target): void }) {
  const { record, result, says, target } = entry;
  return (
    <li className="stream-entry">
      <div className="stream-line">
        <strong className="mono cut" title={record.action}>
          {record.action.replace(/^computer_/, "")}
        </strong>
        <StateBadge state={result} />
        <At at={record.at} />
      </div>
      <p className="muted stream-says">
        {target !== null && (
          <button
            type="button"
            className="id mono"
            title="Show where"
            onClick={() => onShow({ ...target, id: `${target.id}-${performance.now()}` })}
          >
            {target.x},{target.y}
          </button>
        )}{" "}
        {says}
      </p>
    </li>
  );
}

/** Draws the targets of what comes in, not of what was there when the page was opened. */
function useNewTargets(entries: readonly ActionEntry[], onTarget: (target: Target) => void): void {
  const newest = useRef<string | null>(null);
  const first = entries[0];
  useEffect(() => {
    if (first === undefined) return;
    const isNew = newest.current !== null && first.id > newest.current;
    newest.current = first.id;
    if (isNew && first.target !== null) onTarget(first.target);
  }, [first, onTarget]);
}
