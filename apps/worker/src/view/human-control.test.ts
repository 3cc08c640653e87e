import { expect, it } from "vitest";
import { createBench, failureOf, OPERATOR } from "../sessions/testing.ts";
import { HumanControl } from "./human-control.ts";

it("a session that ends while control of it is being taken is nobody's, and what was recorded is closed", async () => {
  const bench = createBench();
  const control = new HumanControl();
  const session = await bench.open();
  bench.audit.before = async ({ action, params }) => {
    if (action === "session.controlled" && params.state === "taken") await bench.host.close(session.id, "closed");
  };
  expect(await failureOf(control.take(session, OPERATOR))).toMatchObject({ code: "session.ended" });
  expect(session.controlledBy).toBeNull();
  const turns = () => bench.audit.records.filter(({ action }) => action === "session.controlled");
  await expect.poll(() => turns().map(({ params }) => params.state)).toEqual(["taken", "handed_back"]);
  expect(turns()[1]?.params).toMatchObject({ reason: "session_ended" });
});
