import { DeskfleetError, type DesktopSession, ElementNotFound, openSession } from "@deskfleet/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RealFleet, startRealFleet } from "../browser/real-fleet.ts";

/** A program's day with the SDK, on a real desktop: elements by what their labels say, nothing by its place. */
const GRANTS = ["computer_use", "screen", "write", "app(order-desk)"];
const ORDER = [
  ["Customer", "Grüße, 世界 🌍"],
  ["E-mail", "desk@example.com"],
  ["Product", "Office chair"],
  ["Quantity", "7"],
  ["Unit price", "19.90"],
  ["Delivery date", "2030-12-31"],
] as const;
const app = "order-desk";

let fleet: RealFleet;
let session: DesktopSession;
beforeAll(async () => {
  fleet = await startRealFleet();
  session = await openSession(fleet, { grants: GRANTS });
});
afterAll(async () => {
  await session?.close();
  await fleet?.close();
});

it("fills a form by its labels, saves, and finds the order in the file", async () => {
  await session.act("get_app_state", { app });
  for (const [label, value] of ORDER)
    expect(await session.element({ app, label }).setValue(value)).toMatchObject({ after: value });
  await session.element({ app, role: "button", name: "Save" }).click();
  await session.element({ app, name: "Confirm" }).click();
  await session.element({ app, text: { contains: "saved" } }).waitFor({ timeoutMs: 20_000 });
  const { result } = await session.act("computer_file_read", { path: "/workspace/orders.jsonl" });
  expect((result as { text: string }).text).toContain("Grüße, 世界 🌍");
}, 90_000);

it("says what was there instead of what is not, and what the API refuses", async () => {
  const missing = session.element({ app, label: "Custmer" });
  await expect(missing.waitFor({ timeoutMs: 500 })).rejects.toThrow(ElementNotFound);
  await expect(missing.waitFor({ timeoutMs: 0 })).rejects.toThrow(/Customer/);
  await expect(session.act("no_such_tool")).rejects.toMatchObject({ name: "DeskfleetError", status: 400 });
  await expect(openSession({ url: fleet.url, key: "dk_none" })).rejects.toThrow(DeskfleetError);
}, 60_000);
