import { type FleetProcess, startFleetProcess } from "../../infra/setup/child.ts";

export interface BenchFleet {
  readonly url: string;
  readonly fleetId: string;
  readonly key: string;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export const BENCH_SECRET = "5d".repeat(32);
const FLEET_ID = "bench-fleet";
/** The rate limit is out of the way. */
export const BENCH_POLICY = {
  grants: ["computer_use", "screen", "write", "app(*)"],
  rate: { actionsPerSecond: 1_000 },
};

/** API and worker as processes of their own on real desktops, with BENCH_POLICY. */
export async function startBenchFleet(databaseUrl: string, key: string): Promise<BenchFleet> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DESKFLEET_SECRET: BENCH_SECRET,
    DESKFLEET_FLEET_ID: FLEET_ID,
    DESKFLEET_LOG_LEVEL: "warn",
    DESKFLEET_API_PORT: "0",
    DESKFLEET_WORKER_ID: "bench-worker",
    DESKFLEET_WARM: "1",
    DESKFLEET_API_REQUESTS_PER_MINUTE: "10000000",
  };
  const processes: FleetProcess[] = [];
  for (const app of ["api", "worker"] as const) processes.push(await startFleetProcess(app, `bench-${app}`, env));
  const url = processes[0]?.url ?? "";
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  };
  await call("PUT", "/v1/policies/tenant", { document: BENCH_POLICY, comment: "for the benchmark" });
  return {
    url,
    fleetId: FLEET_ID,
    key,
    call,
    close: async () => {
      for (const child of processes.toReversed()) await child.stop();
    },
  };
}
