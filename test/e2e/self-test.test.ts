import { TOOLS } from "@deskfleet/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RealFleet, startRealFleet } from "../browser/real-fleet.ts";

let fleet: RealFleet;
beforeAll(async () => {
  fleet = await startRealFleet();
});
afterAll(() => fleet?.close());

const selfTest = () => fleet.call("POST", "/v1/selftest", {});

it("every tool passes its three cases on a real desktop; of two runs at once one is refused; no session is left", async () => {
  const runs = await Promise.allSettled([selfTest(), selfTest()]);
  const report = runs.flatMap((run) => (run.status === "fulfilled" ? [run.value] : []))[0];
  const refusals = runs.flatMap((run) => (run.status === "rejected" ? [String(run.reason)] : []));
  const failed = report.cases.filter(({ isPassed }: { isPassed: boolean }) => !isPassed);
  expect(failed).toEqual([]);
  expect([report.passed, report.failed]).toEqual([3 * TOOLS.size, 0]);
  expect(refusals).toEqual([expect.stringContaining("409")]);
  expect(await fleet.call("GET", `/v1/sessions/${report.sessionId}`)).toMatchObject({
    ...{ state: "ended", endReason: "self_test_ended", workerId: report.workerId },
  });
  const recorded = async (action: string) => (await fleet.call("GET", `/v1/audit?action=${action}`)).items;
  // The run that was refused had begun as far as the API knew.
  expect(await recorded("selftest.started")).toHaveLength(2);
  expect(await recorded("selftest.ended")).toHaveLength(1);
}, 180_000);
