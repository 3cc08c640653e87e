import { normalisePath } from "../lexical-path.ts";
import { asScalar, readParameter } from "./parameters.ts";
import { type Directories, INHERITED } from "./shell-state.ts";
import { literalText, textWord, type Word } from "./word.ts";
import type { World } from "./worlds.ts";

/** `cd`: assumed to succeed. `-` is where it was before, nothing is HOME. */
export function changeDirectory(args: readonly Word[], world: World): void {
  const operands = withoutOptions(args, /^-[LPe@]+$/);
  const [target] = operands;
  const from = world.state.at.cwd;
  let to: Directories;
  if (target === undefined) to = resolved(homeOf(world), from);
  else if (operands.length > 1) to = [null];
  else if (literalText(target) === "-") to = world.state.at.oldCwd;
  else if (literalText(target) === "") to = from;
  else to = resolved(target, from);
  move(to, world);
}

export function pushDirectory(args: readonly Word[], world: World): void {
  const [target, ...more] = withoutOptions(args, /^-n$/);
  const { cwd, stack } = world.state.at;
  const text = target === undefined ? null : literalText(target);
  if (target === undefined || more.length > 0 || text === null || /^[-+]\d+$/.test(text) || args[0] !== target) {
    const [top, ...rest] = stack ?? [];
    const isSwap = args.length === 0 && top !== undefined;
    if (isSwap) move(top, world);
    else move([null], world);
    world.state.change({ stack: isSwap ? [cwd, ...rest] : null });
    return;
  }
  world.state.change({ stack: stack === null ? null : [cwd, ...stack] });
  move(text === "-" ? world.state.at.oldCwd : resolved(target, cwd), world);
}

export function popDirectory(args: readonly Word[], world: World): void {
  const { stack } = world.state.at;
  const [top, ...rest] = stack ?? [];
  if (stack === null || args.length > 0) {
    world.state.change({ stack: null });
    move([null], world);
  } else if (top !== undefined) {
    world.state.change({ stack: rest });
    move(top, world);
  }
}

function move(to: Directories, world: World): void {
  world.state.change({ cwd: to, oldCwd: world.state.at.cwd });
  // Assigned by hand or not, after a move they are what the shell makes them.
  for (const name of ["PWD", "OLDPWD"]) if (world.state.variable(name) !== null) world.state.assign(name, [INHERITED]);
}

function homeOf(world: World): Word {
  const prefix = world.state.variable("HOME");
  const value = readParameter("HOME", world);
  const word = value === null ? null : asScalar(value);
  return word ?? (prefix === null ? textWord(world.setting.home) : []);
}

function resolved(target: Word, from: Directories): Directories {
  const text = literalText(target);
  if (text === null) return [null];
  if (text.startsWith("/")) return [normalisePath(text)];
  return [...new Set(from.map((directory) => (directory === null ? null : normalisePath(text, directory))))];
}

function withoutOptions(args: readonly Word[], options: RegExp): readonly Word[] {
  for (let at = 0; at < args.length; at++) {
    const text = literalText(args[at]!);
    if (text === "--") return args.slice(at + 1);
    if (text === null || !options.test(text)) return args.slice(at);
  }
  return [];
}
