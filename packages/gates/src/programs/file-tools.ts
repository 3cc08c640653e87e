import { joinWords, literalPrefix, literalText, textWord, unknownWord, type Word } from "../shell/word.ts";
import { copies, copyOptions, links } from "./copy-tools.ts";
import { modeEffects, ownerEffects, permissionTool } from "./mode-tools.ts";
import { type Arguments, hasOption, optionValues } from "./options.ts";
import { data, execNote, type Profile, programs, read, reads, unlisted, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

const writes = (given: Arguments): readonly Effect[] => given.operands.map(write);

/** Programs that create, change or place files. */
export const FILE_TOOLS: ReadonlyMap<string, Program> = programs({
  mkdir: { options: "m,mode= p,parents v,verbose Z context=?", operands: writes, on: { mode: modeEffects } },
  touch: {
    options: "a c,no-create d,date= f h,no-dereference m r,reference=read t= time=",
    operands: writes,
  },
  cp: {
    options: `a,archive attributes-only copy-contents d H l,link L,dereference n,no-clobber P,no-dereference p preserve=? no-preserve= parents path R,r,recursive reflink=? remove-destination sparse= s,symbolic-link x,one-file-system Z context=? keep-directory-symlink debug ${copyOptions}`,
    operands: (given) =>
      hasOption(given, "link", "symbolic-link") ? links(given, hasOption(given, "symbolic-link")) : copies(given, read),
  },
  mv: {
    options: `n,no-clobber exchange no-copy debug Z,context ${copyOptions}`,
    operands: (given) => copies(given, (operand) => ({ kind: "move", operand })),
  },
  ln: {
    options: `d,F,directory L,logical n,no-dereference P,physical r,relative s,symbolic ${copyOptions}`,
    operands: (given) => links(given, hasOption(given, "symbolic") && !hasOption(given, "relative")),
  },
  link: unlisted({ options: "", operands: (given) => links(given, false) }),
  install: {
    options: `c C,compare d,directory D g,group= m,mode= o,owner= p,preserve-timestamps s,strip strip-program=exec preserve-context Z context=? debug ${copyOptions}`,
    operands: (given) => (hasOption(given, "directory") ? writes(given) : copies(given, read)),
    on: { mode: modeEffects, owner: ownerEffects, strip: () => [execNote] },
  },
  mktemp: {
    options: "d,directory u,dry-run q,quiet suffix= p= tmpdir=? t V",
    operands: (given) => {
      if (hasOption(given, "dry-run")) return [];
      const [template] = given.operands;
      const [place] = optionValues(given, "p", "tmpdir");
      const isBelow = place !== undefined || hasOption(given, "tmpdir", "t") || template === undefined;
      const name = template ?? textWord("tmp.aaaaaaaaaa");
      return [write(isBelow ? joinWords(place ?? textWord("/tmp"), textWord("/"), name) : name)];
    },
  },
  tee: { options: "a,append i,ignore-interrupts p output-error=?", operands: writes },
  split: {
    options:
      "a,suffix-length= additional-suffix= b,bytes= C,line-bytes= d numeric-suffixes=? x hex-suffixes=? e,elide-empty-files filter=exec l,lines= n,number= t,separator= u,unbuffered verbose #",
    operands: (given) => [
      ...given.operands.slice(0, 1).flatMap(reads),
      write(joinWords(given.operands[1] ?? textWord("x"), textWord("aa"))),
    ],
  },
  csplit: unlisted({
    options: "b,suffix-format= f,prefix= k,keep-files suppress-matched n,digits= s,quiet,silent z,elide-empty-files",
    operands: (given) => [
      ...given.operands.flatMap((word, index) => (index === 0 ? reads(word) : [data(word)])),
      write(joinWords(optionValues(given, "prefix").at(-1) ?? textWord("xx"), textWord("00"))),
    ],
  }),
  dd: diskDump,
  truncate: {
    options: "c,no-create o,io-blocks r,reference=read s,size=",
    operands: writes,
  },
  chmod: permissionTool("chmod"),
  chown: permissionTool("chown"),
  chgrp: permissionTool("chgrp"),
  chattr: unlisted({ options: "R V f v= p= a c d e i j s t u A C D S T F P m x", operands: attributes }),
  setfacl: unlisted({
    options:
      "b,remove-all k,remove-default n,no-mask mask d,default R,recursive L,logical P,physical test restore=read m,modify= M,modify-file=read x,remove= X,remove-file=read set= set-file=read v h",
    operands: writes,
  }),
  sync: unlisted({ options: "d,data f,file-system", operands: "read" }),
  fallocate: unlisted({
    options:
      "c,collapse-range d,dig-holes i,insert-range l,length= n,keep-size o,offset= p,punch-hole z,zero-range x,posix v,verbose h V",
    operands: writes,
  }),
  mkfifo: unlisted({ options: "m,mode= Z context=?", operands: writes, on: { mode: modeEffects } }),
  mknod: unlisted({
    options: "m,mode= Z context=?",
    operands: (given) => [
      ...given.operands.slice(0, 1).map(write),
      ...(/^[bcu]$/.test(literalText(given.operands[1] ?? []) ?? "") ? [deviceNode] : []),
    ],
  }),
  rename: renameTool,
  "file-rename": renameTool,
  prename: renameTool,
  mmv: unlisted({ options: "m x r c o a l s h d p g v n t", operands: (given) => given.operands.map(write) }),
  patch: unlisted(patchProfile()),
});

const deviceNode = denyNote("command.device", "creates a device");

/** `dd if=A of=B bs=1M`. */
function diskDump({ args }: Parameters<Program>[0]): readonly Effect[] {
  return args.flatMap((word): readonly Effect[] => {
    const known = literalPrefix(word);
    const name = known.slice(0, known.indexOf("=") + 1);
    const value = (): Word => rest(word, name.length);
    if (name === "if=") return [read(value())];
    if (name === "of=") return [write(value())];
    if (/^(ibs|obs|bs|cbs|skip|seek|iseek|oseek|count|status|conv|iflag|oflag)=$/.test(name)) return [data(word)];
    if (known === "--help" || known === "--version" || known === "--") return [];
    return [askNote("command.option", "an operand of dd is unknown")];
  });
}

const rest = (word: Word, length: number): Word => {
  const [first, ...others] = word;
  return first?.kind === "text" ? joinWords(textWord(first.text.slice(length)), others) : word;
};

/** chattr's `+i`, `-i` and `=i` stand before the names; `-i` is taken as an option. */
function attributes(given: Arguments): readonly Effect[] {
  return given.operands.filter((word) => !/^[+=]/.test(literalPrefix(word))).map(write);
}

/** The Perl one (`rename 's/a/b/' *`) runs its first operand as a program; the other replaces text in names. */
function renameTool({ args }: Parameters<Program>[0]): readonly Effect[] {
  const operands = args.filter((word) => !literalPrefix(word).startsWith("-"));
  const [expression, ...names] = operands;
  const isPerl = /^(s|y|tr)\W|[$({;]/.test(literalText(expression ?? []) ?? "$");
  return [
    ...(isPerl && expression !== undefined
      ? [{ kind: "code", language: "perl", text: expression } as const]
      : [unlistedRename]),
    ...names.flatMap((operand): readonly Effect[] => [{ kind: "move", operand }, write(operand)]),
  ];
}
const unlistedRename = askNote("command.unlisted", "renames files by a rule");

function patchProfile(): Profile {
  return {
    options:
      "p,strip= F,fuzz= l,ignore-whitespace c,context e,ed n,normal u,unified N,forward R,reverse i,input=read o,output=output r,reject-file=output D,ifdef= merge=? E,remove-empty-files Z,set-utc T,set-time quoting-style= b,backup backup-if-mismatch no-backup-if-mismatch V,version-control= B,prefix=write Y,basename-prefix= z,suffix= g,get=exec t,batch f,force s,quiet,silent verbose dry-run posix d,directory=enter reject-format= binary read-only= v,version follow-symlinks",
    // The patch itself names the files, unless an operand does.
    operands: (given) => [
      ...given.operands.flatMap((word, index) => (index === 0 ? [write(word)] : reads(word))),
      ...(given.operands.length === 0 ? [write(unknownWord("input"))] : []),
    ],
    on: { ed: () => [execNote] },
  };
}
