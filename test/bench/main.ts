import { parseArgs } from "node:util";
import type { Principal } from "@deskfleet/contracts";
import { bootstrapAdmin, findPrincipalByKey, openDatabase } from "@deskfleet/store";
import { freshDatabase } from "../support/database.ts";
import { type BenchDesktop, benchDriver, startBenchDesktop } from "./bench-desktop.ts";
import { BENCH_SECRET, type BenchFleet, startBenchFleet } from "./bench-fleet.ts";
import { printSection, type Section } from "./report.ts";
import { actionSection } from "./sections/actions.ts";
import { anchorSection } from "./sections/anchors.ts";
import { apiSection } from "./sections/api.ts";
import { appStateSection } from "./sections/app-state.ts";
import { auditSection } from "./sections/audit.ts";
import { auditorSection } from "./sections/auditor.ts";
import { contentSection } from "./sections/content.ts";
import { corpusSection, fuzzSection } from "./sections/corpus.ts";
import { gateSection } from "./sections/gates.ts";
import { liveViewSection } from "./sections/live-view.ts";
import { maskingSection } from "./sections/masking.ts";
import { memorySection } from "./sections/memory.ts";
import { queueSection } from "./sections/queue.ts";
import { recordingSection } from "./sections/recording.ts";
import { startSection } from "./sections/starts.ts";
import { submissionSection } from "./sections/submissions.ts";

/** `npm run bench [-- --only gates,actions]`: every section beside a baseline that runs in the same minutes on the same machine. */
const { values } = parseArgs({ options: { only: { type: "string" } } });
const driver = benchDriver();

const SECTIONS: Record<string, () => Promise<Section>> = {
  gates: gateSection,
  corpus: corpusSection,
  content: contentSection,
  auditor: auditorSection,
  masking: () => withDesktop(maskingSection),
  fuzz: fuzzSection,
  "app-state": () => withDesktop(appStateSection),
  anchors: anchorSection,
  actions: () => withDesktop(actionSection),
  api: () => withFleet(apiSection),
  submissions: () => withFleet(submissionSection),
  recording: () => withFleet(recordingSection),
  starts: () => startSection(driver),
  audit: () => withTenant(({ url, principal }) => auditSection(url, BENCH_SECRET, principal.tenantId)),
  queue: () =>
    withTenant(({ url: onPostgres, principal }) =>
      queueSection(principal, [
        { name: "Postgres", databaseUrl: onPostgres, redisUrl: "" },
        { name: "Redis", databaseUrl: onPostgres, redisUrl: process.env.TEST_REDIS_URL ?? "" },
      ]),
    ),
  "live-view": () => liveViewSection(driver),
  memory: () => memorySection(driver),
};

async function withDesktop(work: (bench: BenchDesktop) => Promise<Section>): Promise<Section> {
  const bench = await startBenchDesktop(driver);
  try {
    return await work(bench);
  } finally {
    await driver.destroy(bench.desktop.id);
  }
}

function withFleet(work: (fleet: BenchFleet) => Promise<Section>): Promise<Section> {
  return withTenant(async ({ url, key }) => {
    const fleet = await startBenchFleet(url, key);
    try {
      return await work(fleet);
    } finally {
      await fleet.close();
    }
  });
}

async function withTenant<T>(
  work: (tenant: { url: string; key: string; principal: Principal }) => Promise<T>,
): Promise<T> {
  const database = await freshDatabase();
  try {
    const key = (await bootstrapAdmin(database.url)).key ?? "";
    const store = openDatabase({ url: database.url, applicationName: "bench", secret: BENCH_SECRET });
    const principal = await store.system((tx) => findPrincipalByKey(tx, key));
    await store.close();
    if (principal === null) throw new Error("the new key is not known");
    return await work({ url: database.url, key, principal });
  } finally {
    await database.drop();
  }
}

const wanted = values.only?.split(",") ?? Object.keys(SECTIONS);
let missed = 0;
for (const name of wanted) {
  const section = SECTIONS[name];
  if (section === undefined) throw new Error(`no section ${name}; there are ${Object.keys(SECTIONS).join(", ")}`);
  process.stderr.write(`› ${name}\n`);
  missed += printSection(await section());
}
process.stdout.write(`\n${missed === 0 ? "Every target is met." : `${missed} targets missed.`}\n`);
await driver.close();
