import autocannon from "autocannon";
import type { BenchFleet } from "../bench-fleet.ts";
import { ms, type Section } from "../report.ts";

const CONNECTIONS = 20;
const SECONDS = 5;

/** Task submissions on disk (task, outbox and event in one transaction), beside a route that stores nothing. */
export async function submissionSection(fleet: BenchFleet): Promise<Section> {
  const headers = { authorization: `Bearer ${fleet.key}`, "content-type": "application/json" };
  const common = { connections: CONNECTIONS, duration: SECONDS, headers };
  const reads = await autocannon({ ...common, url: `${fleet.url}/v1/tools` });
  const submissions = await autocannon({
    ...common,
    url: `${fleet.url}/v1/tasks`,
    method: "POST",
    body: JSON.stringify({
      steps: [{ do: "computer_screen_size" }],
      grants: ["computer_use"],
      notBefore: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  });
  const row = (what: string, result: autocannon.Result) => {
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${what}: ${result.non2xx} refused, ${result.errors} failed`);
    return {
      what,
      ours: `${result.requests.average.toFixed(0)}/s, p50 ${ms(result.latency.p50)}, p99 ${ms(result.latency.p99)}`,
    };
  };
  return {
    title: `REST, ${CONNECTIONS} connections for ${SECONDS} s`,
    rows: [row("GET /v1/tools", reads), row("POST /v1/tasks", submissions)],
  };
}
