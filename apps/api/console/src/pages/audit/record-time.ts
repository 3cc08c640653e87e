/** How far the clock that made a record's id may be from the one that wrote its time. */
const SLACK_MS = 10_000;

/**
 * When a record was written, for a link that names it: ids are UUIDs of version 7 and begin with the time, in milliseconds.
 * Null for a text that is no such id.
 */
export function timeAround(id: string): { readonly from: string; readonly to: string } | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null;
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { from: new Date(ms - SLACK_MS).toISOString(), to: new Date(ms + SLACK_MS).toISOString() };
}
