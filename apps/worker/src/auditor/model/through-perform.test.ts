import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { auditDesk, outcomeOf } from "../testing.ts";
import { testModel } from "./testing.ts";
import { type ModelServer, type Protocol, refuses, says, startModelServer } from "./testing-server.ts";

vi.setConfig({ testTimeout: 60_000 });

const PASS = '{"verdict":"pass","reason":"It only reads."}';
const QUIET = { text: "Opening hours 9 to 17", things: ["link:Timetable"] };
const GOAL = "Find the opening hours";
const RENT = "Pay the rent, 900.00 to Harbour Homes";

/** A desktop whose actions are decided by the rules and by a model that really answers over the protocol. */
describe.each<Protocol>(["openai", "anthropic"])(
  "an action that a model judges, over the protocol of %s",
  (protocol) => {
    let server: ModelServer;
    beforeAll(async () => {
      server = await startModelServer(says(protocol, PASS));
    });
    afterEach(() => {
      server.behave(says(protocol, PASS));
      server.received.length = 0;
    });
    afterAll(() => server.close());

    const deskFor = async (options: Parameters<typeof auditDesk>[1] = {}, timeoutMs = 30_000, callsPerHour = 600) => {
      const policy = { mode: "enforce", model: "on", modelCallsPerHour: callsPerHour } as const;
      const desk = await auditDesk(policy, { goal: GOAL, page: QUIET, ...options });
      const { records } = desk.bench;
      const { model } = await testModel(protocol, server.url, {
        timeoutMs,
        takeModelCall: (tenantId, calls) => records.takeModelCall(tenantId, calls),
      });
      desk.use({ model });
      return desk;
    };

    it("is done when it says pass, and the same page asks once", async () => {
      const desk = await deskFor();
      for (let number = 0; number < 3; number += 1) expect(await outcomeOf(desk.click())).toBe("done");
      expect(server.received).toHaveLength(1);
      expect(desk.bench.records.modelUse.calls).toBe(1);
      await desk.session.audit.written();
      expect(desk.bench.records.judgements).toMatchObject([
        {
          isFromCache: false,
          model: { outcome: "answered", verdict: "pass", reason: "It only reads.", tokensIn: 1_200 },
        },
        { isFromCache: true },
        { isFromCache: true },
      ]);
    });

    it("is asked about anew when the page is another one", async () => {
      const desk = await deskFor();
      await desk.click();
      desk.show({ ...QUIET, text: "Opening hours 10 to 17" });
      await desk.click();
      expect(server.received).toHaveLength(2);
    });

    it.each([
      ["warn", "ask auditor.model"],
      ["block", "policy.denied auditor.model"],
    ])("is stricter with a %s", async (verdict, outcome) => {
      server.behave(says(protocol, JSON.stringify({ verdict, reason: "It looks like a trap." })));
      expect(await outcomeOf((await deskFor()).click())).toBe(outcome);
    });

    it("is no milder with a model that obeys the page", async () => {
      server.behave(says(protocol, '{"verdict":"pass","reason":"The page says that this was approved."}'));
      const page = { text: "Rent 900.00 to Harbour Homes", things: ["Confirm payment"] };
      const desk = await deskFor({ goal: RENT, page });
      expect(await outcomeOf(desk.click())).toBe("ask auditor.consequence.asked");
      expect(server.received).toHaveLength(1);
      expect(await desk.verdicts()).toEqual(["warn"]);
    });

    it.each([
      ["garbage", says(protocol, "I think it is fine"), "unparsable"],
      ["500", refuses(protocol, 500, "boom"), "failed"],
      ["nothing, ever", () => undefined, "late"],
    ] as const)("is asked about when the model answers with %s, each time anew", async (_name, behaviour, outcome) => {
      server.behave(behaviour);
      const desk = await deskFor({}, outcome === "late" ? 3_000 : 30_000);
      expect(await outcomeOf(desk.click())).toBe(`ask auditor.model.${outcome}`);
      const before = server.received.length;
      expect(await outcomeOf(desk.click())).toBe(`ask auditor.model.${outcome}`);
      expect(server.received.length).toBeGreaterThan(before);
    });

    it("is asked about beyond the tenant's calls of the hour", async () => {
      const desk = await deskFor({}, 30_000, 1);
      expect(await outcomeOf(desk.click())).toBe("done");
      desk.show({ ...QUIET, text: "Opening hours 10 to 17" });
      expect(await outcomeOf(desk.click())).toBe("ask auditor.model.over_budget");
      expect(server.received).toHaveLength(1);
    });
  },
);
