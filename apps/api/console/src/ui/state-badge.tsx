export type Tone = "good" | "busy" | "warn" | "bad" | "none";

const TONES: Readonly<Record<string, Tone>> = {
  ...{
    succeeded: "good",
    active: "good",
    finished: "good",
    success: "good",
    executed: "good",
    ok: "good",
    allow: "good",
  },
  ...{ delivered: "good", approved: "good", in_force: "good" },
  ...{ running: "busy", starting: "busy", wait: "busy", waited: "busy" },
  ...{
    waiting_approval: "warn",
    human_control: "warn",
    paused: "warn",
    stopped: "warn",
    pending: "warn",
    asked: "warn",
  },
  ...{ pass: "good", warn: "warn", block: "bad" },
  ...{ ask: "warn", business_error: "warn" },
  ...{
    failed: "bad",
    expired: "bad",
    denied: "bad",
    deny: "bad",
    error: "bad",
    application_error: "bad",
    timeout: "bad",
  },
  ...{ policy_denied: "bad", approval_expired: "bad", infrastructure_error: "bad", unknown: "bad" },
};

export const toneOf = (state: string): Tone => TONES[state] ?? "none";

/** A state as a word with a dot: the colour only repeats what the word says. */
export function StateBadge({ state, tone = toneOf(state) }: { state: string; tone?: Tone }) {
  return (
    <span className="state" data-tone={tone}>
      <span className="dot" aria-hidden="true" />
      {state.replaceAll("_", " ")}
    </span>
  );
}
