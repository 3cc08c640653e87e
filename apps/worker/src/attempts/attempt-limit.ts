import { AttemptEnd } from "../workflow/attempt-end.ts";
import type { Clock } from "../workflow/workflow-run.ts";

const CHECK_MS_MIN = 100;
const CHECK_MS_MAX = 60_000;

/** Aborts the attempt when it has worked for `timeoutMs`; time spent waiting for a person is not work. */
export function limitAttempt(abort: AbortController, clock: Pick<Clock, "now">, timeoutMs: number): { clear(): void } {
  const endsAt = clock.now() + timeoutMs;
  let timer: NodeJS.Timeout;
  const check = (): void => {
    const leftMs = endsAt - clock.now();
    if (leftMs > 0) timer = setTimeout(check, Math.min(Math.max(leftMs, CHECK_MS_MIN), CHECK_MS_MAX));
    else abort.abort(new AttemptEnd("timeout", `the attempt did not end within ${Math.round(timeoutMs / 1_000)} s`));
  };
  check();
  return { clear: () => clearTimeout(timer) };
}
