import type { DryRun, DryRunStep } from "@deskfleet/contracts";

/** Of a step without a verdict. */
export const stepState = ({ params, unknown }: Pick<DryRunStep, "params" | "unknown">): string =>
  params === null ? "skipped" : unknown.length > 0 ? "judged when it runs" : "not judged";

/** `12 steps: 9 allowed, 1 asks a person, 1 is denied, 1 skipped`, or what has to be right first. */
export function summaryOf({ faults, steps }: DryRun): string {
  if (steps.length === 0) return "The document has faults: nothing can be said of its steps yet.";
  const of = (outcome: string) => steps.filter(({ verdict }) => verdict?.outcome === outcome).length;
  const skipped = steps.filter(({ verdict, params }) => verdict === null && params === null).length;
  const open = steps.filter(({ verdict, params }) => verdict === null && params !== null).length;
  const said = [
    [of("allow"), "allowed"],
    [of("ask"), "ask a person first"],
    [of("deny"), "denied"],
    [of("wait"), "have to wait"],
    [skipped, "skipped"],
    [open, "judged only when it runs"],
  ] as const;
  const parts = said.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const text = `${steps.length} ${steps.length === 1 ? "step" : "steps"}: ${parts.join(", ")}`;
  return faults.length === 0 ? text : `${text}. The values have faults`;
}
