import { joinWords, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { hasOption, optionValues } from "./options.ts";
import { data, optionEffects, patternNote, read, reads, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";
import { type TarCommand, tarCommand } from "./tar-options.ts";
import { namesFrom } from "./text-tools.ts";

export const tar: Program = (call) => {
  const command = tarCommand(call.args);
  const base = directory(command);
  return [
    ...command.notes,
    ...(command.unsure.length > 0 ? [unsureNote] : []),
    ...(command.patterns.length > 0 ? [patternNote] : []),
    ...command.options.flatMap((option): readonly Effect[] => {
      if (option.name === "files-from") return namesFrom(option.value ?? [], call);
      if (option.name === "checkpoint-action") return [checkpoint];
      // A date, or a file whose date is meant.
      if (/^(mtime|newer|after-date|newer-mtime)$/.test(option.name) && /^[./]/.test(literalPrefix(option.value ?? [])))
        return reads(option.value ?? []);
      return optionEffects(option);
    }),
    ...archiveEffects(command),
    ...memberEffects(command, base),
  ];
};

const checkpoint = denyNote("command.option_exec", "an option runs an action at checkpoints");
const extracts = askNote("command.extract", "unpacks files whose names are not known");
const leavesRoot = denyNote("command.extract", "unpacks files at absolute names");
const asks = askNote("command.interactive", "asks before each step");
const noMode = askNote("command.option", "no operation is named", false);

/** Every -C so far, one relative to the other. */
function directory(command: TarCommand): Word | null {
  let base: Word | null = null;
  for (const next of optionValues(command, "directory"))
    base = base === null || literalPrefix(next).startsWith("/") ? next : joinWords(base, textWord("/"), next);
  return base;
}

function archiveEffects(command: TarCommand): readonly Effect[] {
  const isWritten = command.mode === "create" || command.mode === "change" || command.mode === "delete";
  const archives = optionValues(command, "file");
  // Without -f Debian's tar uses standard input and output.
  if (archives.length === 0) return isWritten ? [write(textWord("/dev/stdout"))] : [];
  return archives.flatMap((operand): readonly Effect[] => {
    const host = hasOption(command, "force-local") ? null : remoteHost(operand);
    if (host !== null) return [{ kind: "connect", peer: host, sends: isWritten ? command.operands : [] }];
    if (!isWritten) return reads(operand);
    return [write(literalText(operand) === "-" ? textWord("/dev/stdout") : operand)];
  });
}

/** `host:file` is an archive on another machine. */
function remoteHost(word: Word): Word | null {
  const known = literalPrefix(word);
  const colon = known.indexOf(":");
  return colon > 0 && !known.slice(0, colon).includes("/") ? textWord(known.slice(0, colon)) : null;
}

function memberEffects(command: TarCommand, base: Word | null): readonly Effect[] {
  const at = base === null ? {} : { base };
  const isPrinted = hasOption(command, "to-stdout");
  const isAsking = hasOption(command, "interactive") ? [asks] : [];
  switch (command.mode) {
    case "list":
      return [...command.operands.map(data), ...isAsking];
    case "extract":
      return [
        ...command.operands.map(data),
        extracts,
        ...(isPrinted ? [] : [write(base ?? textWord("."))]),
        ...optionValues(command, "one-top-level").map((operand): Effect => ({ kind: "write", operand, ...at })),
        ...(hasOption(command, "absolute-names") ? [leavesRoot] : []),
        ...isAsking,
      ];
    case "create":
    case "change":
      return [
        ...[...command.operands, ...optionValues(command, "add-file")]
          // `@archive` is bsdtar's; GNU tar reads a file of that name.
          .map((operand): Effect => ({ ...read(operand), ...at })),
        ...(hasOption(command, "remove-files")
          ? command.operands.map((operand): Effect => ({ kind: "delete", operand, ...at }))
          : []),
        ...isAsking,
      ];
    case "compare":
      return [
        ...(command.operands.length === 0 ? [textWord(".")] : command.operands).map((operand) => ({
          ...read(operand),
          ...at,
        })),
      ];
    case "delete":
      return command.operands.map(data);
    case "none":
      return hasOption(command, "help", "version", "usage", "show-defaults") ? [] : [noMode];
  }
}
