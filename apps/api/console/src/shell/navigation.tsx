import { Link, useLocation } from "wouter";
import { usePendingApprovals } from "../pages/approvals/use-pending-approvals.ts";
import { Icon } from "../ui/icon.tsx";
import { useWaitingInTitle } from "../ui/use-title.ts";
import { Brand } from "./brand.tsx";
import { PLACES } from "./places.ts";

export function Navigation() {
  const [location] = useLocation();
  const pending = usePendingApprovals().length;
  useWaitingInTitle(pending);
  const isHere = (href: string) =>
    href === "/" ? location === "/" : location === href || location.startsWith(`${href}/`);
  return (
    <nav className="nav" aria-label="Pages">
      <Link className="nav-brand" href="/" aria-label="Deskfleet, overview">
        <Brand />
      </Link>
      <ul>
        {PLACES.map(({ label, href, icon, key }) => (
          <li key={href}>
            <Link href={href} aria-current={isHere(href) ? "page" : undefined} title={`${label} (g ${key})`}>
              <Icon name={icon} size={18} />
              <span className="nav-label">{label}</span>
              {href === "/approvals" && pending > 0 && (
                <span className="count attention">
                  {pending}
                  <span className="visually-hidden"> waiting</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
