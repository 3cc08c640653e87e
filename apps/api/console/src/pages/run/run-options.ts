import type { CreateTask } from "@deskfleet/contracts";
import { fromLocalField, toLocalField } from "../../ui/local-time.ts";
import type { OptionField } from "../../ui/option-fields.tsx";

type OptionName = "priority" | "timeout" | "maxAttempts" | "project" | "notBefore" | "deadline";
export type RunOptions = Readonly<Record<OptionName, string>>;

/** How a task, or each row of a batch, is run. */
export const RUN_FIELDS: readonly OptionField<OptionName>[] = [
  { name: "priority", label: "Priority", hint: "0 to 100, first", kind: "number" },
  { name: "timeout", label: "Time for one try", hint: "30s, 10m, 2h" },
  { name: "maxAttempts", label: "Tries", hint: "1 to 10", kind: "number" },
  { name: "project", label: "Project", hint: "its policy holds too" },
  { name: "notBefore", label: "Not before", kind: "time" },
  { name: "deadline", label: "Starts until", hint: "else it expires", kind: "time" },
];

/** What the API's own defaults are, or what a task had. */
export function firstOptions(request: Partial<CreateTask> = {}): RunOptions {
  const { priority = 50, timeout = "10m", maxAttempts = 3, project = "", notBefore, deadline } = request;
  return {
    ...{ priority: String(priority), timeout: String(timeout), maxAttempts: String(maxAttempts), project },
    ...{ notBefore: toLocalField(notBefore), deadline: toLocalField(deadline) },
  };
}

/** As the API takes them; what is empty is left out. A number that is none goes out as it was typed, and the API says so. */
export function requestOptions(options: RunOptions): Record<string, unknown> {
  const { priority, timeout, maxAttempts, project, notBefore, deadline } = options;
  const given = {
    ...{ priority: numberOf(priority), maxAttempts: numberOf(maxAttempts), timeout: timeout.trim() },
    ...{ project: project.trim(), notBefore: fromLocalField(notBefore), deadline: fromLocalField(deadline) },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "" && value !== null));
}

export const numberOf = (text: string): number | string =>
  text.trim() === "" || Number.isNaN(Number(text)) ? text.trim() : Number(text);
