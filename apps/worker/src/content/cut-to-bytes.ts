/**
 * The value itself, or the most of it whose JSON is at most `bytesMax` UTF-8 bytes: texts are cut between characters, lists
 * lose their last items. Objects keep all their members, so that the tool's schema still fits; only where the empty form of
 * the value is larger than the limit is the answer larger too.
 */
export function cutToBytes(value: unknown, bytesMax: number): { readonly value: unknown; readonly isCut: boolean } {
  if (bytesOf(value) <= bytesMax) return { value, isCut: false };
  return { value: cut(value, bytesMax), isCut: true };
}

/** Bytes of the value as JSON. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");
/** Of `""`, `[]` and `{}`. */
const EMPTY_BYTES = 2;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Bytes of the emptiest value of the same shape: texts and lists empty, the rest as it is. */
function bytesMinOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return EMPTY_BYTES;
  if (!isObject(value)) return bytesOf(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const punctuation = EMPTY_BYTES + Math.max(0, members.length - 1);
  return members.reduce((sum, [name, member]) => sum + bytesOf(name) + 1 + bytesMinOf(member), punctuation);
}

function cut(value: unknown, room: number): unknown {
  if (bytesOf(value) <= room) return value;
  if (typeof value === "string") return cutText(value, room - EMPTY_BYTES);
  if (Array.isArray(value)) return cutList(value, room);
  return isObject(value) ? cutMembers(value, room) : value;
}

function cutList(items: readonly unknown[], room: number): unknown[] {
  const kept: unknown[] = [];
  let left = room - EMPTY_BYTES;
  for (const item of items) {
    const comma = kept.length === 0 ? 0 : 1;
    if (bytesMinOf(item) + comma > left) break;
    const part = cut(item, left - comma);
    kept.push(part);
    left -= bytesOf(part) + comma;
    if (part !== item) break; // nothing stands behind a gap
  }
  return kept;
}

/** Each member gets what the empty forms of the others leave. */
function cutMembers(value: Readonly<Record<string, unknown>>, room: number): Record<string, unknown> {
  let spare = room - bytesMinOf(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const least = bytesMinOf(member);
      const part = cut(member, least + Math.max(0, spare));
      spare -= bytesOf(part) - least;
      return [name, part];
    }),
  );
}

/** `room`: bytes between the quotes, escapes included. */
function cutText(text: string, room: number): string {
  let left = room;
  let end = 0;
  for (const character of text) {
    left -= bytesOf(character) - EMPTY_BYTES;
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
