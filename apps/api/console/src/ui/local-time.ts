const pad = (part: number) => String(part).padStart(2, "0");

/** A time as a `datetime-local` field has it: of this place, to the minute. */
export function toLocalField(at: string | undefined): string {
  const time = new Date(at ?? "");
  if (Number.isNaN(time.getTime())) return "";
  const day = [time.getFullYear(), pad(time.getMonth() + 1), pad(time.getDate())].join("-");
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** What the API takes for it, in UTC; null where the field holds no whole time. */
export function fromLocalField(text: string): string | null {
  const time = new Date(/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text) ? text : "");
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
