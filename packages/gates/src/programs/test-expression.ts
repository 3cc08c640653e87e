import { hasCommandSubscript } from "../shell/subscripts.ts";
import { literalText, type Word } from "../shell/word.ts";
import { data, read } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect } from "./program.ts";

const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const TEXT_TEST = /^-[noztR]$/;
const FILE_PAIR = new Set(["-nt", "-ot", "-ef"]);
const NUMBER_PAIR = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
const TEXT_PAIR = new Set(["=", "==", "!=", "<", ">", "=~"]);
const JOINERS = new Set(["-a", "-o", "&&", "||", "!", "(", ")"]);

const subscript = denyNote("command.subscript", "a name holds a command that the shell would run");
const unknownName = askNote("command.subscript", "the name of a variable is not known");

/** `test …`, `[ … ]` and the operands of `[[ … ]]`: what is compared is text, what is tested is a file. */
export function testExpression(call: Call): readonly Effect[] {
  const words = [...call.args];
  if (call.name === "[" && literalText(words.at(-1) ?? []) === "]") words.pop();
  const text = (index: number) => literalText(words[index] ?? []) ?? "";
  const effects: Effect[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as Word;
    const operator = text(index + 1);
    const isLast = index + 1 >= words.length;
    // A known operator in the middle wins over a first word that looks like a test.
    const isPair =
      index + 2 < words.length && (FILE_PAIR.has(operator) || NUMBER_PAIR.has(operator) || TEXT_PAIR.has(operator));
    if (isPair) {
      const other = words[index + 2] as Word;
      if (FILE_PAIR.has(operator)) effects.push(read(word), read(other));
      else if (NUMBER_PAIR.has(operator) && call.name === "[[") effects.push(...arithmetic(word), ...arithmetic(other));
      else effects.push(data(word), data(other));
      index += 2;
    } else if (!isLast && text(index) === "-v") {
      effects.push(...variableName(words[index + 1] as Word));
      index++;
    } else if (!isLast && FILE_TEST.test(text(index)) && !(text(index) === "-a" && index > 0)) {
      effects.push(read(words[index + 1] as Word));
      index++;
    } else if (!isLast && TEXT_TEST.test(text(index)) && !(text(index) === "-o" && index > 0)) {
      const operand = words[index + 1] as Word;
      effects.push(...(text(index) === "-R" ? variableName(operand) : [data(operand)]));
      index++;
    } else if (!JOINERS.has(text(index))) effects.push(data(word));
  }
  return effects;
}

/** The shell expands what stands in a subscript. */
export function variableName(word: Word): readonly Effect[] {
  const known = literalText(word);
  if (known === null) return [unknownName];
  return hasCommandSubscript(known) ? [subscript] : [];
}

/** What `[[` compares as numbers is computed, subscripts and all. */
function arithmetic(word: Word): readonly Effect[] {
  const known = literalText(word);
  return known?.includes("[") === true ? variableName(word) : [data(word)];
}
