import { textWord } from "../shell/word.ts";
import { type Arguments, hasOption } from "./options.ts";
import { data, type Profile, programs, read, reads, unlisted } from "./profile.ts";
import type { Call, Effect, Program } from "./program.ts";

const here: Effect = read(textWord("."));

/** `PATTERN FILE…`, the pattern first unless an option gives it; no file: standard input, or the directory. */
const patternThenFiles =
  (patternOptions: readonly string[], readsHere: (given: Arguments, call: Call) => boolean) =>
  (given: Arguments, call: Call): readonly Effect[] => {
    const [first, ...rest] = given.operands;
    const hasPattern = hasOption(given, ...patternOptions);
    const files = hasPattern ? given.operands : rest;
    return [
      ...(hasPattern || first === undefined ? [] : [data(first)]),
      ...files.flatMap(reads),
      ...(files.length === 0 && readsHere(given, call) ? [here] : []),
    ];
  };

const GREP =
  "E,extended-regexp F,fixed-strings G,basic-regexp P,perl-regexp e,regexp= f,file=read i,y,ignore-case no-ignore-case w,word-regexp x,line-regexp z,null-data s,no-messages v,invert-match V,version m,max-count= b,byte-offset n,line-number line-buffered H,with-filename h,no-filename label= o,only-matching q,quiet,silent binary-files= a,text I d,directories= D,devices= r,recursive R,dereference-recursive include= exclude= exclude-from=read exclude-dir= L,files-without-match l,files-with-matches c,count T,initial-tab Z,null B,before-context= A,after-context= C,context= # group-separator= no-group-separator color=? colour=? U,binary u,unix-byte-offsets X=";

const grep: Profile = {
  options: GREP,
  operands: patternThenFiles(["regexp", "file"], (given) => hasOption(given, "recursive", "dereference-recursive")),
};

const RG =
  "A,after-context= B,before-context= C,context= auto-hybrid-regex no-auto-hybrid-regex no-binary binary block-buffered no-block-buffered b,byte-offset no-byte-offset s,case-sensitive color= colors= column no-column context-separator= no-context-separator c,count count-matches crlf no-crlf debug trace dfa-size-limit= E,encoding= no-encoding engine= field-context-separator= field-match-separator= f,file=read files l,files-with-matches files-without-match F,fixed-strings no-fixed-strings L,follow no-follow generate= g,glob= glob-case-insensitive no-glob-case-insensitive heading no-heading h hidden . no-hidden hostname-bin=exec hyperlink-format= iglob= i,ignore-case ignore-file=read ignore-file-case-insensitive no-ignore-file-case-insensitive include-zero no-include-zero v,invert-match no-invert-match json no-json line-buffered no-line-buffered n,line-number N,no-line-number x,line-regexp M,max-columns= max-columns-preview no-max-columns-preview m,max-count= d,max-depth,maxdepth= max-filesize= mmap no-mmap U,multiline no-multiline multiline-dotall no-multiline-dotall no-config no-ignore ignore no-ignore-dot ignore-dot no-ignore-exclude ignore-exclude no-ignore-files ignore-files no-ignore-global ignore-global no-ignore-messages ignore-messages no-ignore-parent ignore-parent no-ignore-vcs ignore-vcs no-messages messages no-require-git require-git no-unicode unicode 0,null null-data one-file-system no-one-file-system o,only-matching path-separator= passthru,passthrough P,pcre2 no-pcre2 pcre2-version no-pcre2-unicode pcre2-unicode pre=exec no-pre pre-glob= p,pretty q,quiet regex-size-limit= e,regexp= r,replace= z,search-zip no-search-zip S,smart-case sort= sortr= sort-files no-sort-files stats no-stats stop-on-nonmatch a,text no-text j,threads= trim no-trim t,type= T,type-not= type-add= type-clear= type-list u,unrestricted V,version vimgrep H,with-filename I,no-filename w,word-regexp";

const isPiped = (call: Call) => call.input.kind === "pipe" || call.input.kind === "text";

/** Searches that only print. */
export const SEARCH_TOOLS: ReadonlyMap<string, Program> = programs({
  grep,
  egrep: grep,
  fgrep: grep,
  zgrep: grep,
  zegrep: grep,
  zfgrep: grep,
  bzgrep: unlisted(grep),
  xzgrep: unlisted(grep),
  zstdgrep: unlisted(grep),
  rg: {
    options: RG,
    operands: (given, call) =>
      hasOption(given, "files", "type-list")
        ? given.operands.length === 0
          ? [here]
          : given.operands.flatMap(reads)
        : patternThenFiles(["regexp", "file"], () => !isPiped(call))(given, call),
  },
  ag: unlisted({
    options:
      "ackmate A,after=? B,before=? C,context=? break nobreak c,count color nocolor color-line-number= color-match= color-path= column filename nofilename H,heading noheading l,files-with-matches L,files-without-matches m,max-count= numbers nonumbers o,only-matching print-long-lines passthrough silent stats stats-only vimgrep 0,null a,all-types D,debug depth= f,follow F,fixed-strings G,file-search-regex= g,filename-pattern= hidden i,ignore-case ignore= ignore-dir= Q,literal match= n,norecurse one-device p,path-to-ignore=read parallel Q r,recurse s,case-sensitive S,smart-case search-binary t,all-text u,unrestricted U,skip-vcs-ignores v,invert-match w,word-regexp W,width= z,search-zip pager=exec nopager list-file-types",
    operands: patternThenFiles(["filename-pattern"], (_given, call) => !isPiped(call)),
  }),
  fd: unlisted(fd()),
  fdfind: unlisted(fd()),
});

function fd(): Profile {
  return {
    options:
      "H,hidden no-hidden I,no-ignore no-ignore-vcs no-ignore-parent u,unrestricted s,case-sensitive i,ignore-case g,glob regex F,fixed-strings and= a,absolute-path l,list-details L,follow p,full-path 0,print0 d,max-depth= min-depth= exact-depth= prune E,exclude= t,type= e,extension= S,size= changed-within,newer= changed-before,older= o,owner= x,exec=exec X,exec-batch=exec c,color= j,threads= max-results= 1 q,quiet show-errors base-directory=enter path-separator= search-path=read strip-cwd-prefix=? one-file-system h V,version ignore-file=read format= batch-size= gen-completions=?",
    operands: patternThenFiles([], () => true),
  };
}
