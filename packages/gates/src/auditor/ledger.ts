import type { AuditContext, AuditLedger, DataKind, LedgerEntry } from "@deskfleet/contracts";
import { dueAmounts } from "./details.ts";
import { directivesIn } from "./directive.ts";
import type { Judged } from "./facts.ts";
import { actionKey, confirmationOf, frozenParameters } from "./ledger-keys.ts";
import { isPassive } from "./passive.ts";
import { codedHosts, deedsOf, writtenFiles } from "./run-facts.ts";

/** The newest entries are kept; a run is minutes long, and what is older than this is still in the audit store. */
const ENTRIES_MAX = 256;
const PAGES_MAX = 16;
const PAGE_CHARACTERS_MAX = 20_000;

/** How a step ended. `refused`: it never ran. */
export type StepResult = "succeeded" | "failed" | "unknown" | "refused";

export const emptyLedger = (): AuditLedger => ({
  ...{
    step: 0,
    failuresInRow: 0,
    data: [],
    pages: {},
    directives: [],
    done: [],
    files: {},
    copied: [],
    lookups: {},
    confirmations: {},
  },
});

/** The ledger after a step. What a refused step would have done is not in it, what was read by it is. */
export function recordStep(context: AuditContext, judged: Judged, result: StepResult, step: number): AuditLedger {
  const { ledger, place } = context;
  const ran = result !== "refused";
  const hasOnlyLooked = isPassive(context.action);
  return {
    step,
    failuresInRow:
      result === "failed"
        ? ledger.failuresInRow + 1
        : result === "succeeded" && !hasOnlyLooked
          ? 0
          : ledger.failuresInRow,
    data: [...ledger.data, ...dataOf(context, judged, ran, step)].slice(-ENTRIES_MAX),
    pages: context.page.text === "" ? ledger.pages : keepPage(ledger.pages, place.url, context.page.text),
    directives: [...ledger.directives, ...newDirectives(context, judged)].slice(-ENTRIES_MAX),
    done: ran ? [...ledger.done, ...doneBy(context, judged, result)].slice(-ENTRIES_MAX) : ledger.done,
    files: ran ? { ...ledger.files, ...filesOf(context, judged) } : ledger.files,
    copied:
      ran && (context.effect === "clipboard" || context.action === "copy")
        ? [...new Set([...ledger.copied, actionKey(context)])].slice(-ENTRIES_MAX)
        : ledger.copied,
    lookups: addLookups(context, judged),
    confirmations: addConfirmation(context, ran),
  };
}

function dataOf(context: AuditContext, judged: Judged, ran: boolean, step: number): LedgerEntry[] {
  const entry =
    (how: LedgerEntry["how"]) =>
    (kind: DataKind): LedgerEntry => ({ step, kind, how, place: context.place.url || (context.path ?? "") });
  const kinds = new Set([...context.content.kinds, ...(judged.meaning.isField ? judged.meaning.fieldKinds : [])]);
  const copies = context.effect === "clipboard" || context.action === "copy";
  const file = fileOf(context);
  const carried =
    file === null ? [] : context.ledger.data.filter((one) => context.content.fromSteps.includes(one.step));
  return [
    ...(ran ? carried.map(({ kind }): LedgerEntry => ({ step, kind, how: "copied", place: file ?? "" })) : []),
    ...context.sees.map(entry("seen")),
    ...(ran ? [...kinds].map(entry(copies ? "copied" : "typed")) : []),
    ...(ran ? context.content.autofilled.map(entry("autofilled")) : []),
    ...(ran && copies ? context.sees.map(entry("copied")) : []),
  ];
}

function keepPage(pages: AuditLedger["pages"], url: string, text: string): AuditLedger["pages"] {
  const { [url]: _before, ...others } = pages;
  return {
    ...Object.fromEntries(Object.entries(others).slice(-(PAGES_MAX - 1))),
    [url]: text.slice(0, PAGE_CHARACTERS_MAX),
  };
}

function newDirectives(context: AuditContext, judged: Judged): AuditLedger["directives"] {
  const place = context.place.url || (context.path ?? "");
  const own = [context.content.text, context.command ?? ""].flatMap((text) =>
    text === "" ? [] : directivesIn(text).map((directive) => directive.text),
  );
  const known = new Set(context.ledger.directives.map(({ text }) => text));
  return [...new Set([...judged.directives, ...own])]
    .filter((text) => !known.has(text))
    .map((text) => ({ text: text.slice(0, 500), place }));
}

function doneBy(context: AuditContext, { meaning, page }: Judged, result: StepResult): AuditLedger["done"] {
  const confirmation = confirmationOf(context);
  // Asking for a confirmation does nothing yet.
  if (confirmation?.isIssued) return [];
  const key = actionKey(context);
  const amount = context.content.amount ?? dueAmounts(context, page)[0]?.value ?? null;
  const deeds = deedsOf(context, meaning.consequences);
  return deeds
    .slice(0, 1)
    .map((consequence) => ({
      consequence,
      key,
      amount:
        consequence === "pay" ||
        consequence === "transfer" ||
        consequence === "subscribe" ||
        context.content.amount !== null
          ? amount
          : null,
      failed: result === "failed",
    }))
    .concat(deeds.slice(1).map((consequence) => ({ consequence, key, amount: null, failed: result === "failed" })));
}

/** The file that the step leaves its text in. */
const fileOf = ({ path, effect }: AuditContext): string | null =>
  path ?? (effect?.startsWith("file:") ? effect.slice(5) : null);

function filesOf(context: AuditContext, { goal }: Judged): AuditLedger["files"] {
  const files: AuditLedger["files"] = {};
  const target = fileOf(context);
  const isDecoded = /decod|assembl|piece|join|concat/.test(context.content.source ?? "");
  if (target !== null && (context.content.isForeign || isDecoded)) files[target] = isDecoded ? "decoded" : "foreign";
  if (context.command !== null)
    for (const [path, how] of writtenFiles(context.command, context.ledger.files, goal)) files[path] = how;
  return files;
}

function addLookups(context: AuditContext, { goal }: Judged): AuditLedger["lookups"] {
  const lookups = { ...context.ledger.lookups };
  for (const [owner, host] of codedHosts(context, goal))
    lookups[owner] = [...new Set([...(lookups[owner] ?? []), host])].slice(-ENTRIES_MAX);
  return lookups;
}

function addConfirmation(context: AuditContext, ran: boolean): AuditLedger["confirmations"] {
  const confirmation = confirmationOf(context);
  const { confirmations } = context.ledger;
  if (confirmation === null) return confirmations;
  if (confirmation.isIssued) {
    const issued = {
      parameters: frozenParameters(context),
      atSeconds: context.atSeconds ?? 0,
      forSeconds: confirmation.forSeconds,
      isUsed: false,
    };
    return { ...confirmations, [confirmation.id]: issued };
  }
  const known = confirmations[confirmation.id];
  return known && ran ? { ...confirmations, [confirmation.id]: { ...known, isUsed: true } } : confirmations;
}
