/**
 * Other spellings and wrappings of a command that still run it: for tests that a verdict does not depend on how a command
 * is written. Seeded, so that a failure can be repeated.
 */
export type Random = () => number;

/** Mulberry32: small, seeded and good enough to choose with. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One to three mutations, one after the other. */
export function mutateCommand(command: string, random: Random): string {
  let text = command;
  const rounds = 1 + Math.floor(random() * 3);
  for (let round = 0; round < rounds; round++) {
    const canRespell = !/<<|\[\[|\(\(|[^\t\n -~]/.test(text);
    text = canRespell && random() < 0.5 ? respellWord(text, random) : pick(WRAPPINGS, random)(text, random);
  }
  return text;
}

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Constructs that run the text as it is; a line break ends comments and here-documents first. */
const WRAPPINGS: readonly ((text: string, random: Random) => string)[] = [
  (text) => `(${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `if true; then ${text}\nfi`,
  (text) => `if false; then :; else ${text}\nfi`,
  (text) => `while true; do ${text}\nbreak; done`,
  (text) => `until false; do ${text}\nbreak; done`,
  (text) => `for i in 1 2; do ${text}\ndone`,
  (text) => `for ((i = 0; i < 1; i++)); do ${text}\ndone`,
  (text) => `case x in x) ${text}\n;; esac`,
  (text, random) => {
    const name = `f${Math.floor(random() * 1_000)}`;
    return `${name}() { ${text}\n}; ${name}`;
  },
  (text) => `true && { ${text}\n}`,
  (text) => `false || { ${text}\n}`,
  (text) => `! { ${text}\n}`,
  (text) => `echo start; ${text}`,
  (text) => `ls\n${text}`,
  (text) => `${text}\necho done`,
  (text) => `echo "$(${text}\n)"`,
  (text) => `out=$(${text}\n)`,
  (text) => `cat <(${text}\n)`,
  (text) => `: "\${unset:-$(${text}\n)}"`,
  (text) => `echo x | { ${text}\n}`,
  (text) => `[[ $(${text}\n) = x ]]`,
  (text) => `echo $(( $(${text}\n) + 1 ))`,
  (text) => `cat <<END\n$(${text}\n)\nEND`,
  (text) => `  \t${text}  `,
  (text) => `\n\n${text}\n`,
  (text) => `time { ${text}\n}`,
  (text) => `bash -c ${quoted(text)}`,
  (text) => `bash -xc ${quoted(text)}`,
  (text) => `/bin/bash -c ${quoted(text)} name one`,
  (text) => `env bash -c ${quoted(text)}`,
  (text) => `env A=1 bash -c ${quoted(text)}`,
  (text) => `timeout 5 bash -c ${quoted(text)}`,
  (text) => `nice -n 3 bash -c ${quoted(text)}`,
  (text) => `stdbuf -oL timeout -k 1 9 bash -c ${quoted(text)}`,
  (text) => `command bash -c ${quoted(text)}`,
  (text) => `exec bash -c ${quoted(text)}`,
  (text) => `setsid bash -c ${quoted(text)}`,
  (text) => `busybox timeout 5 bash -c ${quoted(text)}`,
  (text) => `eval ${quoted(text)}`,
  (text) => `v=${quoted(text)}; bash -c "$v"`,
  (text) => `v=${quoted(text)}; eval "$v"`,
  (text) => `bash <<< ${quoted(text)}`,
  (text) => `printf '%s' ${quoted(text)} | sh`,
  (text) => `echo ${quoted(text)} | bash`,
  (text) => `source <(echo ${quoted(text)})`,
  (text) => `xargs -I{} bash -c ${quoted(text)}`,
];

/** Words that mean something only as they are written. */
const RESERVED = new Set(
  "if then elif else fi for while until do done case esac select in function time coproc { } ! [[ ]]".split(" "),
);

/** Spells one plain word of the text, outside quotes, in another way. */
function respellWord(text: string, random: Random): string {
  const words = plainWords(text);
  if (words.length === 0) return `${text} `;
  const { pos, end } = pick(words, random);
  const word = text.slice(pos, end);
  return text.slice(0, pos) + pick(SPELLINGS, random)(word, random) + text.slice(end);
}

const splitAt = (word: string, random: Random): [string, string] => {
  const at = Math.floor(random() * (word.length + 1));
  return [word.slice(0, at), word.slice(at)];
};
const hex = (text: string) =>
  [...text].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const octal = (text: string) =>
  [...text].map((char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");

const SPELLINGS: readonly ((word: string, random: Random) => string)[] = [
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `$'${word}'`,
  (word) => `$"${word}"`,
  (word) => `$'${hex(word)}'`,
  (word) => `$'${octal(word)}'`,
  (word) => [...word].map((char) => `\\${char}`).join(""),
  (word, random) => splitAt(word, random).join("''"),
  (word, random) => splitAt(word, random).join('""'),
  (word, random) => splitAt(word, random).join("\\\n"),
  (word, random) => {
    const [head, tail] = splitAt(word, random);
    return `"${head}"'${tail}'`;
  },
  (word, random) => {
    const [head, tail] = splitAt(word, random);
    return `${head}$'${hex(tail)}'`;
  },
  (word) => `\${unset_name:-${word}}`,
  (word) => `{${word},}`,
  (word) => ` \t ${word}  `,
  (word) => `\\\n${word}`,
];

/** Words of plain characters between blanks, outside quotes and comments; no assignments, no names of loops and functions, no reserved words. */
function plainWords(text: string): { readonly pos: number; readonly end: number }[] {
  const found: { pos: number; end: number }[] = [];
  let quote = "";
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at] ?? "\n";
    if (quote !== "") {
      if (char === "\\" && quote === '"') at++;
      else if (char === quote) quote = "";
      continue;
    }
    if (/[\s;|&()]/.test(char)) {
      const word = text.slice(start, at);
      const isFunction = char === "(";
      const isPlain = /^[A-Za-z./-][\w./-]*$/.test(word) && !RESERVED.has(word) && !isFunction;
      if (isPlain && !/\b(?:for|select|function)\s*$/.test(text.slice(0, start))) found.push({ pos: start, end: at });
      start = at + 1;
    } else if (char === "'" || char === '"' || char === "`") quote = char;
    else if (char === "\\") at++;
  }
  return found;
}
