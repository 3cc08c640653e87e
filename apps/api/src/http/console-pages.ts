/** First words of the console's own addresses; everything else below the root is the API's. As in console/src/pages/pages.tsx. */
const SECTIONS = ["tasks", "batches", "sessions", "approvals", "policies", "auditor", "audit", "settings"];

/** Paths that answer with the console's page, which then shows what the address means. */
export const CONSOLE_PATHS = ["/", ...SECTIONS.flatMap((section) => [`/${section}`, `/${section}/*`])];

/**
 * A built page for one address: its relative URLs and its `deskfleet-root` lead to the root from there. Nothing of the request but the
 * number of its slashes goes in, so the same page works below any prefix that a proxy takes off.
 */
export function placePage(html: string, path: string): string {
  const depth = path.split("/").length - 2;
  const root = depth === 0 ? "./" : "../".repeat(depth);
  return html
    .replaceAll('="./assets/', `="${root}console/assets/`)
    .replace('name="deskfleet-root" content="./"', `name="deskfleet-root" content="${root}"`);
}
