const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** `3 min. ago`, `in 2 hr.`; seconds are told as they are only within a minute. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = (atMs - nowMs) / 1_000;
  const [unit, size] = UNITS.find(([, limit]) => Math.abs(seconds) >= limit) ?? (["second", 1] as const);
  if (unit === "second" && Math.abs(seconds) < 2) return "now";
  return words.format(Math.trunc(seconds / size), unit);
}

/** How long: `850 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 10_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, "min", seconds % 60, "s");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? pair(hours, "h", minutes % 60, "min") : pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

const pair = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  `${large} ${largeUnit}${small === 0 ? "" : ` ${small} ${smallUnit}`}`;

/** What is left, as a clock: `4:05`, `1:02:03`; never below nothing. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
