import { literalPrefix, literalText, type Word } from "../shell/word.ts";
import { hasOption, optionTable, parseOptions } from "./options.ts";
import { optionEffects, patternNote, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

const setId = denyNote("command.privilege", "sets the user or group that a program runs as");
const toRoot = denyNote("command.privilege", "gives a file to the administrator");
const unknownMode = askNote("command.option", "the mode is not known");
const unlistedNote = askNote("command.unlisted", "changes who owns a file");

/** A mode as chmod, install -m and mkdir -m take it. */
export function modeEffects(mode: Word): readonly Effect[] {
  const text = literalText(mode);
  if (text === null) return [unknownMode];
  if (/^[-+=]?[0-7]+$/.test(text))
    return (Number.parseInt(text.replace(/^[-+=]/, ""), 8) & 0o6000) === 0 ? [] : [setId];
  return /[+=][rwxXt]*s/.test(text) ? [setId] : [];
}

/** An owner as chown and install -o take it. */
export const ownerEffects = (owner: Word): readonly Effect[] =>
  /^(root|0)([:.].*)?$|^[:.](root|0)$/.test(literalText(owner) ?? "") ? [toRoot] : [];

const MODE = optionTable(
  "c,changes f,silent,quiet v,verbose no-preserve-root preserve-root reference=read R,recursive h,no-dereference dereference H L P",
);
const OWNER = optionTable(
  "c,changes f,silent,quiet v,verbose dereference h,no-dereference from= no-preserve-root preserve-root reference=read R,recursive H L P",
);

/** chmod, chown and chgrp: a mode or owner, then files. chmod's `-x` is a mode. */
export function permissionTool(name: "chmod" | "chown" | "chgrp"): Program {
  return (call) => {
    const isDashMode = (word: Word) => name === "chmod" && /^-[rwxXstugoa,+=0-7]/.test(literalPrefix(word));
    const end = call.args.findIndex((word) => literalText(word) === "--");
    const modes = call.args.filter((word, index) => isDashMode(word) && (end < 0 || index < end));
    const given = parseOptions(
      call.args.filter((word) => !modes.includes(word)),
      name === "chmod" ? MODE : OWNER,
    );
    const isFirst = modes.length === 0 && !hasOption(given, "reference");
    const [first] = given.operands;
    const files = isFirst ? given.operands.slice(1) : given.operands;
    return [
      ...given.notes,
      ...(given.unsure.length > 0 ? [unsureNote] : []),
      ...(given.patterns.length > 0 ? [patternNote] : []),
      ...given.options.flatMap(optionEffects),
      ...(name === "chmod"
        ? [...modes, ...(isFirst && first !== undefined ? [first] : [])].flatMap(modeEffects)
        : [unlistedNote]),
      ...(name !== "chmod" && isFirst ? ownerEffects(first ?? []) : []),
      ...files.map(write),
    ];
  };
}
