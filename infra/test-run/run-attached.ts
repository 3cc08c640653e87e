import { spawn } from "node:child_process";
import { ROOT } from "../setup/paths.ts";

/** Runs a program on our terminal, from the checkout. @returns its exit code; 1 when a signal ended it. */
export function runAttached(
  argv: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const [program, ...args] = argv;
  return new Promise((resolvePromise, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => resolvePromise(code ?? 1));
  });
}
