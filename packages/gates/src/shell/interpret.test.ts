import { describe, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";
import { NASTY } from "./testing/nasty.ts";
import { literalText } from "./word.ts";

/** What the walk over a text tells: names of commands in order, and what is refused. */

function read(text: string): { readonly commands: (string | null)[]; readonly codes: string[] } {
  const commands: (string | null)[] = [];
  const codes: string[] = [];
  interpretScript(
    text,
    { cwd: "/workspace", home: "/home/agent", user: "agent" },
    {
      command: ({ words: [command] }) => commands.push(command === undefined ? "" : literalText(command)),
      finding: ({ code }) => codes.push(code),
    },
  );
  return { commands, codes };
}

describe("standard input", () => {
  const inputOf = (text: string): string | undefined => {
    let kind: string | undefined;
    const setting = { cwd: "/workspace", home: "/home/agent", user: "agent" };
    interpretScript(text, setting, {
      command: ({ words, input }) => {
        if (literalText(words[0] ?? []) === "sh") kind = input.kind;
      },
      finding: () => undefined,
    });
    return kind;
  };
  it.each([
    ["sh", "inherited"],
    ["ls | sh", "pipe"],
    ["ls | { sh; }", "pipe"],
    ["ls | if id; then sh; fi", "pipe"],
    ["sh < f", "file"],
    ["ls | sh < f", "file"],
    ["{ id; sh; } < f", "file"],
    ["sh <<< id", "text"],
    ["sh <<E\nid\nE", "text"],
    ["sh < <(ls)", "process"],
    ["exec < <(ls); sh", "process"],
    ["exec < f; ls | sh", "pipe"],
    ["exec 3< f; sh <&3", "text"],
    ["tee >(sh)", "pipe"],
    ["greet() { sh; }; ls | greet", "pipe"],
    ["coproc sh", "text"],
  ])("of sh in %s is %s", (text, kind) => {
    expect(inputOf(text.replaceAll("\\n", "\n"))).toBe(kind);
  });
});

describe("nasty texts", () => {
  const refused = NASTY.filter((row) => row.refused !== undefined);
  const readable = NASTY.filter((row) => row.refused === undefined);
  it.each(refused)("refuses $text", ({ text, refused: code }) => {
    expect(read(text).codes).toContain(code);
  });
  it.each(readable)("sees every command of $text", ({ text, commands }) => {
    expect(read(text)).toEqual({ commands, codes: [] });
  });
});
