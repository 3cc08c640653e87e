import { joinWords, literalText, textWord, type Word } from "../shell/word.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { optionEffects, reads, unlisted, unsureNote, write } from "./profile.ts";
import { askNote, type Effect, type Program } from "./program.ts";
import { namesFrom } from "./text-tools.ts";

const replaces = askNote("command.replaces", "the file gives way to its packed or unpacked form");
const unpacks = askNote("command.extract", "unpacks a file beside it");

const GZIP = optionTable(
  "a,ascii c,stdout,to-stdout d,decompress,uncompress f,force h k,keep l,list L,license n,no-name N,name q,quiet,silent r,recursive rsyncable S,suffix= synchronous t,test v,verbose V,version fast best # b= p,processes= i,independent m,no-time M,time R",
);
const BZIP2 = optionTable(
  "h z,compress d,decompress k,keep f,force t,test c,stdout q,quiet v,verbose L,license V s,small fast best #",
);
const XZ = optionTable(
  "z,compress d,decompress,uncompress t,test l,list k,keep f,force c,stdout,to-stdout single-stream no-sparse S,suffix= files=? files0=? F,format= C,check= ignore-check # e,extreme fast best T,threads= block-size= block-list= flush-timeout= memlimit-compress= memlimit-decompress= memlimit-mt-decompress= M,memlimit,memory= no-adjust lzma1=? lzma2=? x86=? arm=? armthumb=? arm64=? powerpc=? ia64=? sparc=? delta=? q,quiet v,verbose Q,no-warn robot info-memory h H,long-help V,version",
);
// -T, -B and -M take digits of the same word only: the next one is a file.
const ZSTD = optionTable(
  "o=output k,keep rm z,compress d,decompress,uncompress D=read f,force h H V,version c,stdout,to-stdout v,verbose q,quiet progress no-progress trace=write C,check no-check r filelist= output-dir-flat=write output-dir-mirror=write ultra fast=? adapt=? long=? patch-from=read T=? single-thread auto-threads= B=? block-size= rsyncable exclude-compressed stream-size= size-hint= target-compressed-block-size= no-dictID sparse no-sparse pass-through no-pass-through format= asyncio no-asyncio l,list t,test M=? memory= memlimit= train maxdict= dictID= b=? e=? i=? S priority= # content-size no-content-size max mmap-dict no-mmap-dict",
);

interface Kind {
  readonly table: ReturnType<typeof optionTable>;
  readonly suffix: string;
  readonly mode: "pack" | "unpack" | "print";
  /** The source stays unless told otherwise (zstd). */
  readonly keeps?: boolean;
}

const kinds = (
  table: Kind["table"],
  suffix: string,
  names: { readonly pack: string; readonly unpack: string; readonly print: string },
  keeps = false,
): [string, Program][] =>
  (["pack", "unpack", "print"] as const).flatMap((mode) =>
    names[mode].split(" ").map((name): [string, Program] => [name, compressor({ table, suffix, mode, keeps })]),
  );

export const COMPRESS_TOOLS: ReadonlyMap<string, Program> = new Map([
  ...kinds(GZIP, ".gz", { pack: "gzip pigz", unpack: "gunzip unpigz", print: "zcat gzcat" }),
  ...kinds(BZIP2, ".bz2", { pack: "bzip2 pbzip2 lbzip2", unpack: "bunzip2", print: "bzcat" }),
  ...kinds(XZ, ".xz", { pack: "xz pixz", unpack: "unxz", print: "xzcat" }),
  ...kinds(XZ, ".lzma", { pack: "lzma", unpack: "unlzma", print: "lzcat" }),
  ...kinds(ZSTD, ".zst", { pack: "zstd zstdmt", unpack: "unzstd", print: "zstdcat" }, true),
  [
    "lz4",
    unlisted({
      options: "# c d f k l m q r t v z D=read B=? o=output rm best fast=?",
      operands: (given) => given.operands.flatMap((word, index) => (index === 1 ? [write(word)] : reads(word))),
    }),
  ],
]);

function compressor(kind: Kind): Program {
  return (call) => {
    const given = parseOptions(call.args, kind.table);
    return [
      ...given.notes,
      ...(given.unsure.length > 0 ? [unsureNote] : []),
      ...given.options.flatMap((option): readonly Effect[] =>
        /^file(s|s0|list)$/.test(option.name) ? namesFrom(option.value ?? textWord("-"), call) : optionEffects(option),
      ),
      ...given.operands.flatMap(reads),
      ...results(kind, given),
    ];
  };
}

/** What is written beside the sources, or on standard output. */
function results(kind: Kind, given: Arguments): readonly Effect[] {
  if (hasOption(given, "list", "test", "help", "h", "H", "long-help", "version", "V", "license", "info-memory"))
    return [];
  const isUnpacking = kind.mode !== "pack" || hasOption(given, "decompress", "uncompress");
  const isPrinting = kind.mode === "print" || hasOption(given, "stdout", "to-stdout");
  const files = given.operands.filter((word) => literalText(word) !== "-");
  const isPiped = files.length === 0 && optionValues(given, "files", "files0", "filelist").length === 0;
  if (isPrinting || isPiped) return isUnpacking ? [] : [write(textWord("/dev/stdout"))];
  const isKept = kind.keeps ? !hasOption(given, "rm") : hasOption(given, "keep");
  return [
    ...(hasOption(given, "o", "output-dir-flat", "output-dir-mirror")
      ? []
      : files.map((word) => write(beside(word, kind.suffix, isUnpacking)))),
    ...(isUnpacking ? [unpacks] : []),
    ...(isKept ? [] : [replaces, ...files.map((operand): Effect => ({ kind: "move", operand }))]),
    ...(hasOption(given, "r", "recursive", "train") ? [replaces] : []),
  ];
}

function beside(word: Word, suffix: string, isUnpacking: boolean): Word {
  if (!isUnpacking) return joinWords(word, textWord(suffix));
  const text = literalText(word);
  return text === null ? word : textWord(text.replace(/\.(gz|tgz|bz2|xz|lzma|zst|Z)$/, ""));
}
