import type { Capacity, Session, Statistics } from "@deskfleet/contracts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Ago } from "../../ui/time.tsx";
import { totalsOf } from "./totals.ts";

interface TilesProps {
  readonly capacity: Capacity | undefined;
  readonly statistics: Statistics | undefined;
  readonly sessions: readonly Session[] | undefined;
  readonly waiting: number;
}

/** The numbers to see first. Each has its place before it is known, so that nothing jumps. */
export function Tiles({ capacity, statistics, sessions, waiting }: TilesProps) {
  const slots = capacity?.workers.reduce((total, worker) => total + worker.slots, 0);
  const totals = statistics && totalsOf(statistics.hours);
  const oldest = statistics?.tenants
    .flatMap(({ oldestQueuedAt }) => oldestQueuedAt ?? [])
    .toSorted()
    .at(0);
  return (
    <section className="tiles" aria-label="Now">
      <Tile name="Sessions now" href="/sessions?live=true" value={sessions?.length}>
        {capacity && `${capacity.used} of ${slots} desktops in use`}
      </Tile>
      <Tile name="Free now" href="/settings/workers" value={capacity?.free}>
        {capacity &&
          `${capacity.warm} warm, ${capacity.workers.length} ${capacity.workers.length === 1 ? "worker" : "workers"}`}
      </Tile>
      <Tile name="Tasks queued" href="/tasks?state=queued" value={capacity?.queued}>
        {oldest === undefined ? (
          "none waits"
        ) : (
          <>
            oldest <Ago at={oldest} />
          </>
        )}
      </Tile>
      <Tile name="Success, 24 hours" href="/tasks" value={totals && (totals.rate === null ? "–" : `${totals.rate} %`)}>
        {totals && `${totals.succeeded} of ${totals.ended} tasks`}
      </Tile>
      <Tile name="Needs a person" href="/approvals" value={waiting} isUrgent={waiting > 0}>
        {waiting === 0 ? "nobody is asked" : "wait for an answer"}
      </Tile>
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly href: string;
  readonly value: ReactNode;
  readonly isUrgent?: boolean;
  readonly children: ReactNode;
}

function Tile({ name, href, value, isUrgent = false, children }: TileProps) {
  return (
    <Link href={href} className="tile" data-urgent={isUrgent}>
      <span className="tile-name">{name}</span>
      <span className="tile-value">{value ?? <span className="skeleton" />}</span>
      <span className="tile-note muted">{children}</span>
    </Link>
  );
}
