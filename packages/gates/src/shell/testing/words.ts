// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text

import type { SeededRandom } from "./random.ts";

/** What the generated words refer to; run before each of them. */
export const PREAMBLE = [
  "x=abc",
  "y='a b  c'",
  "e=",
  "n=5",
  "g='*'",
  "p=/usr/lib/x.tar.gz",
  'q="it\'s"',
  "m=AbC",
  "z=':a::b: '",
  "a=(one 'two three' four)",
  "unset u",
  "set -- p1 'p 2' p3",
].join("; ");

const BARE = [..."abcXYZ019_-+=.,:/%@^~#!]}", "ab", "1..3", "=~", ":~/", "~/", "*", "?", "[ab]", "[!a-c]", "é", "日"];
const SEQUENCES = [
  "{1..3}",
  "{3..1}",
  "{01..10..3}",
  "{a..e..2}",
  "{-2..2}",
  "{c..a}",
  "{1..a}",
  "{x..y",
  "{}",
  "{,}",
  "{a}",
  "{5..5}",
  "{1..9..-4}",
  "{+1..3}",
];
const ESCAPES = ["\\ ", "\\$", "\\*", "\\a", "\\\\", "\\'", '\\"', "\\{", "\\,", "\\~", "\\\n", "\\[", "\\}"];
const PARAMETERS = [
  "$x $y $e $n $g $p $q $m $z $u ${x} ${y} ${#x} ${#y} ${#a[@]} ${a[1]} ${a[-1]} $a ${a[0]} ${x:-d} ${u:-d} ${e:-d} ${e-d}",
  "${u-d} ${u:+d} ${x:+d} ${x+d} ${u+d} ${e:+d} ${e+d} ${u:=new} ${x:?bad} ${p#*/} ${p##*/} ${p%.*} ${p%%.*} ${p%/*} ${x#a} ${x%c}",
  "${x/b/Z} ${y// /_} ${p//\\//-} ${x/#a/Z} ${x/%c/Z} ${x/z/Z} ${y//[a-b]/Q} ${x//?/..} ${x:1} ${x:1:1} ${x:0:2} ${p:4:3} ${m^} ${m^^} ${m,} ${m,,}",
  "${x:n-4} ${x:$n} ${x@Q} ${q@Q} ${m@U} ${m@L} ${x@u} ${!u} $1 $2 $# ${#} ${1} ${2} ${4:-none} $((n+1)) $((n*2-1)) $((2**3)) $(( n > 3 ? 1 : 0 )) $((0x1f)) $((010))",
  "$((n<<2|1)) $(( (n+1)*2 )) $((-n)) $((!n)) $((~n)) $((n%3)) $((n/2)) $(($n+${n})) $((16#ff)) $[n+1] ${u:-{a,b}} ${u:-$x} ${x:-$(} ${a[@]} ${a[*]} $@ $* ${@:2} ${a[@]:1} ${a[@]:1:1} ${a[@]#t}",
  "${a[@]/o/0} ${x%%b*} ${x##*b} ${y%% *} ${y#* } ${z#:} ${z//:/-} ${u:-a b} ${u:-~} ${u:-*} ${x#\"a\"} ${x#'a'} ${g} ${#g} ${x:(-2)} ${x: -2:1} ${x::2} ${m//[A-Z]/_} ${m//[[:upper:]]/_} ${p%%/*} ${u:-\\$} ${x/b/}",
]
  .join(" ")
  .split(/ (?=\$)/);
const QUOTED_PARAMETERS = PARAMETERS.filter(
  (text) => !text.includes("'") && !text.includes('"') && !text.includes("\\"),
);
const ANSI = [
  "a",
  "\\n",
  "\\t",
  "\\x41",
  "\\101",
  "\\'",
  '\\"',
  "\\\\",
  "\\u00e9",
  "\\e",
  "b",
  " ",
  "\\q",
  "\\x4",
  "\\0",
  "\\cA",
  "\\U0001F600",
  '"',
  "$x",
  "\\?",
];
const DOUBLE = ["a", " ", "'", "*", "~", "{a,b}", "\\$", '\\"', "\\\\", "\\a", "\\`", "\\\n", "b c", "!", "#"];

/** One word of pieces of all kinds, nested in braces now and then. */
export function randomWord(random: SeededRandom, depth = 0): string {
  let word = "";
  const length = 1 + random.below(depth === 0 ? 5 : 3);
  for (let index = 0; index < length; index++) word += randomPiece(random, depth);
  return word;
}

function randomPiece(random: SeededRandom, depth: number): string {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return random.pick(BARE);
    case 3:
      return random.pick(ESCAPES);
    case 4:
      return `'${random.pick(["", "a b", "*", "$x", "\\", '"', "{a,b}", "~"])}'`;
    case 5:
      return `"${several(random, () => (random.below(2) === 0 ? random.pick(DOUBLE) : random.pick(QUOTED_PARAMETERS)))}"`;
    case 6:
      return `$'${several(random, () => random.pick(ANSI))}'`;
    case 7:
      return random.pick(SEQUENCES);
    case 8:
      return depth < 2 ? `{${randomWord(random, depth + 1)},${randomWord(random, depth + 1)}}` : "{a,b}";
    case 9:
      return `$"${random.pick(DOUBLE)}"`;
    default:
      return random.pick(PARAMETERS);
  }
}

function several(random: SeededRandom, make: () => string): string {
  let text = "";
  for (let count = random.below(4); count > 0; count--) text += make();
  return text;
}
