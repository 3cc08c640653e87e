import { literalText, textWord } from "../shell/word.ts";
import { hasOption } from "./options.ts";
import { type Profile, programs, read, reads, unlisted, write } from "./profile.ts";
import type { Effect, Program } from "./program.ts";
import { namesFrom } from "./text-tools.ts";

const here: Effect = read(textWord("."));

const ls: Profile = {
  options:
    "a,all A,almost-all author b,escape block-size= B,ignore-backups c C color=? d,directory D,dired f F,classify=? file-type format= full-time g group-directories-first G,no-group h,human-readable si H,dereference-command-line dereference-command-line-symlink-to-dir hide= hyperlink=? indicator-style= i,inode I,ignore= k,kibibytes l L,dereference m n,numeric-uid-gid N,literal o p q,hide-control-chars show-control-chars Q,quote-name quoting-style= r,reverse R,recursive s,size S sort= time= time-style= t T,tabsize= u U v w,width= x X Z,context zero 1",
  operands: (given) => (given.operands.length === 0 ? [here] : given.operands.map(read)),
};

/** Listings and facts about files. */
export const LIST_TOOLS: ReadonlyMap<string, Program> = programs({
  ls,
  dir: ls,
  vdir: ls,
  stat: {
    options: "L,dereference f,file-system cached= c,format= printf= t,terse",
    operands: "read",
  },
  file: {
    options:
      "v,version m,magic-file= z,uncompress Z,uncompress-noreport b,brief c,checking-printout e,exclude= exclude-quiet= f,files-from= F,separator= i,mime apple extension mime-type mime-encoding k,keep-going l,list L,dereference h,no-dereference n,no-buffer N,no-pad 0,print0 p,preserve-date P,parameter= r,raw s,special-files S,no-sandbox C,compile d,debug E",
    operands: (given) => [
      ...given.operands.flatMap(reads),
      // Writes `<name>.mgc` into the working directory.
      // Sets the times of what it has read, to what they were.
      ...(hasOption(given, "preserve-date") ? given.operands.map(write) : []),
      ...(hasOption(given, "compile") ? [write(textWord("magic.mgc"))] : []),
    ],
    on: {
      "files-from": (value, _given, call) => namesFrom(value, call),
      "magic-file": (value) =>
        (literalText(value) ?? "").includes(":")
          ? (literalText(value) ?? "").split(":").map((part) => read(textWord(part)))
          : [read(value)],
    },
  },
  du: {
    options:
      "0,null a,all apparent-size B,block-size= b,bytes c,total D,dereference-args d,max-depth= files0-from= H h,human-readable inodes k L,dereference l,count-links m P,no-dereference S,separate-dirs si s,summarize t,threshold= time=? time-style= X,exclude-from=read exclude= x,one-file-system",
    operands: (given) =>
      given.operands.length > 0 || hasOption(given, "files0-from") ? given.operands.map(read) : [here],
    on: { "files0-from": (value, _given, call) => namesFrom(value, call) },
  },
  df: {
    options:
      "a,all B,block-size= h,human-readable H,si i,inodes k l,local no-sync output=? P,portability sync total t,type= T,print-type x,exclude-type= v m",
    operands: "read",
  },
  tree: {
    options:
      "a d l f x L= R P= I= gitignore gitfile=read ignore-case matchdirs metafirst prune info infofile=read noreport charset= filelimit= q N Q p u g s h si D du timefmt= F inodes device o=write v t c U r dirsfirst filesfirst sort= i A S n C X J H= T= nolinks hintro=read houtro=read hyperlink scheme= authority= fromfile fromtabfile fflinks opt-toggle compress= #",
    operands: (given) => {
      if (hasOption(given, "fromfile", "fromtabfile")) return given.operands.flatMap(reads);
      const places = given.operands.length === 0 ? [textWord(".")] : given.operands;
      // Where the depth ends it starts itself again with `-o 00Tree.html`.
      const pages = hasOption(given, "R") ? places.map((place) => write([...place, ...textWord("/00Tree.html")])) : [];
      return [...places.map(read), ...pages];
    },
  },
  realpath: {
    options:
      "e,canonicalize-existing m,canonicalize-missing L,logical P,physical q,quiet relative-to=read relative-base=read s,strip,no-symlinks z,zero E,canonicalize",
    operands: "read",
  },
  readlink: {
    options:
      "f,canonicalize e,canonicalize-existing m,canonicalize-missing n,no-newline q,quiet s,silent v,verbose z,zero",
    operands: "read",
  },
  // Both only take text apart.
  basename: { options: "a,multiple s,suffix= z,zero", operands: "data", isPosix: true },
  dirname: { options: "z,zero", operands: "data" },
  pathchk: unlisted({ options: "p P portability", operands: "read" }),
  which: { options: "a s all", operands: "data" },
  whereis: unlisted({ options: "b m s u B= M= S= f l g", operands: "data" }),
  lsattr: unlisted({ options: "R a d l p v V", operands: "read" }),
  getfacl: unlisted({
    options:
      "a,access d,default c,omit-header e,all-effective E,no-effective s,skip-base R,recursive L,logical P,physical t,tabular p,absolute-names n,numeric v h one-file-system",
    operands: "read",
  }),
  namei: unlisted({
    options: "h,help V,version x,mountpoints m,modes o,owners l,long n,nosymlinks v,vertical Z,context",
    operands: "read",
  }),
  shellcheck: {
    options:
      "a,check-sourced C,color=? i,include= e,exclude= extended-analysis= f,format= list-optional norc rcfile=read o,enable= P,source-path=read s,shell= S,severity= V,version W,wiki-link-count= x,external-sources",
    operands: (given) => [...given.operands.flatMap(reads), ...(hasOption(given, "external-sources") ? [here] : [])],
  },
});
