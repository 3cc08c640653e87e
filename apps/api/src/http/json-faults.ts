import type { Fault } from "@deskfleet/contracts";

const DEPTH_MAX = 64;
/** Only an escape can bring these in: the bytes were proved UTF-8, and JSON refuses a raw NUL. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/**
 * What JSON allows and would be lost or refused further in: NUL characters and halves of surrogate pairs (Postgres refuses both
 * in jsonb), a field called __proto__ (zod leaves it out without a word), numbers that a double cannot hold (1e400 is stored as null, an
 * account number of 17 digits as its neighbour), and nesting that would exhaust a stack. Walks without recursion.
 */
export function jsonFaults(text: string, value: unknown): Fault[] {
  const checksText = SUSPICIOUS.test(text);
  const faults: Fault[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let item = open.pop(); item !== undefined && faults.length < 100; item = open.pop()) {
    if (typeof item.value === "string") {
      if (checksText && !isStorable(item.value)) faults.push({ path: item.path, message: UNSTORABLE });
    } else if (typeof item.value === "number") {
      if (Math.abs(item.value) > Number.MAX_SAFE_INTEGER) faults.push({ path: item.path, message: INEXACT });
    } else if (typeof item.value === "object" && item.value !== null) {
      if (item.depth === DEPTH_MAX) return [{ path: item.path, message: `nested deeper than ${DEPTH_MAX} levels` }];
      for (const [key, child] of Object.entries(item.value)) {
        const path = `${item.path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        if (key === "__proto__") faults.push({ path: item.path, message: "a field cannot be called __proto__" });
        if (checksText && !isStorable(key)) faults.push({ path: item.path, message: `a field's name: ${UNSTORABLE}` });
        open.push({ value: child, path, depth: item.depth + 1 });
      }
    }
  }
  return faults;
}

const INEXACT = `a number beyond ±${Number.MAX_SAFE_INTEGER} would arrive as another one; send it as text`;
const UNSTORABLE = "holds a NUL character or half of a surrogate pair";
/** With the flag u, a surrogate that has its other half is not one. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);
