import { type ExpectLeaf, WindowInfo } from "@deskfleet/contracts";
import { describeText, matchesText } from "@deskfleet/workflow";
import { z } from "zod";
import type { WorkflowRun } from "./workflow-run.ts";

/** A window as the task may see it, and the title that conditions compare. */
export interface SeenWindow {
  readonly shown: WindowInfo;
  readonly title: string;
}

const TITLES_SHOWN_MAX = 10;
const WindowList = z.object({ windows: WindowInfo.array() });

/** The visible ones. Read through perform like everything else; titles that the task may not read are compared all the same. */
export async function visibleWindows(run: WorkflowRun, step: string): Promise<SeenWindow[]> {
  const { result, unmapped = result } = await run.act({ tool: "computer_window_list", params: {} }, step);
  const titles = new Map(WindowList.parse(unmapped).windows.map(({ id, title }) => [id, title]));
  return WindowList.parse(result)
    .windows.filter(({ visible }) => visible)
    .map((shown) => ({ shown, title: titles.get(shown.id) ?? shown.title }));
}

type Asked = NonNullable<ExpectLeaf["window"]>;

export const findWindow = (windows: readonly SeenWindow[], { title }: Asked): SeenWindow | undefined =>
  windows.find((window) => matchesText(window.title, title));

export const sayWindow = ({ title }: Asked): string => `a window ${describeText(title, "its title")}`;

export function sayWindows(windows: readonly SeenWindow[]): string {
  const titles = windows.slice(0, TITLES_SHOWN_MAX).map(({ shown }) => `"${shown.title}"`);
  return titles.length === 0 ? "no window" : titles.join(", ");
}
