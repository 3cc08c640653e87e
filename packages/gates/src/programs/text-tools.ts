import { printedInto } from "../shell/printed.ts";
import { literalText, textWord, unknownWord, type Word } from "../shell/word.ts";
import { inputName } from "./listing.ts";
import type { Arguments } from "./options.ts";
import { data, type Profile, profile, programs, read, reads, unlisted, write } from "./profile.ts";
import type { Call, Effect, Program } from "./program.ts";

/** Files whose names arrive as data: on standard input (`-`), else in a file. */
export function namesFrom(value: Word, call: Call): readonly Effect[] {
  if (literalText(value) === "-") {
    const names = (printedInto(call.input) ?? "").split(/[\0\n]+/).filter((name) => name !== "");
    return [read([inputName(call.input)]), ...names.map((name) => read(textWord(name)))];
  }
  return [...reads(value), read(unknownWord("input"))];
}
const files0From = { "files0-from": (value: Word, _given: Arguments, call: Call) => namesFrom(value, call) };

const digest: Profile = {
  options:
    "b,binary c,check tag t,text z,zero ignore-missing quiet status strict w,warn a,algorithm= l,length= untagged debug r s,sysv",
  operands: "read",
};

const baseCode: Profile = {
  options: "d,D,decode i,ignore-garbage w,wrap= base16 base32 base32hex base64 base64url z85 base2msbf base2lsbf",
  operands: "read",
};

/** Reads what it is given and prints; no option writes except where listed. */
export const TEXT_TOOLS: ReadonlyMap<string, Program> = programs({
  cat: {
    options: "A,show-all b,number-nonblank e E,show-ends n,number s,squeeze-blank t T,show-tabs u v,show-nonprinting",
    operands: "read",
  },
  head: { options: "c,bytes= n,lines= q,quiet,silent v,verbose z,zero-terminated #", operands: "read" },
  tail: {
    options:
      "c,bytes= f follow=? F n,lines= max-unchanged-stats= pid= q,quiet,silent retry s,sleep-interval= v,verbose z,zero-terminated #",
    operands: "read",
  },
  wc: {
    options: "c,bytes m,chars l,lines files0-from= L,max-line-length w,words total= debug",
    operands: "read",
    on: files0From,
  },
  sort: {
    options:
      "b,ignore-leading-blanks d,dictionary-order f,ignore-case g,general-numeric-sort i,ignore-nonprinting M,month-sort h,human-numeric-sort n,numeric-sort R,random-sort random-source=read r,reverse sort= V,version-sort batch-size= C check=? c compress-program=exec debug files0-from= k,key= m,merge o,output=write s,stable S,buffer-size= t,field-separator= T,temporary-directory=read parallel= u,unique y=? z,zero-terminated",
    operands: "read",
    on: files0From,
  },
  uniq: {
    options:
      "c,count d,repeated D all-repeated=? f,skip-fields= group=? i,ignore-case s,skip-chars= u,unique z,zero-terminated w,check-chars= #",
    operands: inputThenOutput,
  },
  cut: {
    options:
      "b,bytes= c,characters= d,delimiter= f,fields= n complement s,only-delimited output-delimiter= O= F= w z,zero-terminated",
    operands: "read",
  },
  tr: { options: "c,C,complement d,delete s,squeeze-repeats t,truncate-set1", operands: "data", isPosix: true },
  paste: { options: "d,delimiters= s,serial z,zero-terminated", operands: "read" },
  join: {
    options: "a= e= i,ignore-case j= o= t= v= 1= 2= check-order nocheck-order header z,zero-terminated",
    operands: "read",
  },
  comm: {
    options: "1 2 3 check-order nocheck-order output-delimiter= total z,zero-terminated",
    operands: "read",
  },
  nl: {
    options:
      "b,body-numbering= d,section-delimiter= f,footer-numbering= h,header-numbering= i,line-increment= l,join-blank-lines= n,number-format= p,no-renumber s,number-separator= v,starting-line-number= w,number-width=",
    operands: "read",
  },
  tac: { options: "b,before r,regex s,separator=", operands: "read" },
  rev: { options: "h,help V,version 0,zero", operands: "read" },
  fold: { options: "b,bytes c,characters s,spaces w,width= #", operands: "read" },
  fmt: {
    options: "c,crown-margin p,prefix= s,split-only t,tagged-paragraph u,uniform-spacing w,width= g,goal= #",
    operands: "read",
  },
  column: {
    options:
      "t,table n,table-name= O,table-order= N,table-columns= C,table-column= l,table-columns-limit= E,table-noextreme= d,table-noheadings e,table-header-repeat m,table-maxout H,table-hide= R,table-right= T,table-truncate= W,table-wrap= L,keep-empty-lines J,json r,tree= i,tree-id= p,tree-parent= c,output-width= o,output-separator= s,separator= x,fillrows S,use-spaces= K,table-header-as-columns color=? h,help V,version",
    operands: "read",
  },
  od: {
    options:
      "A,address-radix= endian= j,skip-bytes= N,read-bytes= S= strings=? t,format= v,output-duplicates w,width=? traditional a b c d f h i l o s x B D e F H I L O X",
    operands: "read",
  },
  xxd: {
    options:
      "a,autoskip b,bits C,capitalize c,cols= E,EBCDIC e g,groupsize= h,help i,include l,len= n,name= o= p,ps,postscript,plain r,revert d s,seek,skip= u,uppercase v,version R=",
    operands: inputThenOutput,
    isSingleDash: true,
  },
  hexdump: hexDump(),
  hd: hexDump(),
  strings: {
    options:
      "a,all d,data f,print-file-name n,bytes= t,radix= w,include-all-whitespace o T,target= e,encoding= U,unicode= s,output-separator= h,help v,V,version #",
    // binutils reads options from files named so.
    operands: (given) =>
      given.operands.flatMap((word) =>
        word[0]?.kind === "text" && word[0].text.startsWith("@") ? [read(word), optionFile] : reads(word),
      ),
  },
  base64: baseCode,
  base32: baseCode,
  basenc: unlisted(baseCode),
  md5sum: digest,
  sha1sum: digest,
  sha224sum: digest,
  sha256sum: digest,
  sha384sum: digest,
  sha512sum: digest,
  b2sum: digest,
  cksum: digest,
  sum: digest,
  shasum: unlisted({
    options: "a,algorithm= b,binary c,check 0,01 q,quiet s,status strict t,text U,UNIVERSAL w,warn tag ignore-missing",
    operands: "read",
  }),
  numfmt: unlisted({
    options:
      "debug d,delimiter= field= format= from= from-unit= grouping header=? invalid= padding= round= suffix= to= to-unit= unit-separator= z,zero-terminated",
    operands: "data",
  }),
  tsort: unlisted({ options: "w", operands: "read" }),
  shuf: unlisted({
    options: "e,echo i,input-range= n,head-count= o,output=write random-source=read r,repeat z,zero-terminated",
    operands: (given) =>
      given.operands.flatMap((word) =>
        given.options.some(({ name }) => name === "echo") ? [data(word)] : reads(word),
      ),
  }),
  pr: unlisted({
    options:
      "columns= a,across c,show-control-chars d,double-space D,date-format= e,expand-tabs=? F,f,form-feed h,header= i,output-tabs=? J,join-lines l,length= m,merge n,number-lines=? N,first-line-number= o,indent= r,no-file-warnings s,separator=? S,sep-string=? t,omit-header T,omit-pagination v,show-nonprinting w,width= W,page-width= pages= #",
    operands: "read",
  }),
  expand: unlisted({ options: "i,initial t,tabs= #", operands: "read" }),
  unexpand: unlisted({ options: "a,all first-only t,tabs= #", operands: "read" }),
  ptx: unlisted({
    options:
      "A,auto-reference G,traditional F,flag-truncation= M,macro-name= O R,right-side-refs S,sentence-regexp= T W,word-regexp= b,break-file=read f,ignore-case g,gap-size= i,ignore-file=read o,only-file=read r,references t,typeset-mode w,width= format=",
    operands: (given) => given.operands.flatMap((word, index) => (index === 1 ? [write(word)] : reads(word))),
  }),
  look: unlisted({
    options: "a,alternative d,alphanum f,ignore-case t,terminate= h,help V,version",
    operands: (given) => given.operands.flatMap((word, index) => (index === 0 ? [data(word)] : reads(word))),
  }),
  iconv: unlisted({
    options: "f,from-code= t,to-code= l,list c o,output=output s,silent verbose usage V",
    operands: "read",
  }),
  dos2unix: unlisted(lineEndings()),
  unix2dos: unlisted(lineEndings()),
  pv: unlisted(
    profile({
      options:
        "p,progress t,timer e,eta r,rate b,bytes n,numeric q,quiet a L,rate-limit= s,size= N,name= f,force w= i,interval= W,wait l l,line-mode 0,null o,output=output P,pidfile=write",
      operands: "read",
    }),
  ),
});

const optionFile: Effect = {
  kind: "note",
  verdict: "ask",
  code: "command.option",
  reason: "options are read from a file",
  changes: true,
};

/** `uniq IN OUT`, `xxd IN OUT`: the second operand is written. */
function inputThenOutput(given: Arguments): readonly Effect[] {
  return given.operands.flatMap((word, index) =>
    index === 0 ? reads(word) : literalText(word) === "-" ? [] : [write(word)],
  );
}

function hexDump(): Profile {
  return {
    options:
      "b,one-byte-octal X,one-byte-hex c,one-byte-char C,canonical d,two-bytes-decimal o,two-bytes-octal x,two-bytes-hex L,color=? e,format= f,format-file=read n,length= s,skip= v,no-squeezing h,help V,version",
    operands: "read",
  };
}

function lineEndings(): Profile {
  return {
    options:
      "allow-chown ascii iso 1252 437 850 860 863 865 7 b,keep-bom c,convmode= D,display-enc= e,add-eol f,force gb18030 i,info=? k,keepdate L,license l,newline m,add-bom n,newfile O,to-stdout o,oldfile q,quiet r,remove-bom S,skip-symlink s,safe u,keep-utf16 ul,assume-utf16le F,follow-symlink R,replace-symlink",
    operands: (given) => given.operands.flatMap((word) => [read(word), write(word)]),
  };
}
