import { literalText, textWord, type Word } from "../shell/word.ts";
import { type Arguments, optionTable, parseOptions } from "./options.ts";

export type TarMode = "list" | "extract" | "create" | "change" | "compare" | "delete" | "none";

/** GNU tar 1.34, every long option, so that abbreviations are resolved as tar does. */
const TAR = optionTable(
  [
    "A,catenate,concatenate c,create delete d,diff,compare r,append test-label t,list u,update x,extract,get",
    "check-device g,listed-incremental=write G,incremental hole-detection= ignore-failed-read level= no-check-device no-seek n,seek occurrence=? restrict sparse-version= S,sparse",
    "add-file= C,directory=enter exclude= exclude-backups exclude-caches exclude-caches-all exclude-caches-under exclude-ignore= exclude-ignore-recursive= exclude-tag= exclude-tag-all= exclude-tag-under= exclude-vcs exclude-vcs-ignores no-null no-recursion no-unquote no-verbatim-files-from null recursion T,files-from= unquote verbatim-files-from X,exclude-from=read",
    "anchored ignore-case no-anchored no-ignore-case no-wildcards no-wildcards-match-slash wildcards wildcards-match-slash",
    "keep-directory-symlink keep-newer-files k,keep-old-files no-overwrite-dir one-top-level=? overwrite overwrite-dir recursive-unlink remove-files skip-old-files U,unlink-first W,verify ignore-command-error no-ignore-command-error O,to-stdout to-command=exec",
    "atime-preserve=? clamp-mtime delay-directory-restore group= group-map=read mode= mtime= m,touch no-delay-directory-restore no-same-owner no-same-permissions numeric-owner owner= owner-map=read p,preserve-permissions,same-permissions same-owner sort= s,preserve-order,same-order preserve",
    "acls no-acls no-selinux no-xattrs selinux xattrs xattrs-exclude= xattrs-include=",
    "force-local f,file= F,info-script,new-volume-script=exec L,tape-length= M,multi-volume rmt-command=exec rsh-command=exec volno-file=write",
    "b,blocking-factor= B,read-full-records i,ignore-zeros record-size= H,format= old-archive,portability pax-option= posix V,label=",
    "a,auto-compress I,use-compress-program=exec j,bzip2 J,xz lzip lzma lzop no-auto-compress zstd z,gzip,gunzip,ungzip Z,compress,uncompress",
    "backup=? hard-dereference h,dereference K,starting-file= newer-mtime= N,newer,after-date= one-file-system P,absolute-names suffix= strip-components= transform,xform=",
    "checkpoint=? checkpoint-action= full-time index-file=write l,check-links no-quote-chars= quote-chars= quoting-style= R,block-number show-defaults show-omitted-dirs show-snapshot-field-ranges show-transformed-names,show-stored-names totals=? utc v,verbose warning= w,interactive,confirmation o no-same usage ?",
    "0 1 2 3 4 5 6 7 8 9",
  ].join(" "),
);

const MODES: Readonly<Record<string, TarMode>> = {
  list: "list",
  "test-label": "list",
  get: "extract",
  create: "create",
  append: "change",
  update: "change",
  concatenate: "change",
  compare: "compare",
  delete: "delete",
};

export interface TarCommand extends Arguments {
  readonly mode: TarMode;
}

export function tarCommand(args: readonly Word[]): TarCommand {
  const given = parseOptions(withDashes(args), TAR);
  const modes = given.options.flatMap(({ name }) => (Object.hasOwn(MODES, name) ? [MODES[name] as TarMode] : []));
  return { ...given, mode: modes.at(-1) ?? "none" };
}

/** The old way, `tar xfC a.tar dir`: letters without a dash, their values behind them in order. */
function withDashes(args: readonly Word[]): readonly Word[] {
  const [first, ...rest] = args;
  const letters = literalText(first ?? []);
  if (letters === null || letters === "" || letters.startsWith("-")) return args;
  const words: Word[] = [];
  for (const letter of letters) {
    words.push(textWord(`-${letter}`));
    const value = TAR.shorts.get(letter)?.value === "required" ? rest.shift() : undefined;
    if (value !== undefined) words.push(value);
  }
  return [...words, ...rest];
}
