import type { AuditContext } from "@deskfleet/contracts";
import type { Goal } from "./goal.ts";
import {
  type Host,
  hostOf,
  hostOfUrl,
  hostsIn,
  isDeceptive,
  isSameOwner,
  type Relation,
  relate,
  skeleton,
} from "./host.ts";

/** Whose page this is, and where the action would lead, compared with what the goal names. */
export interface Surroundings {
  readonly host: Host | null;
  readonly expected: readonly Host[];
  /** `unknown`: the goal names no domain, or the place has none. */
  readonly page: Relation | "unknown";
  readonly link: Relation | null;
  readonly form: Relation | null;
  readonly isProgram: boolean;
  /** The label names one host, the link leads to another. */
  readonly isLinkDisguised: boolean;
}

const PROGRAM =
  /\.(?:exe|msi|dmg|pkg|deb|rpm|apk|scr|bat|cmd|ps1|vbs|jar|appimage|sh|run|iso|crx|xpi|com|hta|reg|docm|xlsm|img)(?:[?#]|$)/i;

export function surroundingsOf(context: AuditContext, goal: Goal): Surroundings {
  const host = hostOfUrl(context.place.url);
  const trusted = context.trustedDomains.map((name) => hostOf(name));
  const expected = [...goal.hosts, ...trusted];
  const page =
    host === null
      ? "unknown"
      : (relateAll(host, expected) ??
        (imitatesWords(host, context.goal) || isDeceptive(host) ? "imitates" : "unknown"));
  // Nothing was named: any other host than the page's own is as good, except one that imitates it.
  const isOpen = goal.isUnknown && expected.length === 0;
  const safe = page === "same" || page === "unknown" ? [...expected, ...(host ? [host] : [])] : expected;
  const link = context.place.linkTarget === null ? null : hostOfUrl(context.place.linkTarget);
  const linked = link && (isDeceptive(link) ? "imitates" : relateAll(link, safe));
  const form = context.place.formAction === null ? null : hostOfUrl(context.place.formAction);
  const formed = form && relateAll(form, safe);
  // A trusted domain is a place to work on; what is entered on another one is not for it.
  const isMisplaced =
    form !== null &&
    host !== null &&
    formed === "same" &&
    !isSameOwner(form, host) &&
    goal.hosts.length > 0 &&
    !goal.hosts.some((named) => isSameOwner(named, form));
  const named = hostsIn(context.target?.text ?? "");
  return {
    host,
    expected,
    // Below the expected owner as well, unless that very name is expected.
    page: host !== null && isDeceptive(host) && !expected.some(({ name }) => name === host.name) ? "imitates" : page,
    link: isOpen && linked === "foreign" ? null : linked,
    form: isMisplaced ? "foreign" : formed,
    isProgram: PROGRAM.test(context.place.linkTarget ?? "") || PROGRAM.test(context.target?.text.trim() ?? ""),
    isLinkDisguised: link !== null && named.length > 0 && !named.some((one) => isSameOwner(one, link)),
  };
}

/** The best of its relations to what is expected; null when nothing is. */
function relateAll(host: Host, expected: readonly Host[]): Relation | null {
  const relations = expected.map((other) => relate(host, other));
  return relations.find((one) => one === "same") ?? relations.find((one) => one === "imitates") ?? relations[0] ?? null;
}

/** A goal that names somebody by a word (`Log in to Paypal`), on a host that only looks like it. */
function imitatesWords(host: Host, goal: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  const words = (plain(goal.toLowerCase()).match(/[\p{L}\p{N}]{5,}/gu) ?? []).slice(0, 64);
  const labels = [host.brand, ...host.brand.split("-")];
  return words.some((word) =>
    labels.some((label) => plain(label) !== word && label.length >= 5 && skeleton(label) === skeleton(word)),
  );
}
