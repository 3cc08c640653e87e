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
