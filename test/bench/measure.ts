/** Milliseconds of one thing, measured many times. */
export interface Timing {
  readonly p50: number;
  readonly p95: number;
  readonly n: number;
}

export function timing(samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), n: sorted.length };
}

/**
 * Runs several things in turn, round after round, so that whatever else the machine does hits all of them alike. The
 * first two rounds warm up and do not count. `n` rounds of each count; `every` thins out slow ones.
 */
export async function interleave<Name extends string>(
  things: Readonly<Record<Name, { run: (round: number) => Promise<unknown>; every?: number }>>,
  n: number,
): Promise<Record<Name, Timing>> {
  const names = Object.keys(things) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -2; round < n; round++) {
    for (const name of names) {
      const { run, every = 1 } = things[name];
      if (round >= 0 && round % every !== 0) continue;
      const startedAt = performance.now();
      await run(round);
      if (round >= 0) samples[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(names.map((name) => [name, timing(samples[name])])) as Record<Name, Timing>;
}
