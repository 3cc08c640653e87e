import type { Page } from "../client/types.ts";

/**
 * A list that is sorted by id, newest first, with its first page read again: what is as new as that page is taken from it alone, so
 * that what no longer matches disappears; the older rest stays as it was.
 */
export function mergeFirstPage<T extends { readonly id: string }>(
  pages: readonly Page<T>[],
  fresh: Page<T>,
): Page<T>[] {
  const last = fresh.items.at(-1);
  if (fresh.nextCursor === null || last === undefined) return [fresh];
  const older = pages
    .map(({ items, nextCursor }) => ({ items: items.filter(({ id }) => id < last.id), nextCursor }))
    .filter(({ items }) => items.length > 0);
  return [fresh, ...older];
}

/** The list with one entry as it is now; null takes it out. */
export function replaceItem<T extends { readonly id: string }>(
  pages: readonly Page<T>[],
  id: string,
  item: T | null,
): Page<T>[] {
  return pages.map((page) =>
    page.items.some((each) => each.id === id)
      ? { ...page, items: page.items.flatMap((each) => (each.id !== id ? [each] : item === null ? [] : [item])) }
      : page,
  );
}
