import type { AuditPack } from "@deskfleet/contracts";
import { useResource } from "../../client/use-resource.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";

/** One version of a pack as it was stored; none ever changes. */
export function PackDialog({ pack: { name, version }, onClose }: { pack: AuditPack; onClose(): void }) {
  const result = useResource<AuditPack>("auditor", `/v1/auditor/packs/${name}`, { query: { version } });
  return (
    <Dialog title={`${name}@${version}`} size="wide" onClose={onClose}>
      <div className="dialog-text">
        <Loaded result={result}>{({ document }) => <JsonView value={document} label="Rules of the pack" />}</Loaded>
      </div>
    </Dialog>
  );
}
