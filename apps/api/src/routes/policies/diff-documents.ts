import { type PolicyChange, pointerPart } from "@deskfleet/contracts";

type Json = unknown;

/**
 * Where two JSON values differ. Lists are compared by their entries, not their places: what stands before and after the part
 * that changed stays out of it, so that a rule put in front is one addition.
 */
export function diffDocuments(before: Json, after: Json, at = ""): PolicyChange[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path: at, op: "add", after }];
  if (after === undefined) return [{ path: at, op: "remove", before }];
  if (Array.isArray(before) && Array.isArray(after)) return diffLists(before, after, at);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
    return names.flatMap((name) => diffDocuments(before[name], after[name], `${at}/${pointerPart(name)}`));
  }
  return isSame(before, after) ? [] : [{ path: at, op: "replace", before, after }];
}

function diffLists(before: readonly Json[], after: readonly Json[], at: string): PolicyChange[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  if (removed.length === added.length)
    return removed.flatMap((each, n) => diffDocuments(each, added[n], `${at}/${head + n}`));
  return [
    ...removed.map((each, n): PolicyChange => ({ path: `${at}/${head + n}`, op: "remove", before: each })),
    ...added.map((each, n): PolicyChange => ({ path: `${at}/${head + n}`, op: "add", after: each })),
  ];
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of values that came through a schema: the order of an object's fields says nothing. */
function isSame(a: Json, b: Json): boolean {
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, n) => isSame(each, b[n]));
  return a === b;
}
