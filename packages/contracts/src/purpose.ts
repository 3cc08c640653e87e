import { z } from "zod";

/** A host or a registrable domain, in small letters: `app.example.com`. */
const Domain = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    "a host name in small letters",
  );

/** What the work is for: the auditor judges each action by it (docs/auditor.md). */
export const Purpose = {
  /** In the words of whoever wants it done. Absent: nothing is known, and steps with consequences are asked about. */
  goal: z.string().trim().min(1).max(2_000).optional(),
  /** Hosts where the work is meant to happen. That makes none of them a receiver of secrets. */
  trustedDomains: z.array(Domain).max(50).optional(),
};
