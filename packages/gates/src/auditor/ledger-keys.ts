import type { AuditContext } from "@deskfleet/contracts";

/** What makes two steps the same one done again: the element and the page, not where the pointer was. */
export const actionKey = ({ target, place, command, path }: AuditContext): string =>
  [target?.text ?? "", place.url, command ?? "", path ?? ""].join("\n");

/** Everything that a confirmation was given for. */
export const frozenParameters = (context: AuditContext): string =>
  JSON.stringify([
    context.action,
    context.target?.role,
    context.target?.text,
    context.place.url,
    context.place.formAction,
    context.content.amount,
    context.command,
    context.path,
  ]);

export interface Confirmation {
  readonly id: string;
  readonly isIssued: boolean;
  readonly says: "used" | "expired" | null;
  readonly forSeconds: number;
}

/** Of an approval: a code, and whether it was given out or shown again. */
export function confirmationOf({ confirmation }: AuditContext): Confirmation | null {
  if (confirmation === null) return null;
  const text = confirmation.toLowerCase();
  const id = /\b([a-z]{0,8}[-_]?\d[\w-]{0,30})\b/.exec(text)?.[1] ?? text.split(/\s/)[0] ?? "";
  const limit = /(\d{1,5})\s?(s\b|sec|min|m\b|h\b|hour)/.exec(text.replace(id, ""));
  const unit = limit?.[2]?.startsWith("h") ? 3_600 : limit?.[2]?.startsWith("m") ? 60 : 1;
  return {
    id,
    isIssued: /issued|given|granted|created|requested/.test(text) && !/presented|shown/.test(text),
    says: /\b(?:reused|used again|already used|again|second time)\b/.test(text)
      ? "used"
      : /expired|too late|timed out/.test(text)
        ? "expired"
        : null,
    forSeconds: limit ? Number(limit[1]) * unit : CONFIRMATION_SECONDS,
  };
}
/** As long as an approval waits when nobody says otherwise. */
const CONFIRMATION_SECONDS = 300;
