import type { AuditContext } from "@deskfleet/contracts";
import type { AuditVerdict, Judged } from "@deskfleet/gates";
import type { Pipe } from "../../app-state/pipe.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import type { AuditedPart } from "../audit.ts";
import type { PageNode } from "../page-nodes.ts";
import { type SeenWhere, seenContexts } from "./seen-contexts.ts";

export interface AimedPart {
  readonly part: AuditedPart;
  /** The element that it goes to. */
  readonly at: PageNode | null;
}

/** Things that one action presses of which what is shown is read. */
const READ_MAX = 3;

/**
 * What an action was found to do by what accessibility says, and the same by what people see there: the strictest of them stands, so that
 * what is read never makes a verdict milder. What could not be read is asked about where the verdict decides: a page could be made so
 * that reading it takes too long.
 */
export async function withSeen(
  session: LiveSession,
  pipe: Pipe,
  aimed: readonly AimedPart[],
  given: {
    readonly where: SeenWhere;
    readonly judgePart: (context: AuditContext) => AuditedPart;
    readonly ms: number;
    readonly isEnforced: boolean;
  },
): Promise<AuditedPart[]> {
  const parts = aimed.map(({ part }) => part);
  const isBlocked = () => parts.some(({ verdict }) => verdict.verdict === "block");
  let reads = 0;
  for (const [index, { part, at }] of aimed.entries()) {
    if (isBlocked() || reads >= READ_MAX) break;
    if (part.isRival) continue;
    const seen = await seenContexts(session, pipe, { context: part.context, at }, given.where, given.ms);
    if (seen === "unread") {
      // Beside the other one, which is kept for when it can be read.
      if (given.isEnforced) parts.push({ ...part, verdict: unreadVerdict(part.verdict), isRival: true });
      continue;
    }
    reads += 1;
    const judged = seen.flatMap(({ context, isPart }) => {
      const one = given.judgePart(context);
      return isPart && one.verdict.verdict !== "block" ? [] : [one];
    });
    if (judged.length === 0) continue;
    // The run remembers one of them, the one with all that is seen.
    parts[index] = { ...part, isRival: true };
    parts.push(...judged.map((one, number) => ({ ...one, isRival: number < judged.length - 1 })));
  }
  return parts;
}

/** A reader's mistake is no button that nobody understands. */
export function asRead(judged: Judged): Judged {
  const facts = new Set(judged.facts);
  facts.delete("step.unexplained");
  return { ...judged, facts };
}

function unreadVerdict(verdict: AuditVerdict): AuditVerdict {
  const evidence = { rule: "screen.unread", version: 1, severity: "warn", reason: UNREAD } as const;
  return verdict.verdict === "pass"
    ? { ...verdict, verdict: "warn", evidence: [evidence] }
    : { ...verdict, evidence: [...verdict.evidence, evidence] };
}
const UNREAD = "What is shown where the action goes could not be read";
