import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../setup/paths.ts";
import { contextOf, InjectionRow } from "./audit-rows.ts";

const FILES = ["injections", "further-injections"] as const;
const MODULES = 4;

/** The modules that hold the samples for those who may not read files (`shippedCases` of packages/gates), by their paths. */
export function sampleModules(): { readonly path: string; readonly text: string }[] {
  const lines = FILES.flatMap((name) =>
    readFileSync(join(ROOT, `packages/gates/corpora/${name}.jsonl`), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => sampleLine(InjectionRow.parse(JSON.parse(line)))),
  );
  const size = Math.ceil(lines.length / MODULES);
  return Array.from({ length: MODULES }, (_, index) => ({
    path: `packages/gates/src/auditor/cases/samples-${index + 1}.ts`,
    text:
      "// Written by `npm run -s corpus -- samples` from packages/gates/corpora; see shipped-cases.ts.\n" +
      `export const SAMPLES_${index + 1} = String.raw\`\n${lines.slice(index * size, (index + 1) * size).join("\n")}\n\`;\n`,
  }));
}

/** JSON in plain ASCII, which ends no template string. */
function sampleLine(row: InjectionRow): string {
  const { action, target, place, goal, page } = contextOf(row);
  const fields = [row.id, row.expect, action, target?.role ?? null, target?.text ?? ""];
  return JSON.stringify([...fields, place.url, place.linkTarget, goal, page.text]).replace(
    /[^\x20-\x7e]|[`$]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
