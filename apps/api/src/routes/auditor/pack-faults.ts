import { setImmediate as nextTurn } from "node:timers/promises";
import type { Fault } from "@deskfleet/contracts";
import { fires, type RulePack, validatePack } from "@deskfleet/gates";

/**
 * What is wrong with the rules of a pack, each with its JSON Pointer in the document. Rule by rule, so that other requests are
 * answered in between: every example is judged.
 */
export async function packFaults(pack: RulePack): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, rule] of pack.rules.entries()) {
    for (const text of validatePack({ ...pack, rules: [rule] }, fires))
      faults.push(located(`/rules/${index}`, text.startsWith(`${rule.id}: `) ? text.slice(rule.id.length + 2) : text));
    await nextTurn();
  }
  return faults;
}

/** The gates name an example as `matches[0] does not match`. */
function located(rule: string, text: string): Fault {
  const [, list, index, message = text] = /^(matches|notMatches)\[(\d+)\] (.*)$/s.exec(text) ?? [];
  if (list === undefined) return { path: rule, message };
  return { path: `${rule}/${list}/${index}`, message: `the example ${message}` };
}
