import { mutateCommand, type Random } from "../../support/command-mutations.ts";
import type { HelpOption } from "./help-options.ts";
import { BEYONDS, INSIDE, OTHER_VALUES, PHRASES, RUNS } from "./ingredients.ts";

const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)] as T;
const times = (max: number, random: Random) => Array.from({ length: Math.floor(random() * (max + 1)) });

/** Shell text put together from programs, options, paths and ways to write them; most of it is refused by the gates. */
export function randomCommand(programs: ReadonlyMap<string, readonly HelpOption[]>, random: Random): string {
  const simple = () => (random() < 0.4 ? phrase(random) : program(programs, random));
  let text = simple();
  const chance = random();
  if (chance < 0.2) text += ` | ${program(programs, random)}`;
  else if (chance < 0.3) text += `${pick([" && ", "; ", " || ", "\n"], random)}${simple()}`;
  else if (chance < 0.4) text += ` ${pick(["<", "2>", ">", ">>", "&>", "2>>", "<>", ">|"], random)} ${path(random)}`;
  else if (chance < 0.46)
    text += ` ${pick(["2> /dev/null", "2>&1", "> /dev/null", "< /dev/null", ">&2", "> /dev/stdout"], random)}`;
  return random() < 0.25 ? mutateCommand(text, random) : text;
}

function path(random: Random): string {
  const found = pick(random() < 0.75 ? INSIDE : BEYONDS, random);
  const chance = random();
  if (chance < 0.05) return `"${found.replaceAll('"', "")}"`;
  if (chance < 0.1) return `'${found.replaceAll("'", "")}'`;
  if (chance < 0.13) return `${found}/../${pick(INSIDE, random)}`;
  if (chance < 0.15) return `${found}/`;
  return found;
}

const phrase = (random: Random): string => {
  const text = pick(PHRASES, random).replaceAll("PATH", () => path(random));
  return /^(git|find) /.test(text) && random() < 0.5 ? `${text} ${path(random)}` : text;
};

function program(programs: ReadonlyMap<string, readonly HelpOption[]>, random: Random): string {
  const [name, options] = pick([...programs], random);
  const chosen = options.length === 0 ? [] : times(3, random).map(() => spelled(pick(options, random), random));
  const operands = times(3, random).map(() => (random() < 0.75 ? path(random) : pick(OTHER_VALUES, random)));
  const words = random() < 0.8 ? [...chosen, ...operands] : [...operands, ...chosen];
  return [name, ...words].join(" ");
}

function spelled({ name, value }: HelpOption, random: Random): string {
  const isLong = name.startsWith("--");
  const shortened = isLong && random() < 0.15 ? name.slice(0, 4 + Math.floor(random() * (name.length - 3))) : name;
  if (value === null) return shortened;
  const content = valueFor(value, random);
  if (isLong) return random() < 0.8 ? `${shortened}=${content}` : `${shortened} ${content}`;
  return random() < 0.5 ? `${name}${content}` : `${name} ${content}`;
}

function valueFor(value: string, random: Random): string {
  if (/FILE|DIR|PATH|NAME/i.test(value) && random() < 0.8) return path(random);
  if (/CMD|COMM|PROG|FILTER|SHELL/i.test(value) && random() < 0.8) return pick(RUNS, random);
  const chance = random();
  if (chance < 0.15) return path(random);
  return chance < 0.2 ? pick(RUNS, random) : pick(OTHER_VALUES, random);
}
