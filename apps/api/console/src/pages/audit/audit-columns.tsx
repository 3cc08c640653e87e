import type { AuditRecord } from "@deskfleet/contracts";
import { Link } from "wouter";
import { Actor } from "../../ui/actor.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { durationText } from "../../ui/relative-time.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";

interface ColumnOptions {
  onOpen(record: AuditRecord): void;
  /** Another tenant's: its sessions have no page here. */
  readonly isOther: boolean;
}

export const auditColumns = ({ onOpen, isOther }: ColumnOptions): Column<AuditRecord>[] => [
  { name: "At", width: "144px", cell: ({ at }) => <At at={at} /> },
  {
    name: "Action",
    width: "21%",
    cell: (record) => (
      <button type="button" className="link mono cut" onClick={() => onOpen(record)}>
        {record.action}
      </button>
    ),
  },
  { name: "Kind", width: "88px", isExtra: true, cell: ({ kind }) => <span className="muted">{kind}</span> },
  { name: "Result", width: "104px", cell: ({ result }) => result !== null && <StateBadge state={result} /> },
  { name: "Reason", cell: (record) => <span className="muted">{reasonOf(record)}</span> },
  {
    name: "Session",
    width: "96px",
    cell: ({ sessionId }) =>
      sessionId !== null &&
      (isOther ? (
        <CopyId id={sessionId} />
      ) : (
        <Link className="mono" href={`/sessions/${sessionId}`}>
          {sessionId.slice(-8)}
        </Link>
      )),
  },
  { name: "Actor", width: "160px", isExtra: true, cell: ({ actor }) => <Actor actor={actor} /> },
  {
    name: "Took",
    width: "80px",
    align: "end",
    isExtra: true,
    cell: ({ durationMs }) => durationMs !== null && durationText(durationMs),
  },
];

const reasonOf = ({ reason, evaluation }: AuditRecord) =>
  evaluation !== null && evaluation.outcome !== "allow" ? evaluation.decisive.reason : (reason ?? "");
