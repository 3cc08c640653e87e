import {
  type Action,
  type Evaluation,
  type Explanation,
  type GateContext,
  type HeldGrant,
  type Layer,
  pointerPart,
  type Verdict,
} from "@deskfleet/contracts";
import { countingLayers, lockOf, type PolicyLayer } from "./counting-layers.ts";
import { isGrantable } from "./grants.ts";
import { normalisePath } from "./lexical-path.ts";
import { mergePolicies } from "./merge-policies.ts";
import { MERGE_TABLE } from "./merge-table.ts";
import { type PathOperation, pathParameters } from "./path-parameters.ts";
import { ruleMatches } from "./rule.ts";

/** What an action is judged by. */
export interface Situation {
  readonly context: GateContext;
  readonly layers: readonly PolicyLayer[];
}
export interface PossibleChange extends Omit<Explanation["changes"][number], "outcome"> {
  apply(situation: Situation): Situation;
}

/** Words of a command that may be programs, paths of it that may be directories: the rest of a long one is not tried. */
const WORDS_MAX = 20;
const COMMAND_RULE_LENGTH_MAX = 500;

/**
 * What could be different, guessed from the verdicts that stand in the way. Nothing here claims to help: whoever asks tries
 * each by judging again, so a guess that is wrong costs time and says nothing false. The likeliest first.
 */
export function possibleChanges(action: Action, situation: Situation, evaluation: Evaluation): PossibleChange[] {
  const against = evaluation.verdicts.filter(({ outcome }) => outcome !== "allow");
  return [
    ...against.flatMap((verdict) => removals(verdict, action, situation)),
    ...consents(against, action, situation),
    ...states(situation),
    ...(against.some(({ outcome }) => outcome === "ask") ? [APPROVAL] : []),
    ...directories(action, situation),
    ...programs(action, situation),
    ...confinement(against, situation),
    ...apps(against, situation),
    ...rules(action, situation),
  ];
}

const APPROVAL: PossibleChange = {
  kind: "approval",
  says: "a person approves this one action",
  ...{ layer: null, path: null },
  apply: ({ context, layers }) => ({ layers, context: { ...context, isApproved: true } }),
};

/** The rule, or the feature, that a verdict names, wherever its layer's document says it. */
function removals({ rule, layer: by }: Verdict, { tool }: Action, { layers }: Situation): PossibleChange[] {
  if (rule === undefined) return [];
  return layers.flatMap(({ layer, document }) => {
    const places = (document.rules ?? []).flatMap((each, index) =>
      each.match === rule && each.effect !== "allow" && layer === by ? [{ each, index }] : [],
    );
    const removed = places.map(
      ({ each, index }): PossibleChange => ({
        kind: "rule_removed",
        says: `the rule ${each.effect} ${each.match} (number ${index + 1}) of the layer ${layer} is removed`,
        ...{ layer, path: `/rules/${index}` },
        // By identity: numbers move when several are tried together.
        apply: edit(layer, (old) => ({ ...old, rules: (old.rules ?? []).filter((other) => other !== each) })),
      }),
    );
    if (document.features?.[rule] !== false || !ruleMatches(`tool(${rule})`, "tool", tool.id)) return removed;
    return [
      ...removed,
      {
        kind: "feature_on",
        says: `the layer ${layer} no longer switches ${rule} off`,
        ...{ layer, path: `/features/${pointerPart(rule)}` },
        apply: edit(layer, (old) => ({
          ...old,
          features: Object.fromEntries(Object.entries(old.features ?? {}).filter(([pattern]) => pattern !== rule)),
        })),
      },
    ];
  });
}

function consents(against: readonly Verdict[], { tool, params }: Action, { layers }: Situation): PossibleChange[] {
  const policy = mergePolicies(layers);
  const named = against.flatMap(({ grants }) => grants ?? []);
  const usual = [tool.grant, "computer_use", "write", typeof params.app === "string" ? `app(${params.app})` : null];
  const asked = against.some(({ outcome }) => outcome === "ask") ? usual.filter((grant) => grant !== null) : [];
  return [...new Set([...named, ...asked])].map((grant) => ({
    kind: "grant",
    says: `the consent ${grant} is held${isGrantable(grant, policy) ? "; policy lets the caller give it" : ""}`,
    ...{ layer: null, path: null },
    apply: (situation) => {
      const held: HeldGrant = { grant, scope: "once", expiresAtMs: null, layer: "default" };
      return { ...situation, context: { ...situation.context, grants: [...situation.context.grants, held] } };
    },
  }));
}

function directories(action: Action, { context, layers }: Situation): PossibleChange[] {
  const named = pathParameters(action.tool, action.params).map(({ path, operation }) => directoryOf(path, operation));
  const resolved = (context.resolvedPaths ?? []).flatMap(({ real, type }) =>
    real === null ? [] : [directoryOf(real, type === "directory" ? "list" : "read")],
  );
  const inText = (textOf(action).match(/[\w./-]+/g) ?? [])
    .filter((word) => word.includes("/"))
    .slice(0, WORDS_MAX)
    .map((word) => directoryOf(word.slice(word.indexOf("/")), "read"));
  return [...new Set([...named, ...resolved, ...inText])]
    .filter((directory) => directory !== "/")
    .map((directory) => extended("paths.allowed", directory, layers));
}

/** What would have to be allowed for a path: what is listed itself, else the directory it lies in. */
function directoryOf(path: string, operation: PathOperation): string {
  const normal = normalisePath(path);
  const parent = normal.slice(0, normal.lastIndexOf("/"));
  return operation === "list" || parent === "" ? normal : parent;
}

function programs(action: Action, { layers }: Situation): PossibleChange[] {
  if (mergePolicies(layers).programs.value === null) return [];
  const words = [...new Set(textOf(action).split(/[^\w.+/-]+/))].map((word) => word.slice(word.lastIndexOf("/") + 1));
  return [...new Set(words)]
    .filter((word) => /^[\w.+-]+$/.test(word))
    .slice(0, WORDS_MAX)
    .map((program) => extended("processes.programs", program, layers));
}

/** One more entry in the list of every layer whose word counts; where none has one, in that of the layer that may say it. */
function extended(
  setting: "paths.allowed" | "processes.programs",
  entry: string,
  layers: readonly PolicyLayer[],
): PossibleChange {
  const [group, field] = setting.split(".") as [string, string];
  const row = MERGE_TABLE[setting];
  const speaking = countingLayers(setting, layers).filter(({ document }) => row.read(document) !== undefined);
  const owners: Layer[] =
    speaking.length > 0 ? speaking.map(({ layer }) => layer) : [lockOf(setting, layers) ?? "tenant"];
  const what = setting === "paths.allowed" ? "an allowed directory" : "a permitted program";
  return {
    kind: setting === "paths.allowed" ? "directory_added" : "programs_added",
    says: `${entry} is ${what} in the ${owners.length > 1 ? "layers" : "layer"} ${owners.join(", ")}`,
    ...{ layer: owners[0] ?? null, path: `/${group}/${field}` },
    apply: (situation) =>
      owners.reduce(
        (changed, owner) =>
          edit(owner, (old) => {
            const inForce = row.read(old) ?? row.fallback ?? [];
            return { ...old, [group]: { ...(old[group as keyof typeof old] as object), [field]: [...inForce, entry] } };
          })(changed),
        situation,
      ),
  };
}

/** Where the desktop cannot confine: in every layer that requires it, or else in the managed one that may say otherwise. */
function confinement(against: readonly Verdict[], { layers }: Situation): PossibleChange[] {
  if (!against.some(({ code }) => code === "command.not_confined")) return [];
  const setting = "processes.confinement";
  const requiring = countingLayers(setting, layers).filter(
    ({ document }) => MERGE_TABLE[setting].read(document) === "required",
  );
  const owners: Layer[] =
    requiring.length > 0 ? requiring.map(({ layer }) => layer) : [lockOf(setting, layers) ?? "tenant"];
  return owners.map((layer) => ({
    kind: "confinement_preferred",
    says: `the layer ${layer} prefers to confine: a person is asked about each command that this desktop would run as it is`,
    ...{ layer, path: "/processes/confinement" },
    apply: edit(layer, (old) => ({ ...old, processes: { ...old.processes, confinement: "preferred" } })),
  }));
}

function apps(against: readonly Verdict[], { layers }: Situation): PossibleChange[] {
  const by = against.filter(({ code }) => code.startsWith("app.")).map(({ layer }) => layer);
  return layers
    .filter(({ layer }) => by.includes(layer))
    .flatMap(({ layer, document }) =>
      (document.sensitiveApps ?? []).map((name, index) => ({
        kind: "app_not_sensitive",
        says: `the layer ${layer} no longer calls ${name} a sensitive application`,
        ...{ layer, path: `/sensitiveApps/${index}` },
        apply: edit(layer, (old) => ({ ...old, sensitiveApps: old.sensitiveApps?.filter((other) => other !== name) })),
      })),
    );
}

/** An `allow` in a layer that may say it. */
function rules({ tool, params }: Action, { layers }: Situation): PossibleChange[] {
  const layer = lockOf("rules", layers) ?? "tenant";
  const { app, command } = params;
  const isPlain = typeof command === "string" && command.length <= COMMAND_RULE_LENGTH_MAX && !/[\n*]/.test(command);
  const matches = [
    `tool(${tool.id})`,
    ...(typeof app === "string" ? [`app(${app})`] : []),
    ...(isPlain ? [`command(${command})`] : []),
  ];
  return matches.map((match) => ({
    kind: "rule_added",
    says: `the layer ${layer} has a rule allow ${match}`,
    ...{ layer, path: "/rules/-" },
    apply: edit(layer, (old) => ({ ...old, rules: [...(old.rules ?? []), { effect: "allow", match }] })),
  }));
}

function states({ context }: Situation): PossibleChange[] {
  const { session, recentActionsMs, failuresInRow } = context;
  const apply = (change: Partial<GateContext>) => (old: Situation) => ({
    ...old,
    context: { ...old.context, ...change },
  });
  const none = { layer: null, path: null };
  const isStill = session.state === "active" && session.controller === "agent" && failuresInRow === 0;
  return [
    ...(recentActionsMs.length === 0
      ? []
      : [
          {
            kind: "time_passed" as const,
            says: "a second passes without an action",
            ...none,
            apply: apply({ recentActionsMs: [] }),
          },
        ]),
    ...(isStill
      ? []
      : [
          {
            kind: "session_resumed" as const,
            says: "a person resumes the session, or hands control back",
            ...none,
            apply: apply({ session: { state: "active", controller: "agent" }, failuresInRow: 0 }),
          },
        ]),
  ];
}

function edit(layer: Layer, change: (old: PolicyLayer["document"]) => PolicyLayer["document"]) {
  return ({ context, layers }: Situation): Situation => {
    const own = layers.find((each) => each.layer === layer) ?? { layer, version: `${layer}@1`, document: {} };
    return { context, layers: [...layers.filter((each) => each !== own), { ...own, document: change(own.document) }] };
  };
}

/** Of a call that starts a program: its text, or its arguments. */
function textOf({ params }: Action): string {
  const { command, argv } = params;
  return typeof command === "string" ? command : Array.isArray(argv) ? argv.map(String).join(" ") : "";
}
