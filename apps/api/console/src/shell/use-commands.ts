import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { usePrincipal } from "../auth/auth-context.tsx";
import { hasRole } from "../auth/roles.ts";
import { useSignOut } from "../auth/use-sign-out.ts";
import { call } from "../client/http.ts";
import { SETTINGS } from "../pages/settings/sections.ts";
import type { Command } from "./commands.ts";
import { PLACES } from "./places.ts";
import { keepTheme, THEMES } from "./theme.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** What an id can be of, where it is read, and the page that shows it. */
const KINDS = [
  ["Task", "/v1/tasks", "/tasks"],
  ["Batch", "/v1/batches", "/batches"],
  ["Session", "/v1/sessions", "/sessions"],
  ["Approval", "/v1/approvals", "/approvals"],
] as const;

/** What the palette offers for a text: everything that this role can do from anywhere. */
export function useCommands(text: string, onStop: () => void): Command[] {
  const [, navigate] = useLocation();
  const principal = usePrincipal();
  const signOut = useSignOut();
  const found = useFound(text.trim().toLowerCase());
  const go = (label: string, href: string, hint: string): Command => ({
    id: href,
    label,
    hint,
    run: () => navigate(href),
  });
  return [
    ...found.map(({ kind, href, id }) => go(`${kind} ${id}`, href, "by its id")),
    ...PLACES.map(({ label, href, key }) => go(label, href, `g ${key}`)),
    ...(hasRole(principal, "operator")
      ? [go("Submit a task", "/tasks/new", "n"), go("Submit a batch", "/batches/new", "a CSV and a workflow")]
      : []),
    go("Dead letters", "/tasks?state=failed", "failed tasks, to edit and send again"),
    go("Explain an action", "/policies/explain", "what policy would decide"),
    go("Edit the tenant's policy", "/policies/edit?layer=tenant", "rules, limits, recording"),
    go("Verify the audit chains", "/audit/verify", "proof"),
    ...SETTINGS.filter(({ role }) => hasRole(principal, role)).map(({ name, label }) =>
      go(`Settings: ${label}`, `/settings/${name}`, ""),
    ),
    ...(hasRole(principal, "admin")
      ? [{ id: "stop", label: "Stop every session…", hint: "asks before it does", run: onStop }]
      : []),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      label: `Theme: ${theme}`,
      hint: "",
      run: () => keepTheme(theme),
    })),
    { id: "sign-out", label: "Sign out", hint: principal.name, run: () => void signOut() },
  ];
}

/** Nobody knows from an id what it is of: all are asked, and those that answer are offered. */
function useFound(id: string): { kind: string; href: string; id: string }[] {
  const { data } = useQuery({
    queryKey: ["find", id],
    enabled: ID.test(id),
    queryFn: async () => {
      const asked = await Promise.allSettled(KINDS.map(([, path]) => call("GET", `${path}/${id}`)));
      return KINDS.filter((_kind, index) => asked[index]?.status === "fulfilled");
    },
  });
  return (data ?? []).map(([kind, , href]) => ({ kind, href: `${href}/${id}`, id }));
}
