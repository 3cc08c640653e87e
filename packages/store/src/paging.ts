import { FleetError, type Page } from "@deskfleet/contracts";

const CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id after which the page starts. Cursors are opaque to clients: base64url of an id. @throws FleetError `request.invalid`. */
export function decodeCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  if (!CURSOR.test(id))
    throw new FleetError("request.invalid", "the cursor is not one of ours", {
      faults: [{ path: "/cursor", message: "use the nextCursor of the page before" }],
    });
  return id;
}

/** `rows` holds one more than `limit` when there is a next page. */
export function toPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? Buffer.from(last.id, "utf8").toString("base64url") : null;
  return { items: shown.map(toItem), nextCursor };
}
