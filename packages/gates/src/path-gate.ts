import type { EffectivePolicy, ResolvedPath } from "@deskfleet/contracts";
import { allow, ask, deny, type Gate, type Opinion } from "./gate-type.ts";
import { isInside, normalisePath, textFault } from "./lexical-path.ts";
import { type PathParameter, pathParameters } from "./path-parameters.ts";
import { pathProtection } from "./protected-names.ts";
import { strictestRule } from "./rule.ts";
import { strictest } from "./strictest.ts";

/**
 * Gate 4: a literal path whose text is harmless, inside the allowed directories both as written and as the desktop
 * resolves it, with no protected name in it. The executor opens by handles, so what was judged here is what is opened.
 */
export const pathGate: Gate = ({ action, context, policy }) => {
  const named = pathParameters(action.tool, action.params);
  if (named.length === 0) return null;
  if (context.resolvedPaths === null || context.resolvedPaths.length !== named.length)
    return deny("path.unresolved", "the path could not be resolved on the desktop");
  const opinions = named.map((parameter, index) =>
    judge(parameter, context.resolvedPaths?.[index] as ResolvedPath, policy),
  );
  return strictest(opinions) ?? deny("path.unresolved", "no path was judged");
};

function judge(parameter: PathParameter, resolved: ResolvedPath, policy: EffectivePolicy): Opinion {
  const { operation } = parameter;
  const changes = operation === "write" || operation === "delete" || operation === "move";
  const fault = textFault(parameter.path, changes);
  if (fault !== null) return deny(fault.code, fault.reason);
  const directories = policy.allowedDirectories;
  const isAllowed = (path: string) => directories.value.some((directory) => isInside(path, directory));
  const lexical = normalisePath(parameter.path);
  // Both readings must lie inside: `link/../x` is one file to a person and another to the kernel.
  if (resolved.real === null || resolved.path !== parameter.path)
    return deny("path.unresolved", "the path could not be resolved on the desktop");
  if (!isAllowed(lexical) || !isAllowed(resolved.real))
    return deny("path.outside", "the path is outside the allowed directories", directories.layer);
  const protections = [pathProtection(lexical), pathProtection(resolved.real)];
  if (protections.includes("forbidden")) return deny("path.protected", "the path holds a protected name");
  if (["fifo", "device", "socket"].includes(resolved.type) && operation !== "list")
    return deny("path.special", "pipes, devices and sockets are neither read nor changed");
  if (operation === "write" && resolved.type === "directory")
    return deny("path.directory", "a directory cannot be written as a file");
  if ((operation === "delete" || operation === "move") && directories.value.includes(resolved.real))
    return deny("path.root", "an allowed directory itself is neither deleted nor moved");
  return strictest([ruled(changes, resolved.real, policy), askedByName(operation, resolved, protections)]) as Opinion;
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

function askedByName(
  operation: PathParameter["operation"],
  resolved: ResolvedPath,
  protections: readonly (string | null)[],
): Opinion {
  if (operation === "delete") return ask("path.delete", "deleting is asked");
  if (protections.includes("secret") && operation !== "list") return ask("path.secret", "the file may hold secrets");
  if (protections.includes("startup") && operation !== "read" && operation !== "list")
    return ask("path.startup", "programs read this file at their start");
  if (operation === "write" && resolved.type === "symlink") return ask("path.link", "the target is a link");
  return allow("path.plain", "nothing about the name asks for care");
}
