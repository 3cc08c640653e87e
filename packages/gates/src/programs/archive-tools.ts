import { dropPrefix, literalPrefix, literalText, textWord, unknownWord, type Word } from "../shell/word.ts";
import { inputName } from "./listing.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, execNote, programs, read, reads, unknownOptionNote, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";
import { tar } from "./tar.ts";
import { zip } from "./zip.ts";

const extracts = askNote("command.extract", "unpacks files whose names are not known");
const leavesPlace = denyNote("command.extract", "unpacks files outside the place it is given");
const packs = askNote("command.unlisted", "an archive is made or changed by a program that is not on the list");

/** Programs that pack, list and unpack archives. */
export const ARCHIVE_TOOLS: ReadonlyMap<string, Program> = programs({
  tar,
  gtar: tar,
  zip,
  unzip: {
    options: "l v p c t z Z f u T x d= n o q a b j U C L X V K M : P= I= O= B D S s W ^ A h 1 2 m",
    operands: unzipEffects,
  },
  zipinfo: { options: "1 2 s m l v h M t T z C x O= I=", operands: listed },
  funzip: { options: "P=", operands: "read" },
  "7z": sevenZip,
  "7za": sevenZip,
  "7zr": sevenZip,
  "7zz": sevenZip,
  cpio,
  ar: (call) => ar(call.args),
  unrar: (call) => rar(call.args),
  rar: (call) => rar(call.args),
});

function listed(given: Arguments): readonly Effect[] {
  return given.operands.flatMap((word, index) => (index === 0 ? reads(word) : [data(word)]));
}

/** Lists (-l, -v, -Z), tests and prints; everything else unpacks. */
function unzipEffects(given: Arguments): readonly Effect[] {
  if (given.operands.length === 0) return [];
  const effects = [...listed(given)];
  if (hasOption(given, "l", "v", "Z", "t", "z")) return effects;
  if (hasOption(given, "p", "c")) return effects;
  return [
    ...effects,
    extracts,
    write(optionValues(given, "d").at(-1) ?? textWord(".")),
    ...(hasOption(given, ":") ? [leavesPlace] : []),
  ];
}

/** `7z <command> [-switch…] archive [files…]`. */
function sevenZip({ args }: Parameters<Program>[0]): readonly Effect[] {
  const effects: Effect[] = [];
  const operands: Word[] = [];
  let target: Word | null = null;
  for (const word of args) {
    const known = literalPrefix(word);
    if (known.startsWith("@")) effects.push(read(dropPrefix(word, 1)), read(unknownWord("input")));
    else if (!known.startsWith("-") || known === "-") operands.push(word);
    else if (known.startsWith("-o")) target = dropPrefix(word, 2);
    else if (known.startsWith("-w") && known.length > 2) effects.push(write(dropPrefix(word, 2)));
    else if (/^-sdel/.test(known)) effects.push(packs);
    else if (
      !/^-(-|a[iox]|bb|bd|bs|bt|i|m|p|r|sa|scc|scr|scs|seml|sfx|si|slp|slt|sns|sni|so|spd|spe|spf|ssc|ssw|stl|stx|snh|snl|t|u|v|x|y|h)/.test(
        known,
      )
    )
      effects.push(unknownOptionNote);
  }
  const [command = [], archive, ...files] = operands;
  const deletes = args.some((word) => literalText(word) === "-sdel");
  switch (literalText(command)) {
    case "l":
      return [...effects, ...(archive === undefined ? [] : reads(archive)), ...files.map(data)];
    case "t":
    case "i":
    case "b":
    case "h":
      return [...effects, ...(archive === undefined ? [] : reads(archive)), ...files.flatMap(reads), packs];
    case "x":
    case "e": {
      const isPrinted = args.some((word) => literalText(word) === "-so");
      const outside = args.some((word) => literalPrefix(word).startsWith("-spf"));
      return [
        ...effects,
        ...(archive === undefined ? [] : reads(archive)),
        ...files.map(data),
        extracts,
        ...(isPrinted ? [] : [write(target ?? textWord("."))]),
        ...(outside ? [leavesPlace] : []),
      ];
    }
    case "a":
    case "u":
      return [
        ...effects,
        ...(archive === undefined ? [] : [write(archive)]),
        ...files.flatMap(reads),
        ...(deletes ? files.map((operand): Effect => ({ kind: "delete", operand })) : []),
        packs,
      ];
    case "d":
    case "rn":
      return [...effects, ...(archive === undefined ? [] : [write(archive)]), ...files.map(data), packs];
    default:
      return operands.length === 0 ? effects : [...effects, ...operands.flatMap(reads), packs];
  }
}

const CPIO = optionTable(
  "o,create i,extract p,pass-through t,list 0,null a,reset-access-time A,append b,swap B block-size= C,io-size= c d,make-directories D,directory=enter E,pattern-file=read F,file= f,nonmatching force-local H,format= I= k L,dereference l,link M,message= m,preserve-modification-time n,numeric-uid-gid no-absolute-filenames absolute-filenames no-preserve-owner O= only-verify-crc quiet R,owner= r,rename rename-batch-file=read rsh-command=exec S,swap-halfwords s,swap-bytes sparse to-stdout u,unconditional V,dot v,verbose V warning= 6 device-independent reproducible ignore-devno renumber-inodes ignore-dirnlink",
);
function cpio(call: Parameters<Program>[0]): readonly Effect[] {
  const given = parseOptions(call.args, CPIO);
  const archive = optionValues(given, "file", "I", "O");
  const base: Effect[] = [
    ...given.notes,
    ...(given.unsure.length > 0 ? [unsureNote] : []),
    ...(hasOption(given, "rsh-command") ? [execNote] : []),
    ...optionValues(given, "pattern-file", "rename-batch-file").map(read),
    ...optionValues(given, "directory").map((operand): Effect => ({ kind: "enter", operand })),
  ];
  if (hasOption(given, "list")) return [...base, ...archive.flatMap(reads), ...given.operands.map(data)];
  if (hasOption(given, "extract"))
    return [
      ...base,
      ...archive.flatMap(reads),
      ...given.operands.map(data),
      extracts,
      ...(hasOption(given, "to-stdout") ? [] : [write(textWord("."))]),
    ];
  // The names of what is packed arrive on standard input.
  return [
    ...base,
    read([inputName(call.input)]),
    ...archive.map(write),
    ...(hasOption(given, "pass-through") ? given.operands.map(write) : []),
    packs,
  ];
}

/** `ar rcs lib.a x.o`: the first word's letters are the operation. */
function ar(args: readonly Word[]): readonly Effect[] {
  const words = args.filter((word) => !literalPrefix(word).startsWith("--"));
  const longs = args.filter((word) => literalPrefix(word).startsWith("--"));
  const effects: Effect[] = longs.flatMap((word) => {
    const text = literalPrefix(word);
    if (/^--(version|help|thin)$/.test(text)) return [];
    return [text.startsWith("--plugin") ? execNote : unknownOptionNote];
  });
  const [key = [], archive, ...files] = words;
  const letters = (literalText(key) ?? "?").replace(/^-/, "");
  if (archive === undefined) return words.length === 0 ? effects : [...effects, packs];
  if (/^[tpvOVP]+$/.test(letters)) {
    // Printing a member is not listing, but it changes nothing either.
    return [...effects, read(archive), ...files.map(data), ...(letters.includes("t") ? [] : [packs])];
  }
  if (letters.includes("x")) return [...effects, read(archive), ...files.map(data), extracts, write(textWord("."))];
  return [...effects, write(archive), ...files.flatMap(reads), packs];
}

function rar(args: readonly Word[]): readonly Effect[] {
  const operands = args.filter((word) => !literalPrefix(word).startsWith("-"));
  const [command = [], archive, ...files] = operands;
  if (archive === undefined) return operands.length === 0 ? [] : [packs];
  const name = literalText(command) ?? "";
  if (/^(l|lt|lb|v|vt|vb|t)$/.test(name)) return [read(archive), ...files.map(data), packs];
  if (/^[xe]$/.test(name)) return [read(archive), ...files.map(data), extracts, write(files.at(-1) ?? textWord("."))];
  return [write(archive), ...files.flatMap(reads), packs];
}
