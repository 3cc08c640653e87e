import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { visibleRange } from "./visible-range.ts";

export interface Column<T> {
  readonly name: string;
  /** CSS width; without one it shares what is left. */
  readonly width?: string;
  readonly align?: "end";
  /** Left out where there is less room: below 1,100 pixels. */
  readonly isExtra?: boolean;
  readonly cell: (row: T) => ReactNode;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Where a row leads: by a click on it, or by Enter. */
  readonly href?: (row: T) => string;
  readonly hasMore?: boolean;
  readonly loadMore?: () => void;
  /** Shown instead of rows where there are none. */
  readonly empty: ReactNode;
  readonly isLoading?: boolean;
}

/** Every row has this height, as in table.css: what stands outside the window is only a height. */
const ROW_PX = 36;
const OVERSCAN = 12;
const SKELETON_ROWS = 8;

/** A table of any length: only the rows in sight are in the document. Arrow keys, j and k move in it, Enter opens. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, href, hasMore = false, loadMore, empty, isLoading = false } = props;
  const [, navigate] = useLocation();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [current, setCurrent] = useState(-1);
  const { first, end } = visibleRange({ ...view, rows: rows.length, rowHeight: ROW_PX, overscan: OVERSCAN });

  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const measure = () => setView({ top: node.scrollTop, height: node.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    node.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      node.removeEventListener("scroll", measure);
    };
  }, []);
  useEffect(() => {
    if (hasMore && end >= rows.length - OVERSCAN) loadMore?.();
  }, [hasMore, end, rows.length, loadMore]);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setCurrent(next);
    const node = scroller.current;
    if (node === null) return;
    const [top, bottom] = [next * ROW_PX, (next + 2) * ROW_PX];
    if (top < node.scrollTop) node.scrollTop = top;
    else if (bottom > node.scrollTop + node.clientHeight) node.scrollTop = bottom - node.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor(view.height / ROW_PX) - 2;
    const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page };
    const row = rows[current];
    if (event.key === "Enter" && row !== undefined && href !== undefined) navigate(href(row));
    else if (event.key === "Home") move(0);
    else if (event.key === "End") move(rows.length - 1);
    else if (steps[event.key] !== undefined) move(current + (steps[event.key] ?? 0));
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and takes keys
    <section className="table-scroll" ref={scroller} aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      <table aria-rowcount={rows.length + 1} aria-busy={isLoading}>
        <colgroup>
          {columns.map(({ name, width, isExtra }) => (
            <col
              key={name}
              className={isExtra ? "extra" : undefined}
              style={width === undefined ? undefined : { width }}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, align, isExtra }) => (
              <th key={name} scope="col" data-align={align} className={isExtra ? "extra" : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isLoading && <Skeleton columns={columns} />}
          {first > 0 && <Spacer height={first * ROW_PX} columns={columns.length} />}
          {rows.slice(first, end).map((row, offset) => (
            <tr
              key={rowKey(row)}
              aria-rowindex={first + offset + 2}
              data-current={first + offset === current}
              data-opens={href !== undefined}
              onClick={(event) => {
                const isControl = event.target instanceof Element && event.target.closest("a,button,input") !== null;
                if (href !== undefined && !isControl && !getSelection()?.toString()) navigate(href(row));
              }}
            >
              {columns.map(({ name, align, isExtra, cell }) => (
                <td key={name} data-align={align} className={isExtra ? "extra" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {end < rows.length && <Spacer height={(rows.length - end) * ROW_PX} columns={columns.length} />}
        </tbody>
      </table>
      {!isLoading && rows.length === 0 && empty}
      {hasMore && <p className="table-more muted">More follow…</p>}
    </section>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function Skeleton<T>({ columns }: { columns: readonly Column<T>[] }) {
  return Array.from({ length: SKELETON_ROWS }, (_none, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content are all the same
    <tr key={row}>
      {columns.map(({ name, isExtra }) => (
        <td key={name} className={isExtra ? "extra" : undefined}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ));
}
