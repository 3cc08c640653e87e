/** Strokes on a 20 by 20 grid, drawn for this console. */
const PATHS = {
  overview: "M3 11h5V3H3zM12 17h5V9h-5zM12 6h5V3h-5zM3 17h5v-3H3z",
  tasks: "M4 5h1M4 10h1M4 15h1M8 5h8M8 10h8M8 15h8",
  batches: "M3 6l7-3 7 3-7 3zM3 10l7 3 7-3M3 14l7 3 7-3",
  sessions: "M3 4h14v9H3zM7 17h6M10 13v4",
  approvals: "M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7.5 10l2 2 3.5-4",
  policies: "M5 3h8l3 3v11H5zM8 9h5M8 12h5M12.5 3v3.5H16",
  auditor: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  audit: "M10 3a7 7 0 1 0 7 7M10 6v4l3 2M14 3h3v3",
  settings: "M3 6h8M15 6h2M11 4v4M3 14h2M9 14h8M9 12v4",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM13 13l4 4",
  sun: "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.4 1.4M14.1 14.1l1.4 1.4M4.5 15.5l1.4-1.4M14.1 5.9l1.4-1.4",
  moon: "M16 12A7 7 0 0 1 8 4a6 6 0 1 0 8 8z",
  system: "M3 4h14v9H3zM7 17h6",
  stop: "M7 3h6l4 4v6l-4 4H7l-4-4V7z",
  close: "M5 5l10 10M15 5L5 15",
  copy: "M7 7h9v9H7zM4 13V4h9",
  check: "M4 10l4 4 8-9",
  chevron: "M7 4l6 6-6 6",
  download: "M10 3v10M6 9l4 4 4-4M4 17h12",
  upload: "M10 13V3M6 7l4-4 4 4M4 17h12",
  plus: "M10 4v12M4 10h12",
  full: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5",
  key: "M12 8a4 4 0 1 1-3 3.9L4 17H2M7 14l2 2M12.5 7.5h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: the name stands beside it, or in the label of what it is in. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
