import type { ReactNode } from "react";
import { useTitle } from "./use-title.ts";

interface PageProps {
  readonly title: string;
  /** In the tab instead of the title. */
  readonly name?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** `fill`: one window high, its table scrolls; `flow`: as long as its content. */
  readonly layout?: "flow" | "fill";
  readonly children: ReactNode;
}

export function Page({ title, name = title, lead, actions, layout = "flow", children }: PageProps) {
  useTitle(name);
  return (
    <div className={`page ${layout}`}>
      <header className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {lead}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
