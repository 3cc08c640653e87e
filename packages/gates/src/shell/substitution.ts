import type { CommandExpansionPart, ProcessSubstitutionPart } from "unbash";
import type { Invocation } from "./invocation.ts";
import { parseScript } from "./parse-script.ts";
import { printedBy } from "./printed.ts";
import { type Scene, spanOf, subshell } from "./scene.ts";
import { walkScript } from "./walk.ts";
import type { Piece } from "./word.ts";

export interface SubstitutionResult {
  readonly piece: Piece;
  readonly from: Invocation[];
}

/** `$(…)`, backquotes and `<(…)`: a subshell whose commands count, and whose output nobody knows beforehand. */
export function walkSubstitution(
  part: CommandExpansionPart | ProcessSubstitutionPart,
  scene: Scene,
): SubstitutionResult {
  const from: Invocation[] = [];
  walkScriptOf(part, subshell(scene, { output: from }));
  if (part.type === "ProcessSubstitution") return { piece: { kind: "process", operator: part.operator }, from };
  const below = scene.walk.host.listed?.(from) ?? null;
  const printed = printedBy(from);
  const piece: Piece = {
    kind: "unknown",
    from: "substitution",
    isSplit: false,
    ...(below === null ? {} : { listedBelow: below }),
    ...(printed === null ? {} : { printed }),
  };
  return { piece, from };
}

export function walkScriptOf(part: CommandExpansionPart | ProcessSubstitutionPart, scene: Scene): void {
  const span = spanOf(part, scene);
  if (part.text.startsWith("`") && part.text.includes("\\")) {
    // Decoded here and not by the parser: which backslashes go depends on where the backquotes stand.
    const reading = parseScript(decodeBackquotes(part.text));
    if (reading.script === null) scene.walk.deny(reading.fault.code, reading.fault.reason, span);
    else walkScript(reading.script, { ...scene, fixedSpan: span });
    return;
  }
  if (part.script === undefined) scene.walk.deny("command.parse", "Bash cannot parse the command", span);
  else walkScript(part.script, scene);
}

/** Between backquotes a backslash goes before `$`, a backquote and a backslash (and `"` within double quotes). */
const decodeBackquotes = (text: string): string => text.slice(1, -1).replaceAll(/\\([$`\\])/g, "$1");
