import type { AuditRecord } from "@deskfleet/contracts";
import { Dialog } from "../../ui/dialog.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { VerdictList } from "../../ui/verdict-list.tsx";

export function AuditRecordDialog({ record, onClose }: { record: AuditRecord; onClose(): void }) {
  const { evaluation, ...rest } = record;
  return (
    <Dialog title={record.action} size="wide" onClose={onClose}>
      <div className="dialog-text">
        {evaluation !== null && <VerdictList verdicts={evaluation.verdicts} />}
        <JsonView value={rest} label="The record" />
      </div>
    </Dialog>
  );
}
