import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { FleetError } from "@deskfleet/contracts";
import type { Context } from "hono";
import type { App, AppEnv } from "../app-env.ts";
import { CONSOLE_PATHS, placePage } from "./console-pages.ts";
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
  /** Made when the first browser asks for it. */
  compressed: Promise<Uint8Array<ArrayBuffer>> | null;
}

const packageFolder = (entry: string) => dirname(fileURLToPath(import.meta.resolve(entry)));
const CONSOLE = fileURLToPath(new URL("../../console", import.meta.url));
/** Their names hold a hash of what is in them: they never change. */
const NAMED_BY_CONTENT = /^\/console\/assets\//;

/** URL path -> page, in the folder that vite builds or among the files that are served as they are. */
const PAGES: Record<string, { file: string; csp: string }> = {
  ...Object.fromEntries(CONSOLE_PATHS.map((path) => [path, { file: "/console/index.html", csp: PAGE_CSP }])),
  "/docs": { file: "/console/docs.html", csp: DOCS_CSP },
  // The view page learns its session from the address.
  "/v1/sessions/:id/view": { file: "/console/view.html", csp: PAGE_CSP },
};

/**
 * The console, the API reference and Swagger UI, all from memory: what is not read here at start cannot be asked for, whatever the
 * path says. About 3 MB.
 */
export function serveAssets(app: App): void {
  const assets = new Map<string, Asset>();
  load(assets, "/console", join(CONSOLE, "static"));
  load(assets, "/console", join(CONSOLE, "dist"));
  const swagger = packageFolder("swagger-ui-dist/package.json");
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"])
    addFile(assets, `/vendor/swagger-ui/${name}`, join(swagger, name));

  for (const [path, { file, csp }] of Object.entries(PAGES))
    app.get(path, (c) => {
      const page = assets.get(file);
      if (page === undefined)
        throw new FleetError("resource.not_found", "The console is not built; npm start builds it");
      return send(c, placed(assets, page, c.req.path), { "Content-Security-Policy": csp, "Cache-Control": "no-cache" });
    });
  for (const path of ["/console/*", "/vendor/*"])
    app.get(path, (c) => {
      const asset = assets.get(c.req.path);
      if (asset === undefined) throw new FleetError("resource.not_found", "There is no such file");
      const isForGood = NAMED_BY_CONTENT.test(c.req.path);
      return send(c, asset, { "Cache-Control": isForGood ? "public, max-age=31536000, immutable" : "no-cache" });
    });
}

/** The page as it is at this depth; kept, because there are few depths. */
function placed(assets: Map<string, Asset>, page: Asset, path: string): Asset {
  const html = placePage(new TextDecoder().decode(page.bytes), path);
  const key = createHash("sha256").update(html).digest("hex");
  const known = assets.get(key) ?? toAsset(new TextEncoder().encode(html), page.type);
  assets.set(key, known);
  return known;
}

async function send(c: Context<AppEnv>, asset: Asset, more: Record<string, string>): Promise<Response> {
  const headers: Record<string, string> = { ...more, ETag: asset.etag, Vary: "Accept-Encoding" };
  if (c.req.header("if-none-match") === asset.etag) return new Response(null, { status: 304, headers });
  headers["Content-Type"] = asset.type;
  if (!/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) return new Response(asset.bytes, { headers });
  asset.compressed ??= compress(asset.bytes);
  return new Response(await asset.compressed, { headers: { ...headers, "Content-Encoding": "gzip" } });
}

const compress = async (bytes: Uint8Array) => new Uint8Array(await promisify(gzip)(bytes, { level: 9 }));

function load(assets: Map<string, Asset>, prefix: string, folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) load(assets, `${prefix}/${entry.name}`, path);
    else if (TYPES[extname(entry.name)] !== undefined) addFile(assets, `${prefix}/${entry.name}`, path);
  }
}

function addFile(assets: Map<string, Asset>, url: string, path: string): void {
  assets.set(url, toAsset(new Uint8Array(readFileSync(path)), TYPES[extname(path)]!));
}

function toAsset(bytes: Uint8Array<ArrayBuffer>, type: string): Asset {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { bytes, type, etag, compressed: null };
}
