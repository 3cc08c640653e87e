import { toProblem } from "../client/problem.ts";
import { Button } from "./button.tsx";
import { CopyId } from "./copy-id.tsx";

/** What the API refused, in its words: title, detail, code, every fault, and the request's id for whoever is asked about it. */
export function ProblemCard({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const problem = toProblem(error);
  return (
    <section className="problem" role="alert">
      <p className="problem-title">{problem.title}</p>
      <p>{problem.message}</p>
      <FaultList faults={problem.faults} />
      <p className="muted problem-facts">
        <code>{problem.code}</code>
        {problem.requestId !== null && (
          <>
            {" "}
            request <CopyId id={problem.requestId} />
          </>
        )}
      </p>
      {onRetry !== undefined && (
        <div>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </section>
  );
}

export function FaultList({ faults }: { faults: readonly { readonly path: string; readonly message: string }[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className="faults">
      {faults.map(({ path, message }) => (
        <li key={path + message}>
          {path !== "" && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}
