import type { Input } from "../shell/invocation.ts";
import { textWord, type Word } from "../shell/word.ts";
import type { Effect, Program } from "./program.ts";

/** For tests: a line of plain words, quotes taken away; `$x` is an unknown word, `$x*` a split one, `<()` a substitution. */
export function lineWords(line: string): Word[] {
  const fields = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return fields.map((field) => {
    if (field === "<()") return [{ kind: "process", operator: "<" }];
    const pieces = field.replace(/'([^']*)'|"([^"]*)"/g, "$1$2").split(/(\$[a-z]\*?)/);
    return pieces.flatMap(
      (piece): Word =>
        /^\$[a-z]\*?$/.test(piece)
          ? [{ kind: "unknown", from: "variable", name: piece[1]!, isSplit: piece.endsWith("*") }]
          : textWord(piece),
    );
  });
}

/** For tests: the strictest verdict of the effects by themselves, then every other effect, in a fixed order. */
export function showEffects(programs: ReadonlyMap<string, Program>, line: string, input?: Input): string {
  const [name, ...args] = lineWords(line);
  const command = name === undefined ? "" : showWord(name);
  const program = programs.get(command);
  if (program === undefined) return "none";
  const effects = program({ name: command, args, input: input ?? { kind: "inherited" } });
  const notes = new Set(effects.map(verdictOf));
  const verdict = notes.has("deny") ? "deny" : notes.has("ask") ? "ask" : "allow";
  const rest = effects.map(showEffect).filter((text) => text !== "");
  return [verdict, ...new Set(rest)].join(" ");
}

function verdictOf(effect: Effect): "allow" | "ask" | "deny" {
  if (effect.kind === "note") return effect.verdict;
  return ["connect", "code", "codeFile", "shellInput", "delete"].includes(effect.kind) ? "ask" : "allow";
}

function showEffect(effect: Effect): string {
  switch (effect.kind) {
    case "note":
    case "data":
      return "";
    case "run": {
      const assignments = (effect.assignments ?? []).map(({ name, value }) => `${name}=${showWord(value ?? [])} `);
      const cwd = effect.cwd === undefined ? "" : ` in ${showWord(effect.cwd)}`;
      return `run:[${assignments.join("")}${effect.words.map(showWord).join(" ")}]${cwd}`;
    }
    case "script":
      return `script:[${[effect.text, ...effect.positional].map(showWord).join("|")}]`;
    case "shellInput":
    case "codeFile":
      return `${effect.kind}:${effect.operand === null ? "" : showWord(effect.operand)}`;
    case "code":
      return `code:${effect.language}:${effect.text === null ? "" : showWord(effect.text)}`;
    case "connect": {
      const sends = (effect.sends ?? []).map((file) => ` sends:${showWord(file)}`).join("");
      return `connect:${effect.peer === null ? "" : showWord(effect.peer)}${sends}`;
    }
    default: {
      const base = "base" in effect && effect.base !== undefined ? `${showWord(effect.base)}//` : "";
      return `${effect.kind}:${base}${showWord(effect.operand)}`;
    }
  }
}

const showWord = (word: Word): string =>
  word.map((piece) => (piece.kind === "text" ? piece.text : piece.kind === "process" ? "<()" : "$")).join("");
