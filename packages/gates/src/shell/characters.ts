/** Longest text that is read, in UTF-16 code units: the parser is quadratic in places, the walk is linear. */
const TEXT_LENGTH_MAX = 64 * 1024;
/** Deeper nesting of substitutions, groups and quotes than anybody writes; the parser is quadratic in it. */
const NESTING_MAX = 48;

export interface CharacterFault {
  readonly code: string;
  readonly reason: string;
  readonly pos: number;
}

/** Blanks of Unicode and letters that show as blanks; no part of a command outside quotes. */
const BLANK = /[\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/u;
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Cs}\u{e0000}-\u{e0fff}]/u;
const NON_ASCII = /[^\t\n\u0020-\u007e]/;

/** What stands in the text whatever the quotes: controls, format characters, lone surrogates; too much of it. */
export function characterFault(text: string): CharacterFault | null {
  if (text.length > TEXT_LENGTH_MAX) return fault("command.too_long", "the command is longer than can be judged", 0);
  if (NON_ASCII.test(text)) {
    const found = FORBIDDEN.exec(text);
    if (found !== null)
      return fault("command.characters", "the command holds a control or invisible character", found.index);
  }
  return isTooDeep(text) ? fault("command.too_complex", "the command is nested too deeply to be judged", 0) : null;
}

/** Whether blanks other than space, tab and newline stand in the text at all; where they may, the syntax tree says. */
export const hasForeignBlank = (text: string): boolean => NON_ASCII.test(text) && BLANK.test(text);

export const isAscii = (text: string): boolean => !NON_ASCII.test(text);

/** Positions of all foreign blanks. */
export function foreignBlanks(text: string): readonly number[] {
  return [...text.matchAll(new RegExp(BLANK, "gu"))].map((match) => match.index);
}

function fault(code: string, reason: string, pos: number): CharacterFault {
  return { code, reason, pos };
}

/**
 * Counts open brackets without regard to quotes, closed ones taken off. Quoted text may so count as nesting, which only
 * refuses more; what really nests opens brackets (or escaped backquotes, which double with each level).
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let backslashes = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 92) {
      backslashes++;
      continue;
    }
    if (code === 96 && backslashes > 6) return true;
    backslashes = 0;
    if (code === 40 || code === 123) depth++;
    else if ((code === 41 || code === 125) && depth > 0) depth--;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}
