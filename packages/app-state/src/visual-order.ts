import { hasArea, isUnplaced, type Settings, type View } from "./view.ts";

/**
 * GTK 2 and 3 report the children of grids and packed boxes in the order they were added, often reversed. They are put into reading
 * order: bands from top to bottom, each from left to right. A band holds those whose centre is inside its first member's
 * vertical span.
 */
export function inVisualOrder(view: View, { toolkit }: Settings): readonly View[] {
  const { children, role } = view;
  if (toolkit !== "gtk2" && toolkit !== "gtk3") return children;
  if ((role !== "panel" && role !== "filler") || children.length < 2) return children;
  const placed: Placed[] = [];
  for (const child of children) {
    const { extents } = child.node;
    if (extents === null || !hasArea(extents) || isUnplaced(extents)) return children;
    const [x, y, , height] = extents;
    placed.push({ view: child, x, y, height });
  }
  placed.sort((a, b) => a.y - b.y || a.x - b.x);
  const bands: Placed[][] = [];
  for (const member of placed) {
    const band = bands.at(-1);
    const first = band?.[0];
    const centre = member.y + member.height / 2;
    if (band && first && centre >= first.y && centre <= first.y + first.height) band.push(member);
    else bands.push([member]);
  }
  return bands.flatMap((band) => band.sort((a, b) => a.x - b.x).map(({ view }) => view));
}

interface Placed {
  readonly view: View;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}
