import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, interactiveAsk, named } from "./kit.ts";
import { printedText } from "./printed-text.ts";
import { read, write } from "./profile.ts";
import { askNote, type Call, type Effect, type Program } from "./program.ts";

/** Editors: a question each; commands and scripts that could run a program are denied. */

const runs = execDeny("a command of an editor may run a program");

/** Ex commands that only move, set, change, write or quit. Everything else may reach a program or program text. */
const HARMLESS =
  /^(?:\d+|\$|\/[^/]*\/?|\?.*|(?:se|set|setl|setlocal) +[\w= ,]+|syn(?:tax)? +(?:on|off)|noh\w*|(?:[\d.,$%;+-]|'[a-z<>])*(?:w|wq|x|q|qa|wqa|xa|wa|u|p|nu|j|d|y|>|<|=|sort(?: u)?|retab|undo|redo|norm(?:al)? [ \w]*|co\d+|m\d+|t\d+|a|i|c)!?|[qwx]a?!|filetype[ \w]*|colo\w* \w+|startinsert|split|vsplit|bn|bp)$/;
const SUBSTITUTE = /^(?:[\d.,$%;+-]|'[a-z<>])*s([/#,@:])(?!.*\\=)[^|\n]*$/;
const GLOBAL = /^[\d.,$%;]*(?:g|v)!?\/[^/|]*\/(?:d|p|j|m0|m\$)?$/;
const FILES =
  /^(?:[\d.,$%;+-]|'[a-z<>])*(?:w|r|e|wq|x|sav(?:eas)?|f(?:ile)?|tabe(?:dit)?|sp(?:lit)?|vs(?:plit)?|up(?:date)?)!?(?:\s+|(?=[/.~>]))(?:>>\s*)?([^!`$\s|]+)$/;
const RUNNING_SETTINGS =
  /\b(?:sh|shell|shellcmdflag|shcf|equalprg|ep|formatprg|fp|formatexpr|fex|grepprg|gp|makeprg|mp|keywordprg|kp|foldexpr|fde|indentexpr|inde|statusline|stl|includeexpr|inex|balloonexpr|diffexpr|dex|patchexpr|printexpr|charconvert|ccv|cscopeprg|csprg|omnifunc|ofu|completefunc|cfu|operatorfunc|modeline|ml|exrc|ex|rtp|runtimepath|pp|packpath|opfunc|tagfunc|titlestring|rulerformat|tabline)\b/;

/** One ex command, or several with bars. */
function exCommand(text: string): readonly Effect[] {
  const command = text.trim().replace(/^:+\s*/, "");
  if (command === "" || command.startsWith('"')) return [];
  const file = FILES.exec(command)?.[1];
  if (HARMLESS.test(command)) return /^set?/.test(command) && RUNNING_SETTINGS.test(command) ? [runs] : [];
  if (file !== undefined) return [write(textWord(file))];
  if (SUBSTITUTE.test(command) || GLOBAL.test(command)) return [];
  return [runs];
}

const exText = (word: Word): readonly Effect[] => {
  const text = literalText(word);
  return text === null ? [runs] : exCommand(text);
};

/** Letters of vi and vim with a value; the rest are flags. */
const VALUES = "cSsuUiwWtTrpoOqdA";
const vim: Program = (call) => {
  const effects: Effect[] = [interactiveAsk];
  let reads = false;
  let isOver = false;
  for (let index = 0; index < call.args.length; index++) {
    const word = call.args[index] as Word;
    const known = literalPrefix(word);
    const text = literalText(word);
    const value = (length: number): Word =>
      known.length > length ? dropPrefix(word, length) : (call.args[++index] ?? []);
    if (isOver) effects.push(write(word));
    else if (text === "--") isOver = true;
    else if (text === "-") reads = true;
    else if (known.startsWith("+")) effects.push(...exText(dropPrefix(word, 1)));
    else if (text === "--cmd") effects.push(...exText(value(5)));
    else if (/^--(?:remote|server|listen|embed|headless|startuptime|socketid|api)/.test(known)) effects.push(runs);
    else if (known.startsWith("--")) effects.push(interactiveAsk);
    else if (/^-c/.test(known)) effects.push(...exText(value(2)));
    else if (/^-[Ssu]|^-[lU]./.test(known) && known !== "-s") effects.push(...loaded(value(2)));
    else if (text === "-s") {
      if (call.name === "ex" || /^-(?:e|E|es)$/.test(literalText(call.args[index - 1] ?? []) ?? "")) reads = true;
      else effects.push(runs, read(value(2)));
    } else if (/^-[wWi]/.test(known)) effects.push(write(value(2)));
    else if (/^-[eE]s?$/.test(known)) reads = true;
    else if (known.startsWith("-")) {
      if (VALUES.includes(known[1] ?? "") && /^-[tTrqdA]$/.test(known)) index++;
    } else effects.push(write(word));
  }
  if (call.name === "ex" || reads) effects.push(...orders(call, exCommand));
  return effects;
};

/** `-u NONE` loads nothing; every other file is a script. */
const loaded = (file: Word): readonly Effect[] =>
  /^(?:NONE|NORC|DEFAULTS)$/.test(literalText(file) ?? "") ? [] : [runs, read(file)];

/** Commands on standard input. A pipe may bring anything, unless it only prints known words. */
function orders({ input }: Call, judge: (line: string) => readonly Effect[]): readonly Effect[] {
  if (input.kind === "inherited") return [];
  const text = input.kind === "text" ? literalText(input.text) : input.kind === "pipe" ? printedText(input.from) : null;
  return text === null ? [runs] : text.split(/\n|\\n/).flatMap(judge);
}

/** ed: `!`, `r !`, `w !`, `e !` run programs. */
function edCommand(line: string): readonly Effect[] {
  if (/^[^A-Za-z!]*(?:[a-zA-Z]\s*)?!|[gGvV]\/.*!/.test(line)) return [runs];
  const file = /^[\d.,$%;]*[weEWrf]q?\s+(\S+)$/.exec(line)?.[1];
  return file === undefined ? [] : [write(textWord(file))];
}
const ed: Program = (call) => [
  askNote("command.editor", "edits a file by commands"),
  ...call.args.flatMap((word, index): Effect[] => {
    const known = literalPrefix(word);
    if (known.startsWith("!")) return [runs];
    if (known.startsWith("-") || literalText(call.args[index - 1] ?? []) === "-p") return [];
    return [write(word)];
  }),
  ...orders(call, edCommand),
];

/** Simple editors: options that name a program or a configuration, then files. */
const plainEditor =
  (denied: RegExp): Program =>
  ({ args }) => [
    interactiveAsk,
    ...args.flatMap((word): Effect[] => {
      const known = literalPrefix(word);
      if (denied.test(known)) return [runs];
      return /^[-+]/.test(known) ? [] : [write(word)];
    }),
  ];

export const editors: readonly (readonly [string, Program])[] = [
  ...named(
    "vim vi nvim ex view rview rvim vimdiff nvimdiff gvim gview evim vim.basic vim.tiny vim.gtk3 vim.nox elvis nvi vis vimx",
    vim,
  ),
  ...named("ed red", ed),
  ...named("nano pico rnano", plainEditor(/^-(?:s|f|-speller|-rcfile)/)),
  ...named(
    "joe jmacs jpico jstar mcedit micro hx helix kak ne jed mg zile tilde dte amp slap kilo ee aee le zed code codium subl gedit kate kwrite mousepad leafpad pluma xed geany featherpad l3afpad gnome-text-editor notepadqq emacs-w32",
    plainEditor(
      /^-{1,2}(?:e|E|eval|s|c|command|plugin|install-extension|load-extension|extensions-dir|config-dir|batch|script|listen|remote|inspect\w*|user-data-dir|background)(?:$|=)/,
    ),
  ),
  ...named("vimtutor vipe sensible-editor editor select-editor", () => [interactiveAsk]),
];
