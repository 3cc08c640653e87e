/** What a number, a boolean or a key costs of the budget: about its JSON. */
const SCALAR_BYTES = 8;

/**
 * A value whose JSON is about `bytesMax` UTF-8 bytes at most: texts are cut between characters, lists lose their last
 * items, and the shape stays. Objects keep all their members, so that the tool's schema still fits.
 */
export function cutToBytes(value: unknown, bytesMax: number): { readonly value: unknown; readonly isCut: boolean } {
  if (Buffer.byteLength(JSON.stringify(value) ?? "") <= bytesMax) return { value, isCut: false };
  const budget = { left: bytesMax };
  return { value: cut(value, budget), isCut: true };
}

function cut(value: unknown, budget: { left: number }): unknown {
  if (typeof value === "string") return cutText(value, budget);
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const item of value) {
      if (budget.left <= 0) break;
      kept.push(cut(item, budget));
    }
    return kept;
  }
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        budget.left -= SCALAR_BYTES;
        return [name, cut(member, budget)];
      }),
    );
  budget.left -= SCALAR_BYTES;
  return value;
}

function cutText(text: string, budget: { left: number }): string {
  const bytes = Buffer.from(text);
  const room = Math.max(0, budget.left);
  budget.left -= bytes.length;
  if (bytes.length <= room) return text;
  let end = room;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1; // not inside a character
  return bytes.toString("utf8", 0, end);
}
