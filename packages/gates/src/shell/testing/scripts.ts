// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import type { SeededRandom } from "./random.ts";

/**
 * Scripts that run nothing but made-up commands (`ok0`… succeed, `no0`… fail) between everything that changes the state of
 * a shell: values, directories, functions, positional parameters, branches, loops.
 */
export class ScriptMaker {
  private readonly random: SeededRandom;
  private loops = 0;

  constructor(random: SeededRandom) {
    this.random = random;
  }

  list(depth: number): string {
    return Array.from({ length: 1 + this.random.below(depth === 0 ? 5 : 3) }, () => this.statement(depth)).join("; ");
  }

  private statement(depth: number): string {
    const kind = this.random.below(depth > 2 ? 8 : 26);
    if (kind < 3) return this.command();
    if (kind < 8) return this.change();
    const inner = () => this.list(depth + 1);
    const name = this.name();
    switch (kind) {
      case 8:
        return `if ${this.test(depth)}; then ${inner()}; fi`;
      case 9:
        return `if ${this.test(depth)}; then ${inner()}; else ${inner()}; fi`;
      case 10:
        return `if ${this.test(depth)}; then ${inner()}; elif ${this.test(depth)}; then ${inner()}; else ${inner()}; fi`;
      case 11:
        return `for ${name} in ${this.words()}; do ${inner()}; done`;
      case 12: {
        const counter = `n${this.loops++}`;
        return `${counter}=0; while [ $${counter} -lt 3 ]; do ${counter}=$((${counter}+1)); ${inner()}; done`;
      }
      case 13:
        return `case ${this.word()} in a*) ${inner()};; *b${this.pick([";;", ""])}) ${inner()}${this.pick([";;", ";&", ";;&"])} *) ${inner()};; esac`.replace(
          "*b;;)",
          "*b)",
        );
      case 14:
        return `( ${inner()} )`;
      case 15:
        return `{ ${inner()}; }`;
      case 16:
        return `${this.simple(depth)} && ${this.simple(depth)}`;
      case 17:
        return `${this.simple(depth)} || ${this.simple(depth)}`;
      case 18:
        return `${this.simple(depth)} ${this.pick(["&&", "||"])} ${this.simple(depth)} ${this.pick(["&&", "||"])} ${this.simple(depth)}`;
      case 19:
        return `${this.simple(depth)} | ${this.simple(depth)}`;
      case 20:
        return `fn${this.random.below(3)}() { ${inner()}; }`;
      case 21:
      case 22:
        return `fn${this.random.below(3)} ${this.words()}`;
      case 23:
        return `x=$(${inner()})`;
      case 24:
        return `! ${this.simple(depth)}`;
      default: {
        const counter = `m${this.loops++}`;
        return `for ((${counter}=0;${counter}<2;${counter}++)); do ${inner()}; done`;
      }
    }
  }

  private simple(depth: number): string {
    return this.pick([() => this.command(), () => this.change(), () => `{ ${this.list(depth + 2)}; }`])();
  }

  private test(depth: number): string {
    return this.pick([
      () => "true",
      () => "false",
      () => this.command(),
      () => `[ "$${this.name()}" = a ]`,
      () => this.simple(depth + 1),
    ])();
  }

  private command(): string {
    return `${this.pick(["ok0", "ok1", "no0"])} ${this.words()}`;
  }

  private change(): string {
    const name = this.name();
    return this.pick([
      `${name}=${this.word()}`,
      `${name}=${this.word()}`,
      `${name}+=${this.word()}`,
      `${name}=$((${this.pick(["1", "k", "2+3"])}+1))`,
      `cd ${this.pick(["d1", "d1/d2", "..", ".", "-", "d2", '"$OLDPWD"'])} 2>/dev/null`,
      `pushd ${this.pick(["d1", "d1/d2", ".."])} >/dev/null 2>&1`,
      "popd >/dev/null 2>&1",
      `set -- ${this.words()}`,
      "shift",
      `read ${name} <<< ${this.word()}`,
      `unset ${name}`,
      `local ${name}=${this.word().replace("{a,b}", "")} 2>/dev/null`,
      `declare ${name}=${this.word().replace("{a,b}", "")}`,
      `export ${name}=${this.word().replace("{a,b}", "")}`,
      `printf -v ${name} %s ${this.word()}`,
      `z=(${this.words()})`,
      `z+=(${this.words()})`,
      `: \${${name}:=${this.word()}}`,
      `command cd ${this.pick(["d1", ".."])} 2>/dev/null`,
      `${name}=${this.word()} ok0 ${this.words()}`,
      this.pick(["break", "continue", "return", "exit 0", "true"]),
    ]);
  }

  private words(): string {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.word()).join(" ");
  }

  private word(): string {
    const name = this.name();
    return this.pick([
      "a",
      "b",
      "'a b'",
      `$${name}`,
      `"$${name}"`,
      `\${${name}:-a}`,
      `p$${name}q`,
      "$1",
      '"$@"',
      "$#",
      '"${z[@]}"',
      "${#z[@]}",
      "$PWD",
      `\${${name}%b}`,
      `\${${name}/a/c}`,
      `"\${${name}+set}"`,
      "{a,b}1",
      `$((${this.pick(["1", "k"])}*2))`,
    ]);
  }

  private name(): string {
    return this.pick(["x", "y", "k"]);
  }

  private pick<T>(options: readonly T[]): T {
    return this.random.pick(options);
  }
}
