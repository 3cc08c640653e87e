const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** The moment of effect of a stop, as the worker told it: `Stopped after 12 ms, at 14:03:07`. */
export function stopWords(data: Readonly<Record<string, unknown>>, at: string): string {
  const { effectMs, isConfirmed } = data;
  const took = typeof effectMs === "number" ? ` after ${Math.round(effectMs)} ms` : "";
  const doubt = isConfirmed === false ? "; the desktop has not confirmed it, the worker refuses every action" : "";
  return `Stopped${took}, at ${clock.format(new Date(at))}${doubt}`;
}
