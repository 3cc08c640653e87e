import type { ExpansionContext } from "./expansion-context.ts";
import { asScalar, readParameter } from "./parameters.ts";
import { textWord, type Word } from "./word.ts";

/** What `~name` stands for; null when it stays as written. `name` is what follows the tilde. */
export function tildePrefix(name: string, context: ExpansionContext): Word | null {
  if (name === "") return parameter("HOME", context) ?? textWord(context.setting.home);
  if (name === "+") return parameter("PWD", context);
  if (name === "-") return parameter("OLDPWD", context);
  if (name === context.setting.user) return textWord(context.setting.home);
  if (name === "root") return textWord("/root");
  // Entries of the directory stack, which nothing here keeps exactly.
  if (/^[+-]?\d+$/.test(name)) return [{ kind: "unknown", from: "variable", name: "DIRSTACK", isSplit: false }];
  return /^[A-Za-z_][\w.-]*$/.test(name) ? textWord(`/home/${name}`) : null;
}

function parameter(name: string, context: ExpansionContext): Word | null {
  const value = readParameter(name, context);
  return value === null ? null : asScalar(value);
}
