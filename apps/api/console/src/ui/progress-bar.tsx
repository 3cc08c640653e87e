import type { Tone } from "./state-badge.tsx";

interface Part {
  readonly tone: Tone;
  readonly count: number;
}

/** Shares of a whole as one bar; the numbers stand beside it as text. */
export function ProgressBar({ parts, total }: { parts: readonly Part[]; total: number }) {
  return (
    <div className="bar" aria-hidden="true">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ tone, count }) => (
          <span key={tone} data-tone={tone} style={{ width: `${(100 * count) / Math.max(1, total)}%` }} />
        ))}
    </div>
  );
}
