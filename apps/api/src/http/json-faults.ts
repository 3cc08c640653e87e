import type { Fault } from "@deskfleet/contracts";

const DEPTH_MAX = 64;
/** Only an escape can bring these in: the bytes were proved UTF-8, and JSON refuses a raw NUL. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

const FAULTS_MAX = 100;

/** A value on its way to be looked at. Where it stands is spelled out only for a fault: a body can have a million places. */
interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Place | null;
  readonly depth: number;
}

/**
 * What JSON allows and would be lost or refused further in: NUL characters and halves of surrogate pairs (Postgres refuses both
 * in jsonb), a field called __proto__ (zod leaves it out without a word), numbers that a double cannot hold (1e400 is stored as null, an
 * account number of 17 digits as its neighbour), and nesting that would exhaust a stack. Walks without recursion.
 */
export function jsonFaults(text: string, value: unknown): Fault[] {
  const checksText = SUSPICIOUS.test(text);
  const faults: Fault[] = [];
  const open: Place[] = [{ value, key: "", parent: null, depth: 0 }];
  const fault = (place: Place, message: string) => faults.push({ path: pointerTo(place), message });
  for (let place = open.pop(); place !== undefined && faults.length < FAULTS_MAX; place = open.pop()) {
    if (typeof place.value === "string") {
      if (checksText && !isStorable(place.value)) fault(place, UNSTORABLE);
    } else if (typeof place.value === "number") {
      if (Math.abs(place.value) > Number.MAX_SAFE_INTEGER) fault(place, INEXACT);
    } else if (typeof place.value === "object" && place.value !== null) {
      if (place.depth === DEPTH_MAX)
        return [{ path: pointerTo(place), message: `nested deeper than ${DEPTH_MAX} levels` }];
      for (const key in place.value) {
        if (key === "__proto__") fault(place, "a field cannot be called __proto__");
        if (checksText && !isStorable(key)) fault(place, `a field's name: ${UNSTORABLE}`);
        const child = (place.value as Record<string, unknown>)[key];
        open.push({ value: child, key, parent: place, depth: place.depth + 1 });
      }
    }
  }
  return faults;
}

/** JSON Pointer (RFC 6901). */
function pointerTo(place: Place): string {
  if (place.parent === null) return "";
  return `${pointerTo(place.parent)}/${place.key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

const INEXACT = `a number beyond ±${Number.MAX_SAFE_INTEGER} would arrive as another one; send it as text`;
const UNSTORABLE = "holds a NUL character or half of a surrogate pair";
/** With the flag u, a surrogate that has its other half is not one. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);
