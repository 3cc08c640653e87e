import { dropPrefix, literalPrefix, literalText, type Word } from "../shell/word.ts";
import { read, write } from "./profile.ts";
import type { Effect, Program } from "./program.ts";

/**
 * Paths among the arguments of programs whose options are not known one by one: what begins like a path, also behind `=`
 * and behind a letter (`-o/etc/x`), and what follows an option for output. Relative names below the directory are left out:
 * they cannot lead outside.
 */
export function argumentPaths(args: readonly Word[]): readonly Effect[] {
  const effects: Effect[] = [];
  for (const [index, word] of args.entries()) {
    const known = literalPrefix(word);
    const before = index === 0 ? "" : (literalText(args[index - 1] as Word) ?? "");
    if (OUTPUT.test(before) && !known.startsWith("-")) effects.push(write(word));
    else if (isPathLike(known)) effects.push(read(word));
    else if (known.startsWith("-")) {
      const equals = known.indexOf("=");
      const start = equals >= 0 ? equals + 1 : /^-[A-Za-z]/.test(known) ? 2 : known.length;
      if (start < known.length && isPathLike(known.slice(start))) {
        const value = dropPrefix(word, start);
        effects.push(OUTPUT.test(known.slice(0, equals >= 0 ? equals : 2)) ? write(value) : read(value));
      }
    }
  }
  return effects;
}

const OUTPUT =
  /^(?:-o|-O|--out(?:put|file|dir|-file|-dir|put-file|put-dir|put-path)?|--write-out|--log-?file|--dest(?:ination)?)$/;

/** Absolute, from the home directory, upwards, or with a protected component. */
const isPathLike = (text: string): boolean =>
  /^(?:\/|~|\.\.(?:\/|$))|\/\.\.(?:\/|$)|(?:^|\/)\.(?:git|claude)(?:\/|$)/i.test(text) && !/^\/\//.test(text);

/** Runs what the project says: build and test tools, linters with the project's plug-ins. */
export const projectTool =
  (denied: RegExp | null = null, reason: Effect | null = null): Program =>
  ({ args }) => [
    { kind: "codeFile", operand: null },
    ...argumentPaths(args),
    ...(denied !== null && reason !== null && args.some((word) => denied.test(literalPrefix(word))) ? [reason] : []),
  ];
