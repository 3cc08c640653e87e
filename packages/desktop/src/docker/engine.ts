import { FleetError } from "@deskfleet/contracts";
import Docker from "dockerode";

/**
 * The engine at `dockerHost` (`unix:///path`, `tcp://host:port`, `http(s)://host:port`); without it whatever DOCKER_HOST
 * and its TLS variables say, else the default socket.
 */
export function connectEngine(dockerHost: string | undefined): Docker {
  if (dockerHost === undefined || dockerHost === process.env.DOCKER_HOST) return new Docker();
  const url = new URL(dockerHost);
  if (url.protocol === "unix:") return new Docker({ socketPath: url.pathname });
  if (["tcp:", "http:", "https:"].includes(url.protocol)) {
    const protocol = url.protocol === "https:" ? "https" : "http";
    return new Docker({ protocol, host: url.hostname, port: Number(url.port || (protocol === "https" ? 2376 : 2375)) });
  }
  throw new FleetError("internal", "DOCKER_HOST must be a unix, tcp, http or https address");
}

/** HTTP status of an engine's refusal; null when it did not answer at all. */
export function engineStatus(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return null;
  return typeof error.statusCode === "number" ? error.statusCode : null;
}

/** Removes a container by id or name. Gone already, or being removed by someone else, is as good. */
export async function removeContainer(docker: Docker, id: string): Promise<void> {
  try {
    await docker.getContainer(id).remove({ force: true, v: true });
  } catch (error) {
    const status = engineStatus(error);
    if (status !== 404 && status !== 409) throw error;
  }
}
