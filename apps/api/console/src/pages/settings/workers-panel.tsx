import type { Capacity, Worker } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { useIsFleetOperator } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

/** Workers report every few seconds; no event tells of it. */
const POLL_MS = 5_000;

export function WorkersPanel() {
  const isOperator = useIsFleetOperator();
  const result = useQuery({
    queryKey: ["capacity", "one"],
    queryFn: ({ signal }) => call<Capacity>("GET", "/v1/capacity", { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title="Workers" note="those that report to the fleet">
      <Loaded result={result}>
        {({ workers, refusals }) =>
          workers.length === 0 ? (
            <EmptyState title="No worker reports to the fleet.">
              <p>Start one: until then tasks wait, and no session can be started.</p>
            </EmptyState>
          ) : (
            <>
              {refusals.map(({ code, reason }) => (
                <p key={code} className="panel-note" data-tone="warn">
                  {reason}
                </p>
              ))}
              <PlainTable
                label="Workers"
                head={["Worker", "State", "Desktops in use", "Warm", "Commands", ...(isOperator ? [""] : [])]}
              >
                {workers.map((worker) => (
                  <WorkerRow
                    key={worker.id}
                    worker={worker}
                    isOperator={isOperator}
                    onOrdered={() => void result.refetch()}
                  />
                ))}
              </PlainTable>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface WorkerRowProps {
  readonly worker: Worker;
  readonly isOperator: boolean;
  onOrdered(): void;
}

function WorkerRow({ worker, isOperator, onOrdered }: WorkerRowProps) {
  const attempt = useAttempt();
  const { id, slots, used, warm, confinement, isDraining } = worker;
  const order = async (verb: "drain" | "resume", done: string) => {
    await attempt(() => call("POST", `/v1/workers/${encodeURIComponent(id)}/${verb}`), done);
    onOrdered();
  };
  return (
    <tr>
      <td className="mono nowrap">{id}</td>
      <td>
        {!isDraining ? (
          <StateBadge state="takes work" tone="good" />
        ) : (
          <StateBadge state={used === 0 ? "drained" : "draining"} tone="warn" />
        )}
      </td>
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
      {isOperator && (
        <td>
          <div className="buttons end">
            {isDraining ? (
              <Button size="small" onClick={() => void order("resume", `${id} takes work again`)}>
                Resume
              </Button>
            ) : (
              <ConfirmButton
                label="Drain"
                title={`Drain ${id}?`}
                size="small"
                kind="plain"
                onConfirm={() => order("drain", `${id} takes no more work`)}
              >
                <p>
                  It opens no session and takes no attempt any more, after a restart neither. What runs there goes on to
                  its end{used === 0 ? "; nothing does now." : `: ${used} ${used === 1 ? "desktop" : "desktops"} now.`}
                </p>
              </ConfirmButton>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}

function Confinement({ kind }: { kind: string | null }) {
  if (kind === null) return <span className="muted">not known before the first desktop</span>;
  if (kind === "none") return <StateBadge state="cannot be confined" tone="bad" />;
  return <StateBadge state={`confined by ${kind}`} tone="good" />;
}
