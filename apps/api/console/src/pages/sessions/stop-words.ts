const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
type Told = Readonly<Record<string, unknown>>;

/** The moment of effect of a stop, as the worker told it: `Stopped after 12 ms, at 14:03:07`. */
export function stopWords(data: Told, at: string): string {
  const { effectMs } = data;
  const took = typeof effectMs === "number" ? ` after ${Math.round(effectMs)} ms` : "";
  return `Stopped${took}, at ${clock.format(new Date(at))}${doubtOf(data)}`;
}

/** The same behind who did it and when: `, in force after 12 ms`. */
export function effectWords(data: Told): string {
  const { effectMs } = data;
  return `${typeof effectMs === "number" ? `, in force after ${Math.round(effectMs)} ms` : ""}${doubtOf(data)}`;
}

const doubtOf = ({ isConfirmed }: Told) =>
  isConfirmed === false ? "; the desktop has not confirmed it, the worker refuses every action" : "";
