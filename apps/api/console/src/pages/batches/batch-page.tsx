import type { Batch } from "@deskfleet/contracts";
import { useResource } from "../../client/use-resource.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { BatchRows } from "./batch-rows.tsx";
import { BatchSummary } from "./batch-summary.tsx";

export function BatchPage({ id }: { id: string }) {
  const result = useResource<Batch>("batches", `/v1/batches/${id}`);
  return (
    <Page
      title={result.data?.reference ?? "Batch"}
      layout="fill"
      lead={
        <>
          <CopyId id={id} />
          {result.data !== undefined && <StateBadge state={result.data.state} />}
        </>
      }
      actions={result.data !== undefined && <BatchActions batch={result.data} />}
    >
      <Loaded result={result}>
        {(batch) => (
          <>
            <BatchSummary batch={batch} />
            <BatchRows batch={batch} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
