import type { ReactNode } from "react";

interface PlainTableProps {
  readonly label: string;
  /** An empty name is a column of buttons. */
  readonly head: readonly string[];
  readonly children: ReactNode;
}

/** A short table whose rows are as high as what is in them. */
export function PlainTable({ label, head, children }: PlainTableProps) {
  return (
    <div className="table-flow">
      <table className="plain" aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name || <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
