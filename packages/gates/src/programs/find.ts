import { literalText, type Word } from "../shell/word.ts";
import { DELETE_TOOLS } from "./delete-tools.ts";
import { type FindAction, type FindCommand, findExpression } from "./find-expression.ts";
import { isShell } from "./known-text.ts";
import { foundName } from "./listing.ts";
import { data, read, write } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";
import { namesFrom } from "./text-tools.ts";

export const find: Program = (call) => {
  const command = findExpression(call.args);
  const effects: Effect[] = command.starts.map(read);
  for (const action of command.actions) effects.push(...actionEffects(action, command, call));
  return effects;
};

function actionEffects(action: FindAction, { starts }: FindCommand, call: Call): readonly Effect[] {
  switch (action.kind) {
    case "delete":
      return deletions(starts, action.isNarrowed);
    case "run":
      return runEffects(action, starts, call);
    case "write":
      return [write(action.operand)];
    case "read":
      return [read(action.operand)];
    case "names":
      return namesFrom(action.operand, call);
    case "data":
      return [data(action.operand)];
    case "unknown":
      return [askNote("command.option", action.reason)];
  }
}

/** Everything below the starting points, unless tests choose among it. */
function deletions(starts: readonly Word[], isNarrowed: boolean): readonly Effect[] {
  const effects = starts.map((operand): Effect => ({ kind: "delete", operand, isNarrowed }));
  return isNarrowed ? effects : [...effects, massDelete];
}
const massDelete = denyNote("command.mass_delete", "deletes everything that it finds");

function runEffects(
  action: Extract<FindAction, { kind: "run" }>,
  starts: readonly Word[],
  call: Call,
): readonly Effect[] {
  const [word = [], ...args] = action.words;
  const name = (literalText(word) ?? "").replace(/^(\/usr)?\/s?bin\//, "");
  const deletion = DELETE_TOOLS.get(name);
  // What is found is known by where it lies: it is judged like -delete there.
  if (deletion !== undefined)
    return deletion({ name, args, input: { kind: "inherited" } }).flatMap((effect) =>
      effect.kind === "delete" && isFound(effect.operand) ? deletions(starts, action.isNarrowed) : [effect],
    );
  return [
    ...(isShell(name) ? [startsShell] : []),
    {
      kind: "run",
      words: action.words,
      input: call.input,
      // -execdir starts it in each found entry's own directory; names without a slash mean the same kind of place there.
      ...(action.inDirectory && !isAtHome(action.words, starts) ? { cwd: [foundName(starts)] } : {}),
    },
  ];
}

/** A shell of its own for each entry is more than a program of the read-only set. */
const startsShell = denyNote("command.option_exec", "starts a shell for what it finds");

/** Below relative starting points, so never above the working directory, and no word leads elsewhere. */
const isAtHome = (words: readonly Word[], starts: readonly Word[]): boolean =>
  starts.every((word) => !/^\/|(^|\/)\.\.(\/|$)/.test(literalText(word) ?? "/")) &&
  words.every((word) => isFound(word) || !/\/|^\.\.$/.test(literalText(word) ?? "/"));

const isFound = (word: Word): boolean => word.length === 1 && word[0]?.kind === "unknown" && word[0].from === "listing";
