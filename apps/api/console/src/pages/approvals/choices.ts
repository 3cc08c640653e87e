import type { Approval } from "@deskfleet/contracts";

export type Answer = NonNullable<Approval["answer"]>;
export interface Choice {
  readonly answer: Answer;
  readonly label: string;
  /** Chooses it; Enter then sends it. */
  readonly key: string;
}

/** Only answers that mean something here: a lasting one needs a consent to give, "always" one that policy lets be kept. */
export function choicesFor({ offers }: Pick<Approval, "offers">): Choice[] {
  return [
    { answer: "once", label: "Allow once", key: "1" },
    ...(offers.length > 0 ? [{ answer: "session", label: "For this session", key: "2" } as const] : []),
    ...(offers.some(({ isKeepable }) => isKeepable) ? [{ answer: "always", label: "Always", key: "3" } as const] : []),
    { answer: "no", label: "Deny", key: "0" },
  ];
}
