import { expect, it } from "vitest";
import { FORBIDDEN_NAMES } from "../protected-names.ts";
import { analyseStart } from "./analyse-start.ts";
import { hiddenNames } from "./hidden-names.ts";

const hidden = (params: Record<string, unknown>) => hiddenNames(analyseStart(params, ["/workspace", "/tmp"])!);

it.each([
  "grep -r x .",
  "find . -name '*.ts' | xargs cat",
  "tar cf out.tar .",
  "echo git",
  "cat git",
  "python3 -c 'print(1)'",
])("%s finds no protected name", (command) => {
  expect(hidden({ command })).toEqual(FORBIDDEN_NAMES);
});

it.each([
  ["git status"],
  ["/usr/bin/git log"],
  ["cd project && git diff | head"],
  ["timeout 5 git status"],
  ["bash -c 'git status'"],
  ["make"],
  ["npm test"],
])("%s finds the repository, and no other protected name", (command) => {
  const names = FORBIDDEN_NAMES.filter((name) => name !== ".git");
  expect(hidden({ command })).toEqual(names);
  expect(hidden({ argv: ["bash", "-c", command] })).toEqual(names);
});
