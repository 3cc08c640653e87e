import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";

export const DEFAULT_ENGINE = "unix:///var/run/docker.sock";
const PING_TIMEOUT_MS = 3_000;

/** Where an engine may listen, most specific first; each as a DOCKER_HOST value. */
export function engineCandidates(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string[] {
  if (env.DOCKER_HOST) return [env.DOCKER_HOST];
  const found = [
    contextHost(env, home),
    DEFAULT_ENGINE,
    // Rootless Docker and Docker Desktop.
    env.XDG_RUNTIME_DIR ? `unix://${env.XDG_RUNTIME_DIR}/docker.sock` : null,
    `unix://${home}/.docker/run/docker.sock`,
    `unix://${home}/.docker/desktop/docker.sock`,
  ];
  return [...new Set(found.filter((host) => host !== null))];
}

/** The socket of the CLI's current context: its folder is named after the SHA-256 of the context's name. */
function contextHost(env: NodeJS.ProcessEnv, home: string): string | null {
  const config = join(env.DOCKER_CONFIG ?? join(home, ".docker"));
  try {
    const name = env.DOCKER_CONTEXT ?? readJson(join(config, "config.json")).currentContext;
    if (typeof name !== "string" || name === "default") return null;
    const id = createHash("sha256").update(name).digest("hex");
    const meta = readJson(join(config, "contexts/meta", id, "meta.json")) as {
      Endpoints?: { docker?: { Host?: string } };
    };
    return meta.Endpoints?.docker?.Host ?? null;
  } catch {
    // No CLI configuration, or one that does not parse: there is no context then, the other candidates are tried.
    return null;
  }
}

function readJson(path: string): Record<string, unknown> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>) : {};
}

/** Whether an engine answers there, asked through its API (`/_ping`): no CLI is needed. null: yes; else why not. */
export function pingEngine(host: string): Promise<string | null> {
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url?.protocol !== "unix:" && url?.protocol !== "tcp:" && url?.protocol !== "http:") {
    return Promise.resolve(`${host} is not a unix:// or tcp:// address`);
  }
  const where =
    url.protocol === "unix:" ? { socketPath: decodeURI(url.pathname) } : { host: url.hostname, port: url.port || 2375 };
  return new Promise((resolvePromise) => {
    const ping = request({ ...where, path: "/_ping", timeout: PING_TIMEOUT_MS }, (response) => {
      response.resume();
      resolvePromise(response.statusCode === 200 ? null : `${host} answered ${response.statusCode}`);
    });
    ping.on("timeout", () => ping.destroy(new Error(`no answer in ${PING_TIMEOUT_MS} ms`)));
    ping.on("error", (error) => resolvePromise(`${host}: ${(error as NodeJS.ErrnoException).code ?? error.message}`));
    ping.end();
  });
}
