import { type ElementRecord, type Rendering, sayElement, sayLocator, suggestLocator } from "@deskfleet/app-state";
import { FleetError, type Locator } from "@deskfleet/contracts";
import type { ContentFilter } from "../content/content-filter.ts";
import type { Need } from "./await-target.ts";

/** What one look found. */
export type Finding =
  | { readonly kind: "missing"; readonly why: string }
  | { readonly kind: "none"; readonly candidates: readonly ElementRecord[]; readonly shown: Rendering }
  | { readonly kind: "ambiguous"; readonly matches: readonly ElementRecord[]; readonly shown: Rendering }
  | {
      readonly kind: "unready";
      readonly element: ElementRecord;
      readonly lacks: readonly Need[];
      readonly shown: Rendering;
    }
  | { readonly kind: "ready"; readonly element: ElementRecord };

const LISTED_MAX = 10;
const LOG_MAX = 10;

/** What was found while an element was waited for, so that a failure can say it. */
export class Findings {
  readonly locator: Locator;
  readonly needs: readonly Need[];
  readonly mayRead: boolean;
  readonly content: ContentFilter;
  last: Finding = { kind: "missing", why: "nothing was looked at" };
  /** One line for each change: `0 ms: nothing matches`. */
  readonly log: string[] = [];
  #saidLast = "";

  constructor(locator: Locator, { needs, mayRead, content }: Pick<Findings, "needs" | "mayRead" | "content">) {
    this.locator = locator;
    this.needs = needs;
    this.mayRead = mayRead;
    this.content = content;
  }

  note(atMs: number, finding: Finding): void {
    this.last = finding;
    const said = sayFinding(finding);
    if (said === this.#saidLast) return;
    this.#saidLast = said;
    // The first and the latest say most.
    if (this.log.length === LOG_MAX) this.log.splice(LOG_MAX / 2, 1);
    this.log.push(`${Math.round(atMs)} ms: ${said}`);
  }
}

/** In the log: what changed, without anything that is on the screen. */
function sayFinding(finding: Finding): string {
  switch (finding.kind) {
    case "missing":
      return finding.why;
    case "none":
      return "nothing matches";
    case "ambiguous":
      return `${finding.matches.length} elements match`;
    case "unready":
      return `it is ${finding.lacks.map(sayLack).join(" and ")}`;
    case "ready":
      return "it is ready";
  }
}

const LACKS: Readonly<Record<Need, string>> = {
  visible: "not visible",
  enabled: "disabled",
  settable: "not settable",
  stable: "still moving",
};
const sayLack = (need: Need) => LACKS[need];

/** @returns the error of a wait that ended */
export function notReady(findings: Findings, waitedMs: number): FleetError {
  const { last, locator, needs, mayRead, content } = findings;
  const what = `${sayLocator(locator)}${needs.length > 0 ? ` to be ${needs.join(", ")}` : ""}`;
  const waited = `waited ${(waitedMs / 1000).toFixed(1)} s for ${what}`;
  return failure(findings, `${waited}: ${mayRead ? sayInstead(content, last) : sayFinding(last)}`);
}

export function ambiguous(findings: Findings): FleetError {
  const { last, locator, mayRead, content } = findings;
  const matches = last.kind === "ambiguous" ? last.matches : [];
  const list = mayRead && last.kind === "ambiguous" ? `: ${listed(content, matches, last.shown)}` : "";
  return failure(findings, `${matches.length} elements are ${sayLocator(locator)}; say which (inside, nth, id)${list}`);
}

function sayInstead(content: ContentFilter, last: Finding): string {
  if (last.kind === "unready") {
    const [element = "it"] = sayShown(content, [last.element], last.shown);
    return `${element} is ${last.lacks.map(sayLack).join(" and ")}`;
  }
  if (last.kind !== "none") return sayFinding(last);
  if (last.candidates.length === 0) return `nothing matches in the window ${JSON.stringify(last.shown.windowTitle)}`;
  return `nothing matches; nearest: ${listed(content, last.candidates, last.shown)}`;
}

/** `button "Save" aka {"role":"button","name":"Save"}`: the second part can be copied into a workflow. */
export function listed(content: ContentFilter, some: readonly ElementRecord[], shown: Rendering): string {
  const lines = maskedLike(
    content,
    shown,
    asShown(some, shown).map(
      (element) => `${sayElement(element)} aka ${JSON.stringify(suggestLocator(shown.elements, element))}`,
    ),
  );
  const left = some.length - LISTED_MAX;
  return [...lines, ...(left > 0 ? [`${left} more`] : [])].join("; ");
}

/** As their lines say them, the first ten. */
export const sayShown = (content: ContentFilter, some: readonly ElementRecord[], shown: Rendering): string[] =>
  maskedLike(content, shown, asShown(some, shown).map(sayElement));

/** What one line of the state gives away as a secret is one wherever else it stands. */
export function maskedLike(content: ContentFilter, shown: Rendering, texts: readonly string[]): string[] {
  return content.redactAlike([...texts, ...shown.text.split("\n")]).texts.slice(0, texts.length);
}

/** The first ten as they may be shown: with secrets masked. A mask can take a line away, and then it is not shown at all. */
export function asShown(some: readonly ElementRecord[], shown: Rendering): ElementRecord[] {
  const byPlace = new Map(shown.elements.map((element) => [placeOf(element), element]));
  return some.slice(0, LISTED_MAX).flatMap((element) => byPlace.get(placeOf(element)) ?? []);
}
const placeOf = ({ windowIndex, path }: ElementRecord): string => `${windowIndex}/${path.join("/")}`;

function failure({ last, log, mayRead, content }: Findings, detail: string): FleetError {
  return new FleetError("action.failed", content.redact(detail).text, {
    data: {
      candidates: mayRead && last.kind === "none" ? sayShown(content, last.candidates, last.shown) : [],
      matches: mayRead && last.kind === "ambiguous" ? sayShown(content, last.matches, last.shown) : [],
      log,
    },
  });
}
