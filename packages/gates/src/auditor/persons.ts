const FULL_NAME = /(?<!\p{L})(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+)(?!\p{L})/gu;
/** Rosa Brandt, where Paul Brandt was meant. */
export function isRelative(goal: string, raw: string): boolean {
  const given = [...raw.matchAll(FULL_NAME)];
  return [...goal.matchAll(FULL_NAME)].some(
    ({ 0: name, 1: first, 2: last, index }) =>
      index > 0 && !raw.includes(name) && given.some(([, other, family]) => family === last && other !== first),
  );
}
