import { literalText, type Word } from "../shell/word.ts";
import { gitAsk, gitExec, gitKin } from "./git-words.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, read, write } from "./profile.ts";
import { denyNote, type Effect, type Program } from "./program.ts";

/** Keys whose value is only shown, counted or a choice. Every other key may name a program, a file or a repository. */
const HARMLESS =
  /^(?:user\.(?:name|email)|author\.(?:name|email)|committer\.(?:name|email)|color\..+|advice\..+|column\..+|log\.(?!mailmap\.)\w+|diff\.(?:renames|renamelimit|algorithm|colormoved|mnemonicprefix|noprefix|context|interhunkcontext|statgraphwidth|wserrorhighlight|relative|submodule|indentheuristic|ignoresubmodules)|status\.\w+|format\.pretty|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|fetch\.prune\w*|merge\.(?:ff|conflictstyle|log|renames|stat)|rebase\.(?:autosquash|autostash|stat|updaterefs)|init\.defaultbranch|branch\..+\.(?:rebase|description|merge|remote)|branch\.(?:sort|autosetup\w+)|tag\.sort|versionsort\.suffix|rerere\.(?:enabled|autoupdate)|commit\.(?:gpgsign|verbose|status)|tag\.gpgsign|help\.autocorrect|stash\.show\w+|blame\.\w+|i18n\.\w+|grep\.(?:linenumber|column|patterntype|extendedregexp)|gc\.auto|feature\..+)$/i;

/** The key is certainly harmless; one that is not known is not. */
export function isHarmlessKey(key: Word): boolean {
  const text = literalText(key);
  return text !== null && HARMLESS.test(text) && !/^i18n\.|^blame\.ignorerevsfile$|^format\.pretty$/i.test(text);
}

const CONFIG = optionTable(
  `global system local worktree f,file=read blob= get get-all get-regexp get-urlmatch= get-color= get-colorbool= l,list e,edit add replace-all
  unset unset-all rename-section remove-section t,type= bool int bool-or-int bool-or-str path expiry-date no-type z,null name-only show-origin show-scope
  includes no-includes default= fixed-value all regexp url= value= append comment= show-names no-show-names`,
);
const WORDS = new Set(["get", "set", "unset", "list", "edit", "rename-section", "remove-section"]);

const outside = denyNote("command.git_config", "writes a configuration outside the allowed directories");

export const gitConfig: Program = ({ args }) => {
  const [first] = args;
  const word = literalText(first ?? []);
  if (word !== null && WORDS.has(word)) return configAction(word, parseOptions(args.slice(1), CONFIG));
  const given = parseOptions(args, CONFIG);
  if (hasOption(given, "get", "get-urlmatch") && !hasOption(given, "global", "system"))
    return hasOption(given, "get") ? reading(given) : [gitKin, ...reading(given)];
  if (hasOption(given, "get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool", "list"))
    return [gitKin, ...reading(given)];
  const change = ["edit", "unset", "unset-all", "rename-section", "remove-section"].find((name) =>
    hasOption(given, name),
  );
  if (change !== undefined) return configAction(change, given);
  const isReading = given.operands.length < 2 && !hasOption(given, "add", "replace-all");
  return isReading ? [gitKin, ...reading(given)] : configAction("set", given);
};

function reading(given: Arguments): readonly Effect[] {
  return [...given.notes, ...optionValues(given, "file").map(read), ...given.operands.map(data)];
}

function configAction(action: string, given: Arguments): readonly Effect[] {
  if (action === "get" || action === "list") return [gitKin, ...reading(given)];
  const effects: Effect[] = [
    gitAsk,
    ...given.notes,
    ...optionValues(given, "file").map(write),
    ...given.operands.map(data),
  ];
  if (hasOption(given, "global", "system")) effects.push(outside);
  const [key] = given.operands;
  if (action === "edit" || key === undefined || (action.endsWith("section") ? true : !isHarmlessKey(key)))
    effects.push(gitExec);
  return effects;
}
