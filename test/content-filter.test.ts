import { expect, it } from "vitest";
import { typescriptFiles } from "./support/source-files.ts";

/** Gate 8 on texts is by a session's policy and by the secrets that were typed in it, so the bare functions are called in one place. */

const FILTER = "apps/worker/src/content/content-filter.ts";
/** Others, and why what they call is no way around it. */
const OTHERS: Record<string, string> = {
  "apps/worker/src/content/pictures/secrets-of-words.ts":
    "places in what was read off a frame, by the rules of the session that it is given",
  "apps/worker/src/content/pictures/shown-texts.ts":
    "places in what a frame shows, by the rules of the session that it is given",
  "apps/worker/src/auditor/typed-content.ts": "kinds of data for the auditor, no text that leaves",
  "apps/worker/src/auditor/model/parse-answer.ts":
    "knows no session; second-opinion.ts masks the model's word by the session's filter",
};
const BARE = /\b(?:redactText|redactAlike|redactParams|secretsToMask|findSecrets)\b/g;

const files = ["apps/worker/src", "apps/api/src"].flatMap((folder) => typescriptFiles(folder));
/** Names that a file takes from the gates. */
const taken = (text: string): string[] =>
  [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"@deskfleet\/gates"/g)].flatMap(
    ([, names = ""]) => names.match(BARE) ?? [],
  );

it("texts pass session.content, which knows policy and typed secrets: call its methods, not the gates' functions", () => {
  const wrong = files
    .filter(({ path }) => path !== FILTER && !Object.hasOwn(OTHERS, path))
    .flatMap(({ path, text }) => taken(text).map((name) => `${path}: ${name}`));
  expect(wrong).toEqual([]);
});

it("who masks by rules names them in every call", () => {
  const wrong = files
    .filter(({ path }) => path === FILTER || path.startsWith("apps/worker/src/content/pictures/"))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?<=return |of |= |\(|\.\.\.|\n {4})(redactText|redactAlike|redactParams|secretsToMask)\(([^;]*?)\)/g,
        ),
      ]
        .filter(([, , given = ""]) => !/\brules\b/.test(given))
        .map(([call]) => `${path}: ${call}`),
    );
  expect(wrong).toEqual([]);
});

it("the list of others names no file that is gone or calls nothing", () => {
  const idle = Object.keys(OTHERS).filter((path) => {
    const file = files.find((each) => each.path === path);
    return file === undefined || taken(file.text).length === 0;
  });
  expect(idle).toEqual([]);
});
