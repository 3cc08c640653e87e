import { assignVariable, checkName } from "./assign-variable.ts";
import type { BuiltinCall } from "./builtins.ts";
import { checkNameOperand } from "./conditions.ts";
import type { Scene } from "./scene.ts";
import { INHERITED, scalar, UNSET } from "./shell-state.ts";
import { hasCommandSubscript } from "./subscripts.ts";
import { dropPrefix, literalPrefix, literalText, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

/** `declare`, `typeset`, `local`, `export` and `readonly`, with assignments in the text or in words that hold one. */
export function declareVariables(
  args: readonly Word[],
  { invocation, world, declared }: BuiltinCall,
  scene: Scene,
): void {
  const command = invocation.words
    .map(literalText)
    .find((text) => text !== null && /^(?:local|export|readonly|declare|typeset)$/.test(text));
  const letters = optionLetters(args);
  // `export` and `readonly` assign in spite of -p, and their -n takes the export away: no reference.
  const isShort = command === "export" || command === "readonly";
  if (letters.has("f") || letters.has("F") || (letters.has("p") && !isShort)) return;
  const isFixed = command === "readonly" || letters.has("r");
  const isExported = command === "export" ? !letters.has("n") : letters.has("x");
  const attributes =
    [...(isShort ? "aA" : "iluncaA")].filter((letter) => letters.has(letter)).join("") +
    (isExported ? "x" : "") +
    (isFixed ? "r" : "");
  const isUnexported = command === "export" && letters.has("n");
  const isLocal =
    command === "local" ||
    (scene.locals !== null && (command === "declare" || command === "typeset") && !letters.has("g"));
  // What the parser read as assignments comes first among the values; words are looked at one by one.
  const queue = [...declared];
  for (const word of args) {
    const text = literalPrefix(word);
    if (/^[-+][A-Za-z]+$/.test(text) && literalText(word) !== null) continue;
    const match = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?=)?/.exec(text);
    if (match === null || (match[3] === undefined && (literalText(word) === null || match[0].length < text.length))) {
      refuseName(word, world);
      continue;
    }
    const [prefix, name = "", subscript, operator] = match;
    if (subscript !== undefined) checkNameOperand(word, world);
    if (isLocal) rememberLocal(name, scene, world);
    const parsed = queue[0]?.name === name && operator === "=" ? queue.shift() : undefined;
    const value = parsed?.value ?? scalar(dropPrefix(word, prefix.length));
    const kept = world.state.variable(name)?.attributes ?? "";
    const joined = attributes === "" && kept === "" ? "" : [...new Set(kept + attributes)].join("");
    const all = isUnexported ? joined.replace("x", "") : joined;
    // Outside of a function `local` only fails; what it would do is refused all the same.
    if (command === "local" && scene.locals === null) {
      checkName(name, world);
      checkNameOperand(word, world);
      continue;
    }
    if (operator === undefined) {
      checkName(name, world);
      const before = world.state.variable(name);
      if (isLocal) {
        world.state.assign(name, [UNSET], attributes);
        // With -I, and where the call was given the variable, the value comes along.
        if (before !== null && (letters.has("I") || before.attributes.includes("x"))) world.state.recall(name, before);
      } else if (/^[xr]+$/.test(all)) world.state.assign(name, before?.values ?? [INHERITED], all);
      else if (attributes !== "" || isUnexported) world.state.assign(name, before?.values ?? [UNSET], all);
      continue;
    }
    if (attributes.includes("n")) declareReference(name, value, world);
    else if (subscript !== undefined) world.state.assign(name, [{ kind: "array", elements: null }]);
    else {
      // The attributes hold for this value already.
      const first = kept.includes("r") ? all : all.replace("r", "");
      world.state.assign(name, world.state.variable(name)?.values ?? [UNSET], first);
      assignVariable(name, [value], world, first);
      if (first !== all) world.state.assign(name, world.state.variable(name)?.values ?? [UNSET], all);
    }
  }
}

function optionLetters(args: readonly Word[]): ReadonlySet<string> {
  const letters = new Set<string>();
  for (const word of args) {
    const text = literalText(word);
    if (text !== null && /^-[A-Za-z]+$/.test(text)) for (const letter of text.slice(1)) letters.add(letter);
  }
  return letters;
}

/** A name that is computed may be any name. */
function refuseName(word: Word, world: World): void {
  checkNameOperand(word, world);
  if (literalText(word) === null) world.deny("command.variable", "the name of a variable is computed");
}

type Value = Parameters<typeof assignVariable>[1][number];

function declareReference(name: string, value: Value, world: World): void {
  const target = value.kind === "scalar" ? literalText(value.word) : null;
  if (target === null || hasCommandSubscript(target) || target.includes("["))
    world.deny("command.subscript", "a reference to a computed name");
  else checkName(target, world);
  world.state.assign(name, [value], "n");
}

function rememberLocal(name: string, scene: Scene, world: World): void {
  if (scene.locals === null || scene.locals.has(name)) return;
  scene.locals.set(name, scene.state.parent?.variables.get(name) ?? world.state.parent?.variables.get(name));
}
