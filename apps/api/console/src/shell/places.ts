import type { IconName } from "../ui/icon.tsx";

interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
}

/** The pages that the navigation, the palette and the shortcuts lead to. */
export const PLACES: readonly Place[] = [
  { label: "Overview", href: "/", icon: "overview", key: "o" },
  { label: "Tasks", href: "/tasks", icon: "tasks", key: "t" },
  { label: "Batches", href: "/batches", icon: "batches", key: "b" },
  { label: "Sessions", href: "/sessions", icon: "sessions", key: "s" },
  { label: "Approvals", href: "/approvals", icon: "approvals", key: "a" },
  { label: "Policies", href: "/policies", icon: "policies", key: "p" },
  { label: "Auditor", href: "/auditor", icon: "auditor", key: "j" },
  { label: "Audit", href: "/audit", icon: "audit", key: "u" },
  { label: "Settings", href: "/settings", icon: "settings", key: "e" },
];
