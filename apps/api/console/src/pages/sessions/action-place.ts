/** Where an action goes, in pixels of the screen: a point, or the control that it is about, and of a drag where it ends. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** 0 by 0: a point. */
  readonly width: number;
  readonly height: number;
  readonly to: { readonly x: number; readonly y: number } | null;
}

type Params = Readonly<Record<string, unknown>>;

/** From the recorded parameters, whose points are the screen's; null: it goes to no place, or to one that was not recorded. */
export function placeOf(params: Params): Place | null {
  const at = pointOf(params, "x", "y");
  if (at !== null) return { ...at, width: 0, height: 0, to: null };
  const from = pointOf(params, "fromX", "fromY") ?? pointOf(params, "from_x", "from_y");
  const to = pointOf(params, "toX", "toY") ?? pointOf(params, "to_x", "to_y");
  if (from !== null) return { ...from, width: 0, height: 0, to };
  const frame = recordOf(recordOf(params.target)?.frame);
  const corner = frame && pointOf(frame, "x", "y");
  const size = frame && pointOf(frame, "width", "height");
  return corner && size ? { ...corner, width: size.x, height: size.y, to: null } : null;
}

/** What an app-state action is about, in words: `button “Save” in Order desk`. */
export function targetWords({ target }: Params): string | null {
  const { app, role, title } = recordOf(target) ?? {};
  if (typeof app !== "string") return null;
  const element = [role, title === "" ? undefined : title && `“${title}”`].filter((each) => each !== undefined);
  return element.length === 0 ? app : `${element.join(" ")} in ${app}`;
}

function pointOf(params: Params, nameX: string, nameY: string): { x: number; y: number } | null {
  const [x, y] = [params[nameX], params[nameY]];
  return typeof x === "number" && typeof y === "number" ? { x, y } : null;
}

const recordOf = (value: unknown): Params | null =>
  typeof value === "object" && value !== null ? (value as Params) : null;
