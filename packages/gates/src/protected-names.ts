import { foldedComponents } from "./lexical-path.ts";

/** Never used, in any case and place: version control, keys, settings of agents. */
const FORBIDDEN = new Set([".git", ".claude", ".ssh", ".gnupg", ".codex", ".cursor", ".deskfleet"]);
/** Programs read these at their start: writing one is running code later. */
const STARTUP = new Set([
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".xsessionrc",
  ".xprofile",
  ".gitconfig",
  ".gitmodules",
  ".npmrc",
  ".envrc",
  ".mcp.json",
  ".vscode",
  ".idea",
]);
const SECRET_NAMES = [/^\.env(\..+)?$/, /\.pem$/, /\.key$/, /^id_(rsa|dsa|ecdsa|ed25519)/, /^\.netrc$/, /credentials/];

export type PathProtection = "forbidden" | "startup" | "secret" | null;

/** What a path's names say about it; the strictest of its components. */
export function pathProtection(path: string): PathProtection {
  const components = foldedComponents(path);
  if (components.some((component) => FORBIDDEN.has(component))) return "forbidden";
  if (components.some((component) => STARTUP.has(component))) return "startup";
  const name = components.at(-1) ?? "";
  if (name !== ".env.example" && SECRET_NAMES.some((pattern) => pattern.test(name))) return "secret";
  return null;
}
