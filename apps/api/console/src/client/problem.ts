import type { Fault } from "@deskfleet/contracts";

/** What the API refused (RFC 9457), or that it did not answer: `status` 0, `code` "network". */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly retryable: boolean;
  readonly faults: readonly Fault[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(facts: ProblemFacts) {
    super(facts.detail ?? facts.title ?? `The API answered ${facts.status}`);
    this.status = facts.status;
    this.code = facts.code ?? "internal";
    this.title = facts.title ?? "The request failed";
    this.retryable = facts.retryable ?? false;
    this.faults = facts.faults ?? [];
    this.data = facts.data ?? {};
    this.requestId = facts.instance?.replace(/^urn:uuid:/, "") ?? null;
  }
}

interface ProblemFacts {
  readonly status: number;
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly retryable?: boolean;
  readonly faults?: readonly Fault[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly instance?: string;
}

export const noAnswer = () =>
  new Problem({ status: 0, code: "network", title: "No answer", detail: "The API does not answer", retryable: true });

/** Whatever was thrown, as a problem to show. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({ status: 0, title: "Something went wrong in the page", detail: String(error) });
}
