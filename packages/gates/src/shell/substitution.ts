import type { CommandExpansionPart, ProcessSubstitutionPart } from "unbash";
import { listedPlaces } from "../programs/listing.ts";
import type { Invocation } from "./invocation.ts";
import { parseScript } from "./parse-script.ts";
import { type Scene, spanOf, subshell } from "./scene.ts";
import { walkScript } from "./walk.ts";
import { literalText, type Piece } from "./word.ts";

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
  const below = listedPlaces(from);
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

/** The text of one `echo` or `printf` with known words; formats with more than `%s` are left alone. */
function printedBy(from: readonly Invocation[]): string | null {
  const [only, ...others] = from;
  if (only === undefined || others.length > 0) return null;
  const [name, ...words] = only.words.map(literalText);
  if ((name !== "echo" && name !== "printf") || words.some((word) => word === null)) return null;
  const texts = words.filter((word): word is string => word !== null && !/^-[neE]+$|^--$/.test(word));
  if (name === "echo") return texts.join(" ");
  const [format = "", ...values] = texts;
  const text = format.replace(/%[sbq]/g, () => values.shift() ?? "").replace(/(?:\\n)+$/, "");
  return /[%\\]/.test(text) ? null : [text, ...values].join(" ");
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
