import { useSearchParams } from "wouter";

/** Filters of a page as its address has them: what is shown can be bookmarked and sent. An empty one is left out. */
export function useUrlFilters<N extends string>(
  names: readonly N[],
): [Readonly<Record<N, string>>, (change: Partial<Record<N, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ""])) as Record<N, string>;
  const change = (changes: Partial<Record<N, string>>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [filters, change];
}
