/** The server says in each page where the root is from there: `./`, `../` …; so the console works below any path of a proxy. */
const relative = document.querySelector<HTMLMetaElement>('meta[name="deskfleet-root"]')?.content ?? "./";

/** Path of the console's root, with a slash at its end: `/`, or `/fleet/`. */
export const ROOT = new URL(relative, location.href).pathname;

/** An absolute path of the API (`/v1/tasks`) as this page has to ask for it. */
export const underRoot = (path: string): string => ROOT + path.replace(/^\//, "");
