import { type EffectivePolicy, type GateContext, GRANTS, type HeldGrant, type Layer } from "@deskfleet/contracts";
import {
  type CommandWords,
  canonicalCommand,
  coversCommand,
  grantsForCommand,
  isCommandGrant,
} from "./command-grant.ts";
import { hostOfCommand } from "./command-host.ts";
import { isOwnableDomain, matchesDomain, normaliseHost } from "./domain.ts";
import { allow, type Opinion } from "./gate-type.ts";
import { matchesWildcard } from "./wildcard.ts";

type Holder = Pick<GateContext, "grants" | "nowMs">;

/** The layer that gives a consent: a standing one of the policy, or one that is held and has not expired; else null. */
export function consentFrom(grant: string, context: Holder, policy: EffectivePolicy): Layer | null {
  return layerOf(context, policy, {
    stands: (pattern) => matchesWildcard(pattern, grant),
    covers: (held) => held === grant,
  });
}

/** The same for a host that a command or a page would reach. Null for what is no host. */
export function consentForHost(text: string, context: Holder, policy: EffectivePolicy): Layer | null {
  const host = normaliseHost(text);
  if (host === null) return null;
  const matches = (grant: string, isUsable: (pattern: string) => boolean): boolean => {
    const pattern = domainOf(grant);
    return pattern !== null && isUsable(pattern) && matchesDomain(pattern, host);
  };
  return layerOf(context, policy, {
    stands: (grant, isManaged) => matches(grant, (pattern) => isManaged || isOwnableDomain(pattern)),
    covers: (grant) => matches(grant, isOwnableDomain),
  });
}

/**
 * The layer whose consents cover a text's every simple command; null when one is left, and for a text without any. Only
 * for asks about programs nobody knows, code of the project and the network: a consent for `git push` says nothing about a
 * dangerous file or a deletion.
 */
export function consentForCommands(
  commands: readonly CommandWords[],
  context: Holder,
  policy: EffectivePolicy,
): Layer | null {
  let layer: Layer | null = null;
  for (const words of commands) {
    const known = words.filter((word) => word !== null);
    if (known.length < words.length) return null;
    const needed = `command(${canonicalCommand(known)})`;
    const covers = (held: string) => coversCommand(held, words);
    // Only managed policy may name an interpreter or a wrapper by a pattern.
    const stands = (value: string, isManaged: boolean) => (isManaged ? matchesWildcard(value, needed) : covers(value));
    const host = hostOfCommand(words);
    layer =
      layerOf(context, policy, { stands, covers }) ?? (host === null ? null : consentForHost(host, context, policy));
    if (layer === null) return null;
  }
  return layer;
}

/** An ask about these commands: answered by consents that cover all of them, else it offers those that would. */
export function askForCommands(
  opinion: Opinion,
  commands: readonly CommandWords[],
  context: Holder,
  policy: EffectivePolicy,
): Opinion {
  const layer = consentForCommands(commands, context, policy);
  if (layer !== null) return allow("command.granted", "consents cover every command", layer);
  const missing = commands.filter((words) => consentForCommands([words], context, policy) === null);
  const offered = missing.map((words) => offerFor(words, policy));
  const asked = { ...opinion, outcome: "ask" as const };
  // Half a consent would be asked again the next time and has no use until then.
  if (offered.length === 0 || offered.includes(null)) return asked;
  return { ...asked, grants: [...new Set(offered.filter((grant) => grant !== null))] };
}

/** The broadest that policy lets a caller hold; where it lets it hold none, the exact text, for a session at most. */
function offerFor(words: CommandWords, policy: EffectivePolicy): string | null {
  const candidates = grantsForCommand(words);
  return candidates.find((grant) => isGrantable(grant, policy)) ?? candidates.at(-1) ?? null;
}

/** Whether policy lets a caller give this consent to its own session, and keep it. */
export function isGrantable(grant: string, policy: EffectivePolicy): boolean {
  return isGrant(grant) && policy.grantable.value.some((pattern) => matchesWildcard(pattern, grant));
}

/** What a session was opened with holds as far as policy lets its caller give it now. */
export function sessionGrants(requested: readonly string[], policy: EffectivePolicy): HeldGrant[] {
  const { layer } = policy.grantable;
  return requested
    .filter((grant) => isGrantable(grant, policy))
    .map((grant) => ({ grant, scope: "session", expiresAtMs: null, layer }));
}

const NAMES: readonly string[] = GRANTS;

/** Whether this is a consent that somebody can hold: never an interpreter or a wrapper as such, nor what strangers own. */
export function isGrant(grant: string): boolean {
  const domain = domainOf(grant);
  if (domain !== null) return isOwnableDomain(domain);
  return NAMES.includes(grant) || /^app\([a-z0-9][a-z0-9-]{0,63}\)$/.test(grant) || isCommandGrant(grant);
}

const domainOf = (grant: string): string | null => /^domain\((.+)\)$/.exec(grant)?.[1] ?? null;

const MANAGED: readonly Layer[] = ["tenant", "fleet"];

/** Consents that stand in the policy are patterns over what is needed (`app(*)`), those that are held speak for themselves. */
function layerOf(
  { grants, nowMs }: Holder,
  policy: EffectivePolicy,
  consent: {
    readonly stands: (value: string, isManaged: boolean) => boolean;
    readonly covers: (held: string) => boolean;
  },
): Layer | null {
  const standing = policy.grants.find(({ value, layer }) => consent.stands(value, MANAGED.includes(layer)));
  if (standing !== undefined) return standing.layer;
  const held = grants.filter((each) => isInForce(each, nowMs) && isStillGrantable(each, policy));
  return held.find(({ grant }) => consent.covers(grant))?.layer ?? null;
}

/** What was given for longer than a session ends with the policy that let it be: else it would be broader than policy is now. */
const isStillGrantable = ({ scope, grant }: HeldGrant, policy: EffectivePolicy): boolean =>
  scope === "once" || scope === "session" || isGrantable(grant, policy);

const isInForce = ({ expiresAtMs }: HeldGrant, nowMs: number): boolean => expiresAtMs === null || expiresAtMs > nowMs;
