import { foldedComponents } from "./lexical-path.ts";

/** Never used, in any case and place: version control, keys, settings of agents and of this fleet. */
export const FORBIDDEN_NAMES: readonly string[] = [
  ".git",
  ".claude",
  ".ssh",
  ".gnupg",
  ".codex",
  ".cursor",
  ".deskfleet",
];
/** Programs read these at their start: writing one is running code later. */
export const STARTUP_NAMES: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".xsession",
  ".xsessionrc",
  ".xprofile",
  ".xinitrc",
  ".inputrc",
  ".vimrc",
  ".exrc",
  ".gitconfig",
  ".gitmodules",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".pypirc",
  ".envrc",
  ".mcp.json",
  ".vscode",
  ".idea",
];
const SECRET_NAMES = [/^\.env(\..+)?$/, /\.pem$/, /\.key$/, /^id_(rsa|dsa|ecdsa|ed25519)/, /^\.netrc$/, /credentials/];
/** Names of those kinds that are known as a whole, and the part that makes them so: for patterns that are not names yet. */
export const SECRET_SAMPLES: readonly (readonly [name: string, part: string])[] = [
  [".env", ".env"],
  [".env.local", ".env"],
  [".env.production", ".env"],
  ["id_rsa", "id_rsa"],
  ["id_ed25519", "id_ed25519"],
  [".netrc", ".netrc"],
];

const FORBIDDEN = new Set(FORBIDDEN_NAMES);
const STARTUP = new Set(STARTUP_NAMES);
/** A file manager runs what stands in it. */
const LAUNCHER = /\.desktop$/;

/** What a path's names say about it. */
export interface PathProtection {
  /** A component that nobody may name. */
  readonly isForbidden: boolean;
  /** A component that programs read at their start, or a launcher, from which they start others. */
  readonly isStartup: boolean;
  /** The last component is a file that usually holds secrets. */
  readonly isSecret: boolean;
}

export function pathProtection(path: string): PathProtection {
  const components = foldedComponents(path);
  const name = components.at(-1) ?? "";
  return {
    isForbidden: components.some(isForbiddenName),
    isStartup: components.some((component) => STARTUP.has(component)) || LAUNCHER.test(name),
    isSecret: name !== ".env.example" && SECRET_NAMES.some((pattern) => pattern.test(name)),
  };
}

/** Some readers drop trailing dots and blanks, and know `.git` by its short name. */
function isForbiddenName(component: string): boolean {
  const trimmed = component.replace(/[. ]{1,255}$/, "");
  return FORBIDDEN.has(component) || FORBIDDEN.has(trimmed) || /^(git|claude)~[0-9]/.test(component);
}
