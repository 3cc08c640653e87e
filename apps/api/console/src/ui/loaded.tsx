import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemCard } from "./problem-card.tsx";

/** What was read, or why it could not be; while neither is known, the room that it will take. */
export function Loaded<T>({ result, children }: { result: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (result.data !== undefined) return children(result.data);
  if (result.error !== null) return <ProblemCard error={result.error} onRetry={() => void result.refetch()} />;
  return (
    <div className="loading" aria-busy="true">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}
