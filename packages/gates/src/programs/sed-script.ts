/** What a sed script does beyond editing the stream. `run`: starts a program. */
export type SedAction =
  | { readonly kind: "run" }
  | { readonly kind: "write" | "read"; readonly path: string }
  | { readonly kind: "unreadable" };

const DIGIT = /[0-9]/;

/**
 * Reads a GNU sed script (4.9: brackets hide the delimiter in patterns). Where versions of sed disagree, a command ends at
 * the earliest place that any of them ends it, so that no command is missed; what no version reads is `unreadable`.
 */
export function sedActions(script: string): readonly SedAction[] {
  const reader = new SedReader(script);
  return reader.isComplete() ? reader.actions : [...reader.actions, { kind: "unreadable" }];
}

class SedReader {
  readonly actions: SedAction[] = [];
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isComplete(): boolean {
    while (this.#at < this.#text.length) {
      this.#skip(/[\s;]/);
      if (this.#at >= this.#text.length) break;
      if (!this.#statement()) return false;
    }
    return this.#depth === 0;
  }

  #statement(): boolean {
    if (!this.#addresses()) return false;
    const command = this.#next();
    switch (command) {
      case "{":
        this.#depth++;
        return true;
      case "}":
        this.#depth--;
        return this.#depth >= 0 && this.#endsCommand();
      case "#":
        this.#line();
        return true;
      case "a":
      case "i":
      case "c":
        this.#addedText();
        return true;
      case ":":
      case "b":
      case "t":
      case "T":
        this.#skip(/[ \t]/);
        this.#skip(/[^\s;}]/);
        return this.#endsCommand();
      case "r":
      case "R":
        return this.#file("read");
      case "w":
      case "W":
        return this.#file("write");
      case "e":
        this.#line();
        this.actions.push({ kind: "run" });
        return true;
      case "s":
        return this.#substitute();
      case "y": {
        const delimiter = this.#delimiter();
        return (
          delimiter !== null && this.#until(delimiter, false) && this.#until(delimiter, false) && this.#endsCommand()
        );
      }
      case "q":
      case "Q":
      case "l":
      case "L":
        this.#skip(/[ \t]/);
        this.#skip(DIGIT);
        return this.#endsCommand();
      case "v":
        this.#skip(/[ \t]/);
        this.#skip(/[0-9.]/);
        return this.#endsCommand();
      default:
        return command !== "" && "=dDgGhHnNpPxFz".includes(command) && this.#endsCommand();
    }
  }

  #addresses(): boolean {
    if (!this.#address()) return false;
    this.#skip(/\s/);
    if (this.#peek() === ",") {
      this.#at++;
      this.#skip(/\s/);
      if (/[+~]/.test(this.#peek())) this.#at++;
      if (!this.#address()) return false;
    }
    this.#skip(/[\s!]/);
    return true;
  }

  /** An address, or nothing; false when one begins that has no end. */
  #address(): boolean {
    const first = this.#peek();
    if (first === "$") this.#at++;
    else if (DIGIT.test(first)) {
      this.#skip(DIGIT);
      this.#skip(/ /);
      if (this.#peek() === "~") {
        this.#at++;
        this.#skip(DIGIT);
      }
    } else if (first === "/" || first === "\\") {
      if (first === "\\") this.#at++;
      const delimiter = this.#delimiter();
      if (delimiter === null || !this.#until(delimiter, true)) return false;
      this.#skip(/[IM]/);
    }
    return true;
  }

  #substitute(): boolean {
    const delimiter = this.#delimiter();
    if (delimiter === null || !this.#until(delimiter, true) || !this.#until(delimiter, false)) return false;
    while (/[gpiImMe0-9]/.test(this.#peek())) if (this.#next() === "e") this.actions.push({ kind: "run" });
    if (this.#peek() !== "w") return this.#endsCommand();
    this.#at++;
    return this.#file("write");
  }

  /** Text of a, i and c: to the first line end that no backslash hides. */
  #addedText(): void {
    while (this.#at < this.#text.length) {
      const character = this.#next();
      if (character === "\\") this.#at++;
      else if (character === "\n") return;
    }
  }

  #file(kind: "read" | "write"): boolean {
    this.#skip(/[ \t]/);
    const path = this.#line();
    if (!/^\/dev\/(stdin|stdout|stderr)$/.test(path)) this.actions.push({ kind, path });
    return path !== "";
  }

  #delimiter(): string | null {
    const delimiter = this.#next();
    return delimiter === "" || delimiter === "\n" || delimiter === "\\" || delimiter > "~" ? null : delimiter;
  }

  /** Moves behind the next delimiter that is neither escaped nor, in a pattern, inside brackets. */
  #until(delimiter: string, isPattern: boolean): boolean {
    while (this.#at < this.#text.length) {
      const character = this.#next();
      if (character === delimiter) return true;
      if (character === "\\") this.#at++;
      else if (character === "\n" && isPattern) return false;
      else if (character === "[" && isPattern && !this.#bracket()) return false;
    }
    return false;
  }

  /** Moves behind a bracket expression whose `[` was read. */
  #bracket(): boolean {
    if (this.#peek() === "^") this.#at++;
    if (this.#peek() === "]") this.#at++;
    while (this.#at < this.#text.length) {
      const character = this.#next();
      if (character === "]") return true;
      if (character === "\n") return false;
      const inner = this.#peek();
      if (character !== "[" || !/[:.=]/.test(inner)) continue;
      const end = this.#text.indexOf(`${inner}]`, this.#at + 1);
      if (end < 0) return false;
      this.#at = end + 2;
    }
    return false;
  }

  /** Only blanks before the next `;`, line end, `}` or comment. */
  #endsCommand(): boolean {
    this.#skip(/[ \t\r]/);
    const next = this.#peek();
    if (next === ";" || next === "\n") this.#at++;
    return next === "" || next === ";" || next === "\n" || next === "}" || next === "#";
  }

  #line(): string {
    const end = this.#text.indexOf("\n", this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return line;
  }

  #skip(pattern: RegExp): void {
    while (this.#at < this.#text.length && pattern.test(this.#peek())) this.#at++;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #next(): string {
    return this.#text.charAt(this.#at++);
  }
}
