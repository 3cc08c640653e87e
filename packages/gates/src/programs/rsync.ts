import { literalText, type Piece, textWord, type Word } from "../shell/word.ts";
import { modeEffects } from "./mode-tools.ts";
import { hasOption } from "./options.ts";
import { execNote, profile, reads, write } from "./profile.ts";
import { askNote, denyNote, type Effect } from "./program.ts";
import { namesFrom } from "./text-tools.ts";

const FLAGS =
  "v,verbose q,quiet no-motd c,checksum a,archive r,recursive R,relative no-implied-dirs b,backup u,update inplace append append-verify d,dirs old-dirs mkpath l,links L,copy-links copy-unsafe-links safe-links munge-links k,copy-dirlinks K,keep-dirlinks H,hard-links p,perms E,executability A,acls X,xattrs o,owner g,group devices specials D copy-devices write-devices t,times U,atimes open-noatime N,crtimes O,omit-dir-times J,omit-link-times super fake-super S,sparse preallocate n,dry-run W,whole-file x,one-file-system existing ignore-non-existing ignore-existing remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded ignore-missing-args delete-missing-args ignore-errors force numeric-ids I,ignore-times size-only y,fuzzy z,compress old-compress new-compress C,cvs-exclude F 0,from0 s,secluded-args protect-args trust-sender stats 8,8-bit-output h,human-readable progress P itemize-changes i partial list-only 4,ipv4 6,ipv6 prune-empty-dirs m blocking-io delay-updates daemon no-recursive no-perms no-owner no-group no-times no-links no-whole-file no-compress no-inc-recursive no-implied no-devices no-specials msgs2stderr";
const VALUES =
  "info= debug= stderr= compare-dest=read copy-dest=read link-dest=read compress-choice,zc= compress-level,zl= skip-compress= f,filter= exclude= exclude-from=read include= include-from=read files-from= copy-as= address= port= sockopts= outbuf= out-format= log-format= log-file=write log-file-format= password-file=read early-input=read bwlimit= stop-after= stop-at= write-batch=write only-write-batch=write read-batch=read protocol= iconv= checksum-seed= checksum-choice,cc= T,temp-dir=write backup-dir=write partial-dir=write suffix= chmod= chown= usermap= groupmap= block-size,B= timeout= contimeout= modify-window,@= max-size= min-size= max-delete= max-alloc= config=read dparam= M,remote-option= rsync-path=exec e,rsh=";

/** rsync, wholly: local copies, and what goes to or comes from another machine. */
export const rsync = profile({
  options: `${FLAGS} ${VALUES}`,
  isWaryOfPatterns: true,
  on: {
    // The usual transport itself names no program of the caller's.
    rsh: (value) => (/^ssh( -p ?\d+)?$/.test(literalText(value) ?? "") ? [] : [execNote]),
    "files-from": (value, _given, call) => namesFrom(value, call),
    "remote-option": (value) => [
      /^--?(?:fake-super|no-[a-z-]+|iconv=\S*|[a-z])$/.test(literalText(value) ?? "")
        ? askNote("command.option", "an option is handed to the other side")
        : execNote,
    ],
    // `D755,F644,u+s`: D and F say what each is for.
    chmod: (value) =>
      (literalText(value) ?? "s").split(",").flatMap((mode) => modeEffects(textWord(mode.replace(/^[DF]/, "")))),
    daemon: () => [denyNote("command.listen", "starts a server")],
    filter: (value) =>
      /^(\.|,|merge|dir-merge|:)/.test(literalText(value) ?? ".")
        ? [askNote("command.option", "rules are read from a file")]
        : [],
  },
  operands: (given) => {
    const isListing = given.operands.length < 2 || hasOption(given, "list-only");
    const sources = isListing ? given.operands : given.operands.slice(0, -1);
    const target = isListing ? undefined : given.operands.at(-1);
    const local = sources.filter((word) => remoteHost(word) === null);
    const effects: Effect[] = sources.flatMap((word): readonly Effect[] => {
      const host = remoteHost(word);
      return host === null ? reads(word) : [{ kind: "connect", peer: host }];
    });
    if (target === undefined) return effects;
    const host = remoteHost(target);
    effects.push(host === null ? write(target) : { kind: "connect", peer: host, sends: local });
    const deletes = given.options.some(({ name }) => name.startsWith("del"));
    if (deletes) effects.push(host === null ? { kind: "delete", operand: target } : remoteDelete);
    if (hasOption(given, "remove-source-files"))
      effects.push(...local.map((operand): Effect => ({ kind: "delete", operand })));
    return effects;
  },
});

const remoteDelete = askNote("command.sync_delete", "deletes files on the other machine");

/** `host` of `host:path`, `host::module`, or the whole URL; null: a local path. */
function remoteHost(word: Word): Word | null {
  const [first] = word;
  if (first?.kind === "text" && first.text.startsWith("rsync://")) return word;
  const host: Piece[] = [];
  for (const piece of word) {
    if (piece.kind !== "text") {
      host.push(piece);
      continue;
    }
    const end = /[:/]/.exec(piece.text);
    if (end === null) host.push(piece);
    else if (end[0] === "/") return null;
    else {
      if (end.index > 0) host.push({ kind: "text", text: piece.text.slice(0, end.index) });
      return host.length === 0 ? null : host;
    }
  }
  return null;
}
