import type { EffectivePolicy, ResolvedPath } from "@deskfleet/contracts";
import { allow, ask, deny, type Gate, type Opinion } from "./gate-type.ts";
import { isInside, normalisePath, textFault } from "./lexical-path.ts";
import { type PathParameter, pathParameters } from "./path-parameters.ts";
import { type PathProtection, pathProtection } from "./protected-names.ts";
import { strictestRule } from "./rule.ts";
import { strictest } from "./strictest.ts";

/** Never used by a call, even where policy allows a directory above: devices, processes, and what runs this desktop. */
const SYSTEM_DIRECTORIES = [
  "/dev",
  "/proc",
  "/sys",
  "/run/deskfleet",
  "/usr/local/lib/deskfleet",
  "/usr/local/share/deskfleet",
];
/** Nothing that people or programs keep lies deeper, and every rule is compared with all of it. */
const COMPONENTS_MAX = 256;
const CHANGING = new Set(["write", "delete", "move", "replace"]);

/**
 * Gate 4: a literal path whose text is harmless, inside the allowed directories both as written and as the desktop
 * resolves it, with no protected name in it. The executor opens by handles, so what was judged here is what is opened.
 * The paths that a command names are judged the same way; their text was read by the command's analysis (gate 5).
 */
export const pathGate: Gate = ({ action, context, policy }) => {
  const named = pathParameters(action.tool, action.params);
  if (named.length === 0) return null;
  const opinions = [...judgePaths(named, context.resolvedPaths, policy)];
  if (action.tool.id === "computer_file_read") opinions.push(judgeSize(action.params.bytesMax, policy));
  return strictest(opinions) ?? deny("path.unresolved", "no path was judged");
};

/** One opinion for each path, as far as the desktop has resolved it. */
export function judgePaths(
  named: readonly PathParameter[],
  resolved: readonly ResolvedPath[] | null,
  policy: EffectivePolicy,
): readonly Opinion[] {
  if (named.length === 0) return [];
  if (resolved === null || resolved.length !== named.length)
    return [deny("path.unresolved", "the path could not be resolved on the desktop")];
  return named.map((parameter, index) => judge(parameter, resolved[index] as ResolvedPath, policy));
}

function judge(parameter: PathParameter, resolved: ResolvedPath, policy: EffectivePolicy): Opinion {
  const { operation, path } = parameter;
  const changes = CHANGING.has(operation);
  const fault = parameter.isFromCommand ? null : textFault(path, changes);
  if (fault !== null) return deny(fault.code, fault.reason);
  const directories = policy.allowedDirectories;
  const isAllowed = (candidate: string) =>
    directories.value.some((directory) => isInside(candidate, directory)) &&
    !SYSTEM_DIRECTORIES.some((directory) => isInside(candidate, directory));
  const lexical = normalisePath(path);
  const real = resolved.real === null ? null : normalisePath(resolved.real);
  // Both readings must lie inside: `link/../x` is one file to a person and another to the kernel.
  if (real === null || resolved.path !== path)
    return deny("path.unresolved", "the path could not be resolved on the desktop");
  if (!isAllowed(lexical) || !isAllowed(real))
    return deny("path.outside", "the path is outside the allowed directories", directories.layer);
  if ([lexical, real].some((candidate) => candidate.split("/").length > COMPONENTS_MAX))
    return deny("path.too_long", "the path has too many components");
  const protections = [pathProtection(lexical), pathProtection(real)];
  // Also in front of `..`, where the normal form has lost it.
  if ([...protections, pathProtection(path)].some(({ isForbidden }) => isForbidden))
    return deny("path.protected", "the path holds a protected name");
  const special = judgeType(parameter, resolved);
  if (special !== null) return special;
  if ((operation === "delete" || operation === "move" || operation === "replace") && directories.value.includes(real))
    return deny("path.root", "an allowed directory itself is neither deleted nor moved nor replaced");
  // A link that leads to nothing is there all the same, and the new entry would take its place.
  const isDangling = operation === "replace" && resolved.type === "missing" && baseName(real) !== baseName(lexical);
  const there = isDangling ? ({ ...resolved, type: "symlink" } as const) : resolved;
  return strictest([ruled(changes, real, policy), askedByName(parameter, there, protections)]) as Opinion;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function judgeType({ operation, path, isFromCommand, isMade }: PathParameter, { type }: ResolvedPath): Opinion | null {
  if (["fifo", "device", "socket", "other"].includes(type) && operation !== "list" && operation !== "delete")
    return deny("path.special", "pipes, devices and sockets are neither read nor changed");
  if (type === "symlink" && (operation === "read" || operation === "write" || operation === "enter"))
    return deny("path.unresolved", "the path could not be resolved on the desktop");
  if (operation === "write" && !isFromCommand && (type === "directory" || path.endsWith("/")))
    return deny("path.directory", "a directory cannot be written as a file");
  // `cd` into nothing fails, and the commands after it would run somewhere else.
  if (operation === "enter" && type !== "directory" && !isMade)
    return ask("path.no_directory", "the command changes to a directory that is not there");
  return null;
}

function ruled(changes: boolean, real: string, policy: EffectivePolicy): Opinion {
  // An edit implies a read: a rule against reading a file is a rule against changing it too.
  const rules = [strictestRule(policy, "read", real), changes ? strictestRule(policy, "write", real) : null];
  for (const effect of ["deny", "ask"] as const) {
    const rule = rules.find((candidate) => candidate?.effect === effect);
    if (rule)
      return {
        outcome: effect,
        code: `rule.${effect}`,
        reason: rule.reason ?? "a rule about this path",
        layer: rule.layer,
        rule: rule.match,
      };
  }
  return allow("path.inside", "the path is inside the allowed directories", policy.allowedDirectories.layer);
}

/** Dangerous files are asked about whatever rules allow. */
function askedByName(
  { operation }: PathParameter,
  { type }: ResolvedPath,
  protections: readonly PathProtection[],
): Opinion {
  if (operation === "delete") return ask("path.delete", "deleting is asked");
  if (operation !== "list" && operation !== "enter" && protections.some(({ isSecret }) => isSecret))
    return ask("path.secret", "the file may hold secrets");
  if ((operation === "write" || operation === "replace") && protections.some(({ isStartup }) => isStartup))
    return ask("path.startup", "programs read this file at their start");
  if (operation === "replace" && type !== "missing") return ask("path.exists", "something with the new name is there");
  return allow("path.plain", "nothing about the name asks for care");
}

/** Bytes. A policy's limit is about one answer; larger files are read in pieces. */
function judgeSize(bytesMax: unknown, policy: EffectivePolicy): Opinion {
  const limit = policy.readBytesMax;
  return typeof bytesMax === "number" && bytesMax > limit.value
    ? deny("path.too_large", "more bytes than policy lets one answer hold", limit.layer)
    : allow("path.size", "within the size limit", limit.layer);
}
