import { literalPrefix, literalText, type Word } from "../shell/word.ts";
import { type Arguments, hasOption } from "./options.ts";
import { programs } from "./profile.ts";
import { denyNote, type Effect, type Program } from "./program.ts";

const removed = (given: Arguments): readonly Effect[] =>
  given.operands.map((operand): Effect => ({ kind: "delete", operand }));

/** Programs that remove what they are given. */
export const DELETE_TOOLS: ReadonlyMap<string, Program> = programs({
  rm: {
    options:
      "f,force i I interactive=? one-file-system no-preserve-root preserve-root=? presume-input-tty r,R,recursive d,dir v,verbose",
    operands: (given, { args }) => [
      ...removed(given),
      ...(args.some(isUnknownOption) ? [rmRf] : []),
      ...(hasOption(given, "recursive") && hasOption(given, "force") ? [rmRf] : []),
      ...(hasOption(given, "no-preserve-root") ? [noPreserveRoot] : []),
    ],
  },
  rmdir: { options: "ignore-fail-on-non-empty p,parents v,verbose", operands: removed },
  unlink: { options: "", operands: removed },
  shred: {
    options: "f,force n,iterations= random-source=read s,size= u remove=? v,verbose x,exact z,zero",
    // Without -u the content alone is lost, which is the same.
    operands: removed,
  },
  trash: { options: "f i r R v d", operands: removed },
  "trash-put": { options: "d f,force i,interactive r,R,recursive v,verbose trash-dir=read", operands: removed },
});

/** `-r$x` may be anything. */
const isUnknownOption = (word: Word): boolean => literalPrefix(word).startsWith("-") && literalText(word) === null;
const rmRf = denyNote("command.rm_rf", "a removal that is both recursive and forced");
const noPreserveRoot = denyNote("command.rm_rf", "a removal that may include the root directory");
