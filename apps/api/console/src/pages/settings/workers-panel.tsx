import { useQuery } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import type { Capacity } from "../../client/types.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

/** Workers report every few seconds; no event tells of it. */
const POLL_MS = 5_000;

export function WorkersPanel() {
  const result = useQuery({
    queryKey: ["capacity", "one"],
    queryFn: ({ signal }) => call<Capacity>("GET", "/v1/capacity", { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title="Workers" note="those that report to the fleet">
      <Loaded result={result}>
        {({ workers }) =>
          workers.length === 0 ? (
            <EmptyState title="No worker reports to the fleet.">
              <p>Start one: until then tasks wait, and no session can be started.</p>
            </EmptyState>
          ) : (
            <PlainTable label="Workers" head={["Worker", "Desktops in use", "Warm", "Commands"]}>
              {workers.map(({ id, slots, used, warm, confinement }) => (
                <tr key={id}>
                  <td className="mono">{id}</td>
                  <td>
                    <span className="progress-cell">
                      <ProgressBar parts={[{ tone: "busy", count: used }]} total={slots} />
                      <span className="muted">
                        {used} of {slots}
                      </span>
                    </span>
                  </td>
                  <td>{warm}</td>
                  <td>
                    <Confinement kind={confinement?.kind ?? null} />
                  </td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Confinement({ kind }: { kind: string | null }) {
  if (kind === null) return <span className="muted">not known before the first desktop</span>;
  if (kind === "none") return <StateBadge state="cannot be confined" tone="bad" />;
  return <StateBadge state={`confined by ${kind}`} tone="good" />;
}
