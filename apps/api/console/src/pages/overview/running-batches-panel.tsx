import type { Batch } from "@deskfleet/contracts";
import { Link } from "wouter";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BatchProgressCell } from "../batches/batch-progress-cell.tsx";

const SHOWN = 6;

/** The newest batches, running or not. */
export function RunningBatchesPanel() {
  const result = useResource<Page<Batch>>("batches", "/v1/batches", { query: { limit: SHOWN } });
  return (
    <Panel title="Batches" actions={<Link href="/batches">All</Link>}>
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No batch yet.">
              <p>
                A batch runs a workflow for every row of a CSV. <Link href="/batches/new">Submit one</Link>.
              </p>
            </EmptyState>
          ) : (
            <ul className="lines">
              {items.map((batch) => (
                <li key={batch.id}>
                  <Link className="cut batch-name" href={`/batches/${batch.id}`}>
                    {batch.reference}
                  </Link>
                  <BatchProgressCell batch={batch} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
