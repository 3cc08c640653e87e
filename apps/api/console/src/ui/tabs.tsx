import { Link } from "wouter";

interface Tab {
  readonly name: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number;
}

/** Parts of a page, each with its own address. */
export function Tabs({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, label: text, href, count }) => (
        <Link key={name} href={href} aria-current={name === current ? "page" : undefined}>
          {text}
          {count !== undefined && count > 0 && <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
