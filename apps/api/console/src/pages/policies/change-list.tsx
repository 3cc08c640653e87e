import type { PolicyChange } from "@deskfleet/contracts";

const SIGNS = { add: "+", remove: "−", replace: "±" } as const;

/** Every place where two versions differ: what was there, and what is there now. */
export function ChangeList({ changes }: { changes: readonly PolicyChange[] }) {
  if (changes.length === 0) return <p className="muted">No difference to the version in force.</p>;
  return (
    <ul className="changes">
      {changes.map(({ path, op, before, after }) => (
        <li key={`${op} ${path}`} data-op={op}>
          <p>
            <strong>{SIGNS[op]}</strong> <code>{path || "/"}</code>
          </p>
          {before !== undefined && <pre className="before">{JSON.stringify(before, null, 1)}</pre>}
          {after !== undefined && <pre className="after">{JSON.stringify(after, null, 1)}</pre>}
        </li>
      ))}
    </ul>
  );
}
