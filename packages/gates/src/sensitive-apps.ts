import type { EffectivePolicy, Layer } from "@deskfleet/contracts";
import { matchesWildcard } from "./wildcard.ts";

/** Application classes that no policy opens to a machine. */
const CLASSES = new Set(["password-manager", "banking", "keyring"]);
const NAMES = ["keepassxc", "seahorse", "bitwarden", "1password", "gnome-keyring*", "kwalletmanager*", "gcr-prompter"];

export const isSensitiveClass = (name: string): boolean => CLASSES.has(name);

/** The layer that calls one of these names (ids, process names, titles) sensitive; null: none does. */
export function sensitiveEntry(names: readonly string[], policy: EffectivePolicy): Layer | null {
  const folded = names.map((name) => name.toLowerCase());
  const matches = (pattern: string) => folded.some((name) => matchesWildcard(pattern.toLowerCase(), name));
  if (NAMES.some(matches)) return "default";
  return policy.sensitiveApps.find(({ value }) => matches(value))?.layer ?? null;
}
