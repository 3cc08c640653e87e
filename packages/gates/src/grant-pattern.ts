import { GRANTS } from "@deskfleet/contracts";
import { matchesWildcard } from "./wildcard.ts";

const KINDS = /^(app|domain|command)\([^\n]+\)$/;

/** A consent as policies name it, or a pattern over consents: `app(*)`, `*`. One that covers no consent is a spelling mistake. */
export function isGrantPattern(pattern: string): boolean {
  if (KINDS.test(pattern)) return true;
  // A star may stand for any part of the form: `app*`, `*`.
  return GRANTS.some((name) => matchesWildcard(pattern, name)) || /^(app|domain|command)?\*+$/.test(pattern);
}
