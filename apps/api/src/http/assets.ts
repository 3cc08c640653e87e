import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FleetError } from "@deskfleet/contracts";
import type { App } from "../app-env.ts";
import { DOCS_CSP, PAGE_CSP } from "./security-headers.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

const packageFolder = (entry: string) => dirname(fileURLToPath(import.meta.resolve(entry)));
const CONSOLE = fileURLToPath(new URL("../../console", import.meta.url));

/** URL path -> page of the console. The view page learns its session from the address. */
const PAGES: Record<string, { file: string; csp: string }> = {
  "/": { file: "/console/index.html", csp: PAGE_CSP },
  "/docs": { file: "/console/docs.html", csp: DOCS_CSP },
  "/v1/sessions/:id/view": { file: "/console/view.html", csp: PAGE_CSP },
};

/**
 * The console's files, noVNC's modules and Swagger UI, all from memory: what is not read here at start cannot be asked
 * for, whatever the path says. About 3 MB.
 */
export function serveAssets(app: App): void {
  const assets = new Map<string, Asset>();
  load(assets, "/console", CONSOLE);
  const novnc = dirname(packageFolder("@novnc/novnc"));
  load(assets, "/vendor/novnc/core", join(novnc, "core"));
  load(assets, "/vendor/novnc/vendor", join(novnc, "vendor"));
  const swagger = packageFolder("swagger-ui-dist/package.json");
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"])
    add(assets, `/vendor/swagger-ui/${name}`, join(swagger, name));

  for (const [path, { file, csp }] of Object.entries(PAGES))
    app.get(path, (c) => send(assets.get(file), c.req.header("if-none-match"), { "Content-Security-Policy": csp }));
  for (const path of ["/console/*", "/vendor/*"])
    app.get(path, (c) => send(assets.get(c.req.path), c.req.header("if-none-match")));
}

function send(asset: Asset | undefined, ifNoneMatch: string | undefined, more: Record<string, string> = {}): Response {
  if (asset === undefined) throw new FleetError("resource.not_found", "There is no such file");
  const headers = { ...more, ETag: asset.etag, "Cache-Control": "no-cache" };
  if (ifNoneMatch === asset.etag) return new Response(null, { status: 304, headers });
  return new Response(asset.bytes, { headers: { ...headers, "Content-Type": asset.type } });
}

function load(assets: Map<string, Asset>, prefix: string, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) load(assets, `${prefix}/${entry.name}`, path);
    else if (TYPES[extname(entry.name)] !== undefined) add(assets, `${prefix}/${entry.name}`, path);
  }
}

function add(assets: Map<string, Asset>, url: string, path: string): void {
  const bytes = new Uint8Array(readFileSync(path));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  assets.set(url, { bytes, type: TYPES[extname(path)]!, etag });
}
