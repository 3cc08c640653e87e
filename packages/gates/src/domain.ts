import { parse } from "tldts";

/** Labels that cannot make a host name of more than one reading: letters, digits and hyphens, lower case. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** A host as policies and grants name it: lower case, without the root's dot; null when it is none (look-alikes, user parts, ports). */
export function normaliseHost(text: string): string | null {
  const host = text.toLowerCase().replace(/\.$/, "");
  return HOST.test(host) ? host : null;
}

/** Whole names: `example.com` is that host only, `*.example.com` any host below it and not itself, `*` every host. */
export function matchesDomain(pattern: string, text: string): boolean {
  const host = normaliseHost(text);
  if (host === null) return false;
  const wanted = pattern.toLowerCase();
  if (wanted === "*") return true;
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) && !isAddress(host) : host === normaliseHost(wanted);
}

/**
 * Whether a caller may hold this pattern as a consent: one host, or what is below a name that somebody registered. What
 * is below a public suffix (`*.com`, `*.co.uk`, `*.github.io`) belongs to strangers.
 */
export function isOwnableDomain(pattern: string): boolean {
  if (!pattern.startsWith("*.")) return normaliseHost(pattern) === pattern;
  const base = pattern.slice(2);
  const { domain, isIcann, isPrivate } = parse(base, { allowPrivateDomains: true });
  // Under a suffix that the list does not know, nobody can tell what was registered.
  return normaliseHost(base) === base && domain !== null && (isIcann === true || isPrivate === true);
}

const isAddress = (host: string): boolean => parse(host).isIp === true;
