import type { AppStateResult } from "@deskfleet/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, element, openDesk } from "./desk.ts";
import { forCalls, generateStrings } from "./strings.ts";

/** Text typed is text arrived: what an application was given is, code point by code point, what it holds. */

/** 28 kinds of text: each once alone. */
const TEXTS = forCalls(generateStrings(4, 200), 28, 12);
const WAIT = { timeout: 240_000 };
const FIELDS = [
  { toolkit: "GTK 3", start: "python3 programs/gtk3_field.py" },
  { toolkit: "GTK 4", start: "python3 programs/gtk4_field.py" },
  { toolkit: "Qt", start: "python3 programs/qt_field.py" },
  { toolkit: "Chromium", start: null },
] as const;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

/** What the field held after each change. */
async function held(file: string): Promise<readonly string[]> {
  const lines = (await desk.shell(`cat ${file}`)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as string);
}

/** The samples of which the application never held exactly the text, in their order. */
function missing(lines: readonly string[], expected: readonly { about: string; text: string }[]): readonly string[] {
  let from = 0;
  return expected.flatMap(({ about, text }) => {
    const at = lines.indexOf(text, from);
    if (at === -1) return [`${about}: ${JSON.stringify(text)}`];
    from = at + 1;
    return [];
  });
}

async function open(file: string, start: string | null): Promise<string> {
  if (start !== null) return desk.start(`${start} ${file}`);
  await desk.shell(`setsid python3 programs/web_server.py pages ${file} >/tmp/port 2>/tmp/server.log &
    until [ -s /tmp/port ]; do sleep 0.05; done`);
  await desk.start('chromium "http://127.0.0.1:$(cat /tmp/port)/field.html"');
  return "chromium";
}

describe.each(FIELDS)("200 texts over many scripts in a field of $toolkit", ({ toolkit, start }) => {
  const file = `/workspace/${toolkit.replaceAll(" ", "").toLowerCase()}.jsonl`;
  let app: string;
  let state: AppStateResult;
  beforeAll(async () => {
    app = await open(file, start);
    state = await desk.state(app, (now) => now.elements?.some(({ title }) => title === "Text") === true);
  });

  it("arrive by set_value as they are", WAIT, async () => {
    const field = { app, element_index: element(state, "text field", "Text").index };
    for (const { text } of TEXTS) await desk.tool("set_value", { ...field, value: text });
    await expect.poll(async () => missing(await held(file), TEXTS), { timeout: 20_000 }).toEqual([]);
  });

  it("arrive by type_text as they are, one after the other", WAIT, async () => {
    const field = { app, element_index: element(await desk.state(app), "text field", "Text").index };
    await desk.tool("set_value", { ...field, value: ">" });
    await desk.tool("click", field);
    await desk.tool("press_key", { app, key: "End" });
    let whole = ">";
    const after = TEXTS.map(({ about, text }) => {
      whole += text;
      return { about, text: whole };
    });
    for (const { text } of TEXTS) await desk.tool("type_text", { app, text });
    await expect.poll(async () => missing(await held(file), after).slice(0, 3), { timeout: 20_000 }).toEqual([]);
  });
});
