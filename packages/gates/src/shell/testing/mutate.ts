// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import type { SeededRandom } from "./random.ts";

/** What turns one text into another: everything that means something to Bash, alone and in the usual pairs. */
const INSERTIONS = [
  ..."()<>;&|`'\"$\\{}[]!#*?~=+-:/, \n19",
  "$(id)",
  "`id`",
  "<(id)",
  ">(id)",
  "${x:-$(id)}",
  "$((1+$(id)))",
  "&& id",
  "| id",
  "; id;",
  "$'a'",
  '$"a"',
  "<<E\n$(id)\nE\n",
  "<<'E'\n$(id)\nE\n",
  "<<<",
  "a=(",
  ") ",
  "esac",
  "case x in x) ",
  "do id; done",
  "if id; then ",
  "fi",
  "f() ",
  "coproc ",
  "time ",
  "[[ ",
  " ]]",
  "((",
  "))",
  "# ",
  "x[1]=",
  "{a,b}",
  "eval ",
  "\\\n",
  "function g ",
  "2>&1",
  "${x",
  "@(a|b)",
];

/** The text with one to three small changes, or its beginning before another's end. */
export function mutate(text: string, others: readonly string[], random: SeededRandom): string {
  let changed = text;
  for (let count = 1 + random.below(3); count > 0; count--) {
    const at = random.below(changed.length + 1);
    switch (random.below(5)) {
      case 0:
        changed = changed.slice(0, at) + changed.slice(at + 1 + random.below(3));
        break;
      case 1: {
        const other = random.pick(others);
        changed = changed.slice(0, at) + other.slice(random.below(other.length + 1));
        break;
      }
      case 2: {
        const end = at + random.below(8);
        changed = changed.slice(0, end) + changed.slice(at);
        break;
      }
      default:
        changed = changed.slice(0, at) + random.pick(INSERTIONS) + changed.slice(at);
    }
  }
  return changed;
}
