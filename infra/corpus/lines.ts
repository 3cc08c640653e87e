import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { SetupError } from "../setup/step.ts";

interface Line {
  /** From one, as editors count. */
  readonly number: number;
  readonly text: string;
}

function textLines(file: string): Line[] {
  if (!existsSync(file)) throw new SetupError(`there is no file ${file}`, "Name a file of JSON lines.");
  return readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ number: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "");
}

/** Of a row, a field that is null says as much as one that is not there. */
const rowOf = (text: string): unknown => JSON.parse(text, (_key, value: unknown) => value ?? undefined);

/** The values of a file of JSON lines. @throws SetupError there is no file, or a line is no JSON */
export const linesOf = (file: string): unknown[] =>
  textLines(file).map(({ number, text }): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SetupError(`line ${number} of ${file} is no JSON`, "Write one JSON object a line.", { cause: error });
    }
  });

interface Output {
  readonly print: (text: string) => void;
  /** Told of each line that cannot be judged: which one, where, and what would be. */
  readonly complain: (text: string) => void;
}

/** Judges a file line by line; a line that cannot be read takes no other with it. @returns how many those were */
export function judgeLines(file: string, judge: (value: unknown) => unknown, { print, complain }: Output): number {
  let faults = 0;
  for (const { number, text } of textLines(file)) {
    try {
      print(`${JSON.stringify(judge(rowOf(text)))}\n`);
    } catch (error) {
      faults += 1;
      complain(`line ${number}: ${faultOf(error)}\n`);
    }
  }
  return faults;
}

function faultOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `/${path.join("/")} ${message}`).join("; ");
  if (error instanceof SyntaxError) return `no JSON: ${error.message}`;
  throw error;
}
