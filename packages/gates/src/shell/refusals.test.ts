// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import { describe, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";

/** What the shell part refuses by itself, in every form that Bash knows for it, and what looks like it and is fine. */

function findings(text: string): string[] {
  const all: string[] = [];
  interpretScript(
    text,
    { cwd: "/workspace", home: "/home/agent", user: "agent" },
    { command: () => undefined, finding: ({ verdict, code }) => all.push(`${verdict} ${code}`) },
  );
  return [...new Set(all)];
}

const SUBSCRIPTS = [
  "test -v 'a[$(id)]'",
  "[ -v 'a[$(id)]' ]",
  "[[ -v a[$(id)] ]]",
  "[[ -v 'a[$(id)]' ]]",
  "[[ x -eq 'a[$(id)]' ]]",
  "test 1 -lt 'a[$(id)]'",
  "let 'x=a[$(id)]'",
  "declare -n r='a[$(id)]'",
  "local -n r='a[$(id)]'",
  "printf -v 'a[$(id)]' x",
  "printf -v'a[$(id)]' x",
  "read 'a[$(id)]' <<< x",
  "read -r -a 'a[$(id)]' <<< x",
  "unset 'a[$(id)]'",
  "mapfile 'a[$(id)]' < f",
  "wait -n -p 'a[$(id)]'",
  "(( a[$(id)] ))",
  "(( a[`id`]++ ))",
  "echo $(( a[$(id)] ))",
  "echo $[ a[$(id)] ]",
  "x='a[$(id)]'; echo $(( x ))",
  "x='a[$(id)]'; echo $(( $x ))",
  "x='a[$(id)]'; (( x ))",
  "x='a[$(id)]'; y=x; echo $(( y ))",
  "x='a[$(id)]'; declare -i n=x",
  "declare -i n; n='a[$(id)]'",
  "declare -i n='a[$(id)]'",
  "x='a[$(id)]'; echo ${!x}",
  "x='a[$(id)]'; echo ${y:x}",
  "y=abc; echo ${y:'a[$(id)]'}",
  "echo ${a[$(id)]}",
  "i='$(id)'; echo ${a[i]}",
  "a[$(id)]=1",
  "a=([$(id)]=1)",
  "declare -a 'a[$(id)]=1'",
  "declare a[$(id)]=1",
  "export 'a[$(id)]=1'",
  "for ((i=a[$(id)]; i<1; i++)); do ls; done",
  "builtin printf -v 'a[$(id)]' x",
  "command test -v 'a[$(id)]'",
];

const VARIABLES = [
  "PATH=/tmp ls",
  "PATH=/tmp",
  "PATH+=:/tmp",
  "export PATH=/tmp",
  "export 'PATH=/tmp'",
  'x=PATH; export "$x=/tmp"',
  "declare PATH=/tmp",
  "declare -x PATH",
  "typeset -x PATH=/tmp",
  "local PATH=/tmp",
  "readonly PATH=/tmp",
  "read PATH <<< /tmp",
  "read -r a PATH <<< x",
  "read -a PATH <<< x",
  "printf -v PATH /tmp",
  "mapfile -t PATH < f",
  "getopts a PATH",
  "for PATH in a b; do ls; done",
  "for ((PATH=1; PATH<2; PATH++)); do ls; done",
  "echo ${PATH:=/tmp}",
  "echo $((PATH=1))",
  "(( PATH++ ))",
  "(( PATH = $x ))",
  "(( a[$x]++, 1 + --PATH ))",
  "let PATH=1",
  "coproc PATH { ls; }",
  "ls {PATH}> f",
  "declare -n r=PATH; r=/tmp",
  "PATH[0]=/tmp",
  "select PATH in a; do ls; done",
  "command export PATH=/tmp",
  "f() { local LD_PRELOAD=x; }; f",
  "x=$(export BASH_ENV=f)",
  "LD_PRELOAD=x ls",
  "GIT_SSH_COMMAND=x git fetch",
  "IFS=: BASH_ENV=x ls",
  "unset x; CDPATH=/ cd tmp",
  "PROMPT_COMMAND=id",
  "PS1='$(id)'",
  "PS4='+$(id)' ls",
  "BASH_ALIASES[ls]=id",
  "BASH_CMDS[ls]=/tmp/x",
  "NODE_OPTIONS=--require=x node",
  "PYTHONSTARTUP=f python3",
  "set -a; x=1",
  "set -o allexport",
];

describe("refused", () => {
  it.each(SUBSCRIPTS)("a command in a subscript: %s", (text) => {
    expect(findings(text)).toContain("deny command.subscript");
  });
  it.each(VARIABLES)("a variable that names programs: %s", (text) => {
    expect(findings(text)).toContain("deny command.variable");
  });
  it.each([
    ["eval ls", "command.eval"],
    ["builtin eval ls", "command.eval"],
    ["source <(ls)", "command.eval"],
    ['. "$x"', "command.eval"],
    ["trap ls EXIT", "command.eval"],
    ["trap -- 'ls' 0", "command.eval"],
    ["mapfile -C ls < f", "command.eval"],
    ["compgen -W '$(id)'", "command.eval"],
    ["complete -C id x", "command.eval"],
    ["echo ${x@P}", "command.prompt_expansion"],
    ["x='$(id)'; echo \"${x@P}\"", "command.prompt_expansion"],
    ["ls() { id; }", "command.shadowing"],
    ["function cd { id; }", "command.shadowing"],
    ["command_not_found_handle() { id; }", "command.shadowing"],
    ["alias ls=id", "command.shadowing"],
    ["shopt -s expand_aliases", "command.shadowing"],
    ["hash -p /tmp/x ls", "command.shadowing"],
    ["enable -n test", "command.shadowing"],
    ["enable -f x.so y", "command.shadowing"],
    ["f() { f; }; f", "command.bomb"],
    [":(){ :|:& };:", "command.bomb"],
    ["f() { g; }; g() { f; }; f", "command.bomb"],
    ["$x", "command.dynamic"],
    ["command $x", "command.dynamic"],
    ['"$(id)"', "command.dynamic"],
    ["`id`", "command.dynamic"],
    ["x=ls; $x", "command.dynamic"],
    ["*", "command.dynamic"],
    ["a=1 $x", "command.dynamic"],
  ])("%s: %s", (text, code) => {
    expect(findings(text)).toContain(`deny ${code}`);
  });
});

describe("asked", () => {
  it.each(["HOME=/tmp ls", "export https_proxy=x", "XDG_CONFIG_HOME=/tmp git status"])("%s", (text) => {
    expect(findings(text)).toEqual(["ask command.variable"]);
  });
});

describe("fine", () => {
  it.each([
    '"ls" -l',
    "l\\s",
    "IFS=: read -r a b <<< x",
    'while IFS= read -r line; do echo "$line"; done < f',
    "n=$(wc -l < f); echo $((n + 1))",
    "a=(1 2); echo ${a[0]} $((a[1] + 1))",
    "i=0; a[i]=1; a[$i]=2; echo ${a[$i]}",
    "trap - EXIT",
    "trap",
    "set -euo pipefail",
    "set -- a b; echo $1",
    'greet() { echo "$1"; }; greet a',
    "echo 'a[$(id)]'",
    "grep 'a[$(id)]' f",
    "test -n 'a[$(id)]'",
    "echo ${#x} ${x:0:2} ${x/a/b}",
    "declare -A m; m[a]=1; echo ${m[a]}",
    "TZ=UTC LC_ALL=C date",
    "export NAME=value",
    "readonly VERSION=1",
    "command -v ls",
    "[[ $x == a* && -f f ]]",
    "[ $# -eq 0 ]",
    "for i in {1..1000}; do echo $i; done",
    "for a in {1..20}; do for b in {1..20}; do echo $a $b; done; done",
    "source ./env.sh",
    "PS1='> '",
    "hash -r",
    "printf -v s %s x",
    "let n=1+2",
    "((n++))",
    "echo $RANDOM $UID $$ $? $!",
  ])("%s", (text) => {
    expect(findings(text)).toEqual([]);
  });
});
