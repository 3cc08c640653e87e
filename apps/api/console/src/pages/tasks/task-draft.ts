import type { CreateTask } from "@deskfleet/contracts";

/** A request for a task while it is being written: as the API takes it, or on the way there. */
export type TaskDraft = Partial<CreateTask> & Readonly<Record<string, unknown>>;

/** What an inline program begins with: a step that changes nothing. */
export const FIRST_STEPS: TaskDraft = {
  steps: [{ do: "computer_screen_size", with: {} }],
  grants: ["computer_use"],
};

/** Consents as one line, and back. */
export const grantsText = (grants: readonly string[] = []): string => grants.join(", ");
export const grantsOf = (text: string): string[] =>
  text
    .split(/[,\s]+(?![^(]*\))/)
    .map((grant) => grant.trim())
    .filter((grant) => grant !== "");

/** The draft with what a form says in place of what it said before; what the form does not show stays. `undefined` takes out. */
export function changed(draft: TaskDraft, change: Readonly<Record<string, unknown>>): TaskDraft {
  return Object.fromEntries(Object.entries({ ...draft, ...change }).filter(([, value]) => value !== undefined));
}
