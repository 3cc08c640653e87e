// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text

/**
 * Spellings that have misled readers of Bash, each with the names of all commands that it runs, in order; `refused` where
 * the shell part must refuse the text whatever the commands are.
 */
export interface NastyText {
  readonly text: string;
  readonly commands: readonly string[];
  readonly refused?: string;
}

const runs = (text: string, ...commands: string[]): NastyText => ({ text, commands });
const refuses = (text: string, refused: string, ...commands: string[]): NastyText => ({ text, commands, refused });

export const NASTY: readonly NastyText[] = [
  // Names put together by quotes.
  runs("l's' -a", "ls"),
  runs('"ca"t f', "cat"),
  runs("c\\at f", "cat"),
  runs("$'\\x6c\\163' f", "ls"),
  runs('$"ls" f', "ls"),
  runs("ca\\\nt f", "cat"),
  runs("\\ls f", "ls"),
  refuses("$(echo ls) f", "command.dynamic", "echo"),
  refuses("l${u}s f", "command.dynamic"),
  refuses("{ls,-l}", "command.dynamic", "ls"),
  refuses("/bin/l?", "command.dynamic"),
  refuses("~/run", "command.dynamic", "/home/agent/run"),
  // Substitutions in places that are easily overlooked.
  runs('echo "a $(id) b"', "id", "echo"),
  runs("echo `id`", "id", "echo"),
  runs("echo `echo \\`id\\``", "id", "echo", "echo"),
  runs('echo "`echo \\"x\\"`"', "echo", "echo"),
  runs("echo $(echo $(echo $(id)))", "id", "echo", "echo", "echo"),
  runs("echo ${x:-$(id)}", "id", "echo"),
  runs("echo ${x:-`id`}", "id", "echo"),
  runs("echo $(( $(id) + 1 ))", "id", "echo"),
  runs("echo $(case x in x) id;; esac)", "id", "echo"),
  runs("echo $(id # )\n)", "id", "echo"),
  runs("diff <(id) <(ls)", "id", "ls", "diff"),
  runs("tee >(wc) < f", "tee", "wc"),
  runs("cat <<E\n$(id) `ls`\nE", "id", "ls", "cat"),
  runs("cat <<'E'\n$(id)\nE", "cat"),
  runs('cat <<"E F"\n$(id)\nE F', "cat"),
  runs("cat <<A <<B\n$(id)\nA\n$(ls)\nB", "id", "ls", "cat"),
  runs("cat <<< $(id)", "id", "cat"),
  runs("x=$(id)", "id", ""),
  runs("x=(a $(id) b)", "id", ""),
  runs("x=1 y=$(id) ls", "id", "ls"),
  runs("for i in $(id); do ls; done", "id", "ls"),
  runs("case $(id) in *) ls;; esac", "id", "ls"),
  runs("[[ -n $(id) ]]", "id", "[["),
  runs("[[ a =~ $(id) ]]", "id", "[["),
  runs("ls > $(id)", "id", "ls"),
  runs("(( $(id) ))", "id"),
  runs("for ((i=$(id); i<1; i++)); do ls; done", "id", "ls"),
  refuses("echo 9<(id)", "command.unreadable"),
  refuses("x[$(id)]=1", "command.subscript", "id", ""),
  refuses("echo ${x[$(id)]}", "command.subscript", "id", "echo"),
  refuses("echo ${ id; }", "command.unreadable"),
  refuses("echo ${| id; }", "command.unreadable"),
  refuses("echo \"${x:-'$(id)'}\"", "command.unreadable"),
  // Grammar.
  runs("! ! ls", "ls"),
  runs("time -p ls | wc", "ls", "wc"),
  runs("time -p ! ls", "ls"),
  runs("coproc ls", "ls"),
  runs("coproc N { ls; id; }", "ls", "id"),
  runs("{ ls; } 2>&1 | wc", "", "ls", "wc"),
  runs("((ls); (id))", "ls", "id"),
  runs("echo $((ls); (id))", "ls", "id", "echo"),
  runs("if ls; then id; elif wc; then tr; else cut; fi", "ls", "id", "wc", "tr", "cut"),
  runs("until ls; do id; done", "ls", "id", "ls"),
  runs("select x in a b; do id; done", "id"),
  runs("case a in (a|b) ls;& c) id;;& *) wc;; esac", "ls", "id", "wc"),
  runs("greet() { id; }; greet", "id"),
  runs("function greet { id; }; greet", "id"),
  runs("function greet() (id); greet", "id"),
  runs("2>f ls", "ls"),
  runs("<f ls >g", "ls"),
  runs("ls &>f & id", "ls", "id"),
  runs("ls |& wc", "ls", "wc"),
  runs("ls {a}>f", "ls"),
  runs("a=1 b=2 ls", "ls"),
  runs("ls;id\n\n\nwc&", "ls", "id", "wc"),
  runs("echo a#b #c; id", "echo"),
  runs("echo \\# ; id", "echo", "id"),
  runs("echo '#' ; id", "echo", "id"),
  runs("echo {a,b}\\ c", "echo"),
  // Text that Bash refuses, or that is not what it seems.
  refuses("echo 'a", "command.parse"),
  refuses('echo "a', "command.parse"),
  refuses("echo `a", "command.parse"),
  refuses("ls (", "command.parse"),
  refuses("if ls; then id", "command.parse"),
  refuses("ls | | id", "command.parse"),
  refuses("ls ;; id", "command.parse"),
  refuses("echo @(a|b)", "command.parse"),
  refuses("cat <<E\nx", "command.parse"),
  refuses("ls\r\nid", "command.characters"),
  refuses("ls\u00a0f", "command.characters"),
  refuses("ls \u200bf", "command.characters"),
  refuses("echo 'a\u202eb'", "command.characters"),
  refuses("l\u0455 f", "command.characters", "l\u0455"),
  runs("echo 'a\u00a0b' \"\u3000\"", "echo"),
];
