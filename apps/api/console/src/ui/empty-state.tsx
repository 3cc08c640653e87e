import type { ReactNode } from "react";

/** Where there is nothing yet: what would be here, and what to do for it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
