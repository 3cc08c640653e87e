import { literalPrefix, literalText, type Word } from "../shell/word.ts";
import { envDump, variable } from "./environment.ts";
import { type Arguments, hasOption } from "./options.ts";
import { data, execNote, profile, programs, read, reads, unlisted } from "./profile.ts";
import { askNote, type Call, denyNote, type Effect, type Program } from "./program.ts";

const setsClock = denyNote("command.system_setting", "sets the clock or the name of the machine");
const unknownOperand = askNote("command.option", "an operand is not known");
const interactive = askNote("command.interactive", "an interactive program");

const plain = (options: string) => ({ options, operands: "data" as const });
const words: Program = (call) => call.args.map(data);

/** Facts about the machine, the user and the time; comparisons; calculations. */
export const SYSTEM_TOOLS: ReadonlyMap<string, Program> = programs({
  date: {
    options:
      "d,date= debug f,file=read I,iso-8601=? resolution R,rfc-email,rfc-822,rfc-2822 rfc-3339= r,reference=read s,set= u,utc,uct,universal",
    operands: (given) =>
      given.operands.map((word): Effect => {
        if (literalPrefix(word).startsWith("+")) return data(word);
        return literalText(word) === null ? unknownOperand : setsClock;
      }),
    on: { set: () => [setsClock] },
  },
  hostname: {
    options:
      "a,alias A,all-fqdns b,boot d,domain f,fqdn,long F,file=read i,ip-address I,all-ip-addresses s,short y,yp,nis v,verbose V,version h",
    operands: (given) => (given.operands.length === 0 && !hasOption(given, "boot") ? [] : [setsClock]),
    on: { file: (value) => [read(value), setsClock] },
  },
  cal: plain(
    "1,one 3,three n,months= S,span s,sunday m= monday j,julian y,year Y,twelve w,week=? v,vertical c,columns= color=? h e A= B= d= H= J M N p b C o W V reform= iso #",
  ),
  ncal: plain("h e j J p w y 3 1 A= B= C d= H= M N S b m= s= o W= #"),
  seq: words,
  expr: words,
  sleep: plain(""),
  id: plain("a Z,context g,group G,groups n,name r,real u,user z,zero"),
  whoami: plain(""),
  logname: unlisted(plain("")),
  groups: plain(""),
  users: unlisted({ options: "", operands: "read" }),
  who: unlisted({
    options:
      "a,all b,boot d,dead H,heading ips l,login lookup m p,process q,count r,runlevel s,short t,time T,w,mesg message writable u,users",
    operands: (given) => (given.operands.length === 1 ? given.operands.map(read) : given.operands.map(data)),
  }),
  uname: plain(
    "a,all s,kernel-name,sysname n,nodename r,kernel-release,release v,kernel-version m,machine p,processor i,hardware-platform o,operating-system",
  ),
  arch: plain(""),
  nproc: plain("all ignore="),
  uptime: plain("p,pretty h s,since V,version r,raw c,container"),
  free: plain(
    "b,bytes kilo mega giga tera peta k,kibi m,mebi g,gibi tebi pebi h,human si l,lohi L,line t,total v,committed s,seconds= c,count= w,wide V,version",
  ),
  tty: unlisted(plain("s,silent,quiet")),
  yes: unlisted(words),
  locale: unlisted(plain("a,all-locales m,charmaps c,category-name k,keyword-name v,verbose V")),
  printenv: {
    options: "0,null",
    operands: (given) => {
      if (given.operands.length === 0) return [envDump];
      return given.operands.map((word) => {
        const name = literalText(word);
        return name === null ? askNote("command.env_dump", "a variable is not known", false) : variable(name);
      });
    },
    isPosix: true,
  },
  diff: {
    options:
      "normal q,brief s,report-identical-files c C= context=? u U= unified=? e,ed n,rcs y,side-by-side W,width= left-column suppress-common-lines p,show-c-function F,show-function-line= L,label= t,expand-tabs T,initial-tab tabsize= suppress-blank-empty l,paginate r,recursive no-dereference N,new-file P,unidirectional-new-file ignore-file-name-case no-ignore-file-name-case x,exclude= X,exclude-from=read S,starting-file= from-file=read to-file=read i,ignore-case E,ignore-tab-expansion Z,ignore-trailing-space b,ignore-space-change w,ignore-all-space B,ignore-blank-lines I,ignore-matching-lines= a,text strip-trailing-cr binary D,ifdef= old-group-format= new-group-format= unchanged-group-format= changed-group-format= line-format= old-line-format= new-line-format= unchanged-line-format= d,minimal horizon-lines= H,speed-large-files inhibit-hunk-merge color=? palette= v,version sdiff-merge-assist presume-output-tty #",
    operands: "read",
  },
  cmp: {
    options: "b,print-bytes c,print-chars i,ignore-initial= l,verbose n,bytes= s,quiet,silent v,version",
    operands: (given) => given.operands.flatMap((word, index) => (index < 2 ? reads(word) : [data(word)])),
  },
  diff3: unlisted({
    options:
      "A,show-all e,ed E,show-overlap 3,easy-only x,overlap-only X i m,merge a,text strip-trailing-cr T,initial-tab diff-program=exec L,label= v,version",
    operands: "read",
  }),
  sdiff: unlisted({
    options:
      "o,output=write i,ignore-case E,ignore-tab-expansion Z,ignore-trailing-space b,ignore-space-change W,ignore-all-space B,ignore-blank-lines I,ignore-matching-lines= strip-trailing-cr a,text w,width= l,left-column s,suppress-common-lines t,expand-tabs tabsize= d,minimal H,speed-large-files diff-program=exec v,version",
    operands: "read",
  }),
  colordiff: unlisted({
    options: "u U= r,recursive N,new-file q,brief y,side-by-side W= w b B i color= difftype= fakeexitcode",
    operands: "read",
  }),
  less: (call) => [...(call.args.some(runsCommand) ? [execNote] : []), ...less(call), interactive],
  more: (call) => [...more(call), interactive],
  most: (call) => [...more(call), interactive],
  pg: (call) => [...more(call), interactive],
  man,
});

/** less runs what stands behind `+` as if it were typed, `!` and `|` included; only positions and patterns are harmless. */
const runsCommand = (word: Word): boolean => {
  const known = literalPrefix(word);
  return known.startsWith("+") && !/^\++(\d*[gGF%p]?$|[/?])/.test(known);
};

const less = profile({
  options:
    "a A b= B c C d D= e E f F g G h= i,ignore-case I j= J k=read K L m M n N,LINE-NUMBERS o=write O=write p= P= q Q r R,RAW-CONTROL-CHARS s S,chop-long-lines t= T=read u U V w W x= X z= y= #  quit-if-one-screen no-init raw-control-chars quit-at-eof QUIT-AT-EOF log-file=write LOG-FILE=write lesskey-file=read lesskey-src=read tag= tag-file=read pattern= prompt= tabs= window= no-lessopen line-numbers squeeze-blank-lines tilde shift= jump-target= hilite-search HILITE-SEARCH force use-color color= mouse save-marks incsearch wordwrap header=",
  operands: (given) => given.operands.filter((word) => !literalPrefix(word).startsWith("+")).flatMap(reads),
});

const more = profile({
  options:
    "d,silent f,logical l,no-pause c,print-over p,clean-print e,exit-on-eof s,squeeze u,plain n,lines= h V # b C m r R t v w z",
  operands: (given) => given.operands.filter((word) => !literalPrefix(word).startsWith("+")).flatMap(reads),
});

const manual = profile({
  options:
    "C,config-file=exec d,debug D,default warnings=? f,whatis k,apropos K,global-apropos l,local-file w,where,path,location W,where-cat,location-cat c,catman R,recode= L,locale= m,systems= M,manpath=read S,s,sections= e,extension= i,ignore-case I,match-case regex wildcard names-only a,all u,update no-subpages P,pager=exec r,prompt= 7,ascii E,encoding= no-hyphenation no-justification p,preprocessor= t,troff T,troff-device=? H,html=?exec X,gxditview=? Z,ditroff nh nj usage V,version",
  operands: manualPages,
});

function manualPages(given: Arguments): readonly Effect[] {
  return given.operands.flatMap((word) =>
    hasOption(given, "local-file") || literalPrefix(word).includes("/") ? reads(word) : [data(word)],
  );
}

function man(call: Call): readonly Effect[] {
  return [...manual(call), interactive];
}
