import type { ElementRecord } from "@deskfleet/app-state";
import { FleetError } from "@deskfleet/contracts";
import type { ContentFilter } from "../content/content-filter.ts";
import { captureApp } from "./capture.ts";
import type { Pipe } from "./pipe.ts";
import type { PlannedApp } from "./planned-app.ts";

/** The element that an action was planned for as the application shows it now; null: it shows none there, or does not answer. */
export async function elementNow(
  content: ContentFilter,
  pipe: Pipe,
  { element, running }: PlannedApp,
): Promise<ElementRecord | null> {
  if (element === null || running === null) return null;
  try {
    const { shown } = await captureApp(content, pipe, running.pid);
    return shown.elements.find((record) => isAt(record, element)) ?? null;
  } catch (error) {
    if (error instanceof FleetError && error.code === "action.failed") return null;
    throw error;
  }
}

function isAt(a: ElementRecord, b: ElementRecord): boolean {
  if (a.key !== null && b.key !== null) return a.key === b.key;
  return a.windowIndex === b.windowIndex && `${a.path}` === `${b.path}`;
}
