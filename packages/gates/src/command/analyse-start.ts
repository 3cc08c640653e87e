import { normalisePath } from "../lexical-path.ts";
import { analyseArgv, analyseCommand } from "./analyse-command.ts";
import { ACCOUNT, type CommandAnalysis } from "./analysis.ts";

/** An action is judged by several gates: each text is analysed once for each set of directories. */
const known = new WeakMap<object, Map<string, CommandAnalysis>>();

/**
 * What `computer_process_start` would do with `command` or `argv`, in its `cwd` and with its `env`; null when it starts an
 * application or nothing that can be read.
 */
export function analyseStart(
  params: Readonly<Record<string, unknown>>,
  directories: readonly string[],
): CommandAnalysis | null {
  const key = directories.join("\n");
  const found = known.get(params)?.get(key);
  if (found !== undefined) return found;
  const analysis = analyse(params, directories);
  if (analysis === null) return null;
  const kept = known.get(params) ?? new Map<string, CommandAnalysis>();
  kept.set(key, analysis);
  known.set(params, kept);
  return analysis;
}

function analyse(params: Readonly<Record<string, unknown>>, directories: readonly string[]): CommandAnalysis | null {
  const { command, argv } = params;
  const cwd = normalisePath(typeof params.cwd === "string" ? params.cwd : ".");
  const setting = { ...ACCOUNT, cwd, directories };
  const env = Object.fromEntries(
    Object.entries((params.env as Record<string, unknown> | undefined) ?? {}).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  if (typeof command === "string") return analyseCommand(command, setting, env);
  return Array.isArray(argv) && argv.length > 0 ? analyseArgv(argv.map(String), env, setting) : null;
}
