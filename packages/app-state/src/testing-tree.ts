import { type Rendering, renderAppState } from "./index.ts";
import { parseSnapshot } from "./parse-snapshot.ts";

/** Trees for tests, in the form of the files in `cases/`. */
export type RawNode = Record<string, unknown> & { role: string };

const USABLE = ["enabled", "sensitive", "showing", "visible"];

/** A node that can be seen and used. `states` are further ones; `children` may be given as the last argument. */
export function node(
  role: string,
  fields: Record<string, unknown> = {},
  children: readonly (RawNode | null)[] = [],
): RawNode {
  const { states = [], ...others } = fields;
  return { role, ...others, states: [...USABLE, ...(states as string[])], children };
}

export interface Around {
  readonly toolkit?: string;
  readonly options?: Record<string, number>;
  readonly selectedText?: string;
  readonly title?: string;
  readonly popups?: readonly RawNode[];
}

/** A window around `children`. */
export function windowOf(children: readonly (RawNode | null)[], around: Around = {}): Record<string, unknown> {
  const { toolkit = "gtk3", options, selectedText, title = "W", popups = [] } = around;
  return {
    app: { id: "a", name: "A", pid: 1, toolkit },
    window: { title },
    roots: [node("frame", { name: title, extents: [0, 0, 800, 600] }, children), ...popups],
    ...(options && { options }),
    ...(selectedText !== undefined && { selected_text: selectedText }),
  };
}

export function render(children: readonly (RawNode | null)[], around: Around = {}): Rendering {
  return renderAppState(parseSnapshot(windowOf(children, around)));
}

/** The lines below the window's own, one level less indented, without their numbers. */
export function linesOf(children: readonly (RawNode | null)[], around: Around = {}): string[] {
  return render(children, around)
    .tree.split("\n")
    .slice(1)
    .map((line) => line.replace(/^(\t*)\d+ ?/, "$1").replace(/^\t/, ""));
}
