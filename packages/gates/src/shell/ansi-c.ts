const SIMPLE: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

/** What `$'…'` stands for; `body` is what is between the quotes. As Bash does, a NUL ends it. */
export function decodeAnsiC(body: string): string {
  if (!body.includes("\\")) return body;
  const bytes = new ByteText();
  let index = 0;
  while (index < body.length) {
    const character = body[index]!;
    if (character !== "\\" || index + 1 >= body.length) {
      bytes.text(character);
      index++;
      continue;
    }
    const letter = body[index + 1]!;
    const simple = SIMPLE[letter];
    if (simple !== undefined) {
      bytes.text(simple);
      index += 2;
      continue;
    }
    const numeric = readNumeric(body, index + 1);
    if (numeric === null) {
      bytes.text(`\\${letter}`);
      index += 2;
      continue;
    }
    if (numeric.code === 0) break;
    if (numeric.isByte) bytes.byte(numeric.code);
    else bytes.text(numeric.code <= 0x10ffff ? String.fromCodePoint(numeric.code) : "\ufffd");
    index = numeric.end;
  }
  return bytes.finish();
}

interface Numeric {
  readonly code: number;
  readonly isByte: boolean;
  readonly end: number;
}

function readNumeric(body: string, at: number): Numeric | null {
  const letter = body[at]!;
  if (letter >= "0" && letter <= "7") return number(body, at, { digits: /[0-7]/, length: 3, base: 8, isByte: true });
  if (letter === "x") {
    if (body[at + 1] === "{") return bracedHex(body, at + 2);
    return number(body, at + 1, { digits: /[0-9a-fA-F]/, length: 2, base: 16, isByte: true });
  }
  if (letter === "u") return number(body, at + 1, { digits: /[0-9a-fA-F]/, length: 4, base: 16, isByte: false });
  if (letter === "U") return number(body, at + 1, { digits: /[0-9a-fA-F]/, length: 8, base: 16, isByte: false });
  if (letter === "c" && at + 1 < body.length) return control(body, at + 1);
  return null;
}

interface NumberForm {
  readonly digits: RegExp;
  readonly length: number;
  readonly base: number;
  readonly isByte: boolean;
}

function number(body: string, at: number, form: NumberForm): Numeric | null {
  let end = at;
  while (end < body.length && end < at + form.length && form.digits.test(body[end]!)) end++;
  if (end === at) return null;
  const value = Number.parseInt(body.slice(at, end), form.base);
  return { code: form.isByte ? value & 0xff : value, isByte: form.isByte, end };
}

function bracedHex(body: string, at: number): Numeric | null {
  let end = at;
  while (end < body.length && /[0-9a-fA-F]/.test(body[end]!)) end++;
  const value = Number.parseInt(body.slice(Math.max(at, end - 2), end) || "0", 16);
  return { code: value & 0xff, isByte: true, end: body[end] === "}" ? end + 1 : end };
}

/** `\cx`; `\c\\` is one control character too. */
function control(body: string, at: number): Numeric {
  const letter = body[at]!;
  const end = letter === "\\" && body[at + 1] === "\\" ? at + 2 : at + 1;
  const code = letter === "?" ? 0x7f : letter.toUpperCase().charCodeAt(0) & 0x1f;
  return { code, isByte: true, end };
}

/** Text to which single bytes may be added; bytes that make no UTF-8 show as U+FFFD. */
class ByteText {
  private done = "";
  private pending: number[] = [];

  text(text: string): void {
    this.flush();
    this.done += text;
  }

  byte(byte: number): void {
    if (byte < 0x80) this.text(String.fromCharCode(byte));
    else this.pending.push(byte);
  }

  finish(): string {
    this.flush();
    return this.done;
  }

  private flush(): void {
    if (this.pending.length === 0) return;
    const escaped = this.pending.map((byte) => `%${byte.toString(16)}`).join("");
    try {
      this.done += decodeURIComponent(escaped);
    } catch {
      this.done += "\ufffd".repeat(this.pending.length);
    }
    this.pending = [];
  }
}
