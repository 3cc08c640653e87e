import { FindElements, type FoundElements } from "@deskfleet/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { failureOf, OPERATOR } from "../sessions/testing.ts";
import { type Finding, findElements } from "./find-elements.ts";
import { type AppBench, button, createAppBench, field } from "./testing.ts";

let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
});
const place = (...elements: Parameters<AppBench["machine"]["elements"]["set"]>[1]) =>
  app.machine.elements.set(app.window.pid, [...elements]);
const find = (request: object, signal = new AbortController().signal): Promise<Finding> =>
  findElements(app.session, { ...FindElements.parse(request), principal: OPERATOR, signal });
async function found(request: object): Promise<FoundElements> {
  const finding = await find(request);
  return finding.outcome === "found" ? finding.found : expect.unreachable("a person was asked");
}
const disabled = (name: string) => ({ ...button(name), states: ["showing", "visible"] });

describe("looking for elements", () => {
  it("answers all that match, as a state would, each with a locator for it alone", async () => {
    place(field("Name", "Ada"), button("Save"), button("Save"));
    const { matches, candidates, missing, frame } = await found({ target: { app: "editor", name: "Save" } });
    expect({ candidates, missing, frame }).toEqual({ candidates: [], missing: null, frame: null });
    expect(matches).toEqual([
      expect.objectContaining({ role: "button", title: "Save", locator: { role: "button", name: "Save", nth: 0 } }),
      expect.objectContaining({ role: "button", title: "Save", locator: { role: "button", name: "Save", nth: 1 } }),
    ]);
    expect(matches[0]).not.toHaveProperty("index");
  });

  it("answers only those in the state that is asked for", async () => {
    place(button("Save"), disabled("Save"));
    const { matches } = await found({ target: { name: "Save" }, state: "disabled" });
    expect(matches).toEqual([expect.objectContaining({ traits: ["disabled"] })]);
  });

  it("answers what comes nearest, and a picture, when there is none", async () => {
    place(field("Customer"), button("Save"));
    const { matches, candidates, frame } = await found({ target: { label: "Custmer" } });
    expect(matches).toEqual([]);
    expect(candidates[0]).toMatchObject({ title: "Customer", locator: { label: "Customer" } });
    expect(frame?.image).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it("waits for the first one", async () => {
    place(button("Help"));
    const waiting = found({ target: { name: "Save" }, timeoutMs: 30_000 });
    await expect
      .poll(() => app.machine.calls.filter(({ method }) => method === "get_app_state").length)
      .toBeGreaterThan(1);
    place(button("Save"));
    expect((await waiting).matches).toHaveLength(1);
  });

  it("starts nothing: an application that does not run is missing", async () => {
    const { missing, matches } = await found({ target: { app: "browser", name: "Save" } });
    expect({ missing, matches }).toEqual({ missing: 'appNotFound("browser")', matches: [] });
    expect(app.told()).toEqual([]);
  });

  it("leaves the numbers of the state that its caller has read as they are", async () => {
    place(button("One"), button("Two"));
    await app.state("get_app_state");
    place(button("New"), button("One"), button("Two"));
    await found({ target: { name: "New" } });
    await app.call("click", { element_index: 1 }).catch(() => undefined);
    expect(app.told()).toEqual([
      expect.objectContaining({ args: expect.objectContaining({ element: expect.objectContaining({ name: "One" }) }) }),
    ]);
  });

  it("is judged and recorded as reading the application: without the consent a person is asked, and nothing is told", async () => {
    app = await createAppBench(["computer_use", "write"]);
    place(button("Secret plan"));
    const finding = await find({ target: { role: "button" } });
    expect(finding.outcome).toBe("ask");
    expect(JSON.stringify(finding)).not.toContain("Secret plan");
  });

  it("masks what is a secret, and suggests no locator that would say it", async () => {
    const key = "sk-live-0123456789abcdef0123";
    place(button(`Copy ${key}`), field("Name"));
    const { matches } = await found({ target: { role: "button" } });
    expect(JSON.stringify(matches)).not.toContain(key);
    expect(matches).toEqual([expect.objectContaining({ title: "Copy •••" })]);
  });

  it("refuses a pattern that is none", async () => {
    place(button("Save"));
    expect(await failureOf(find({ target: { name: { pattern: "(" } } }))).toMatchObject({ code: "request.invalid" });
  });

  it("ends when its caller gives it up", async () => {
    place(button("Help"));
    const caller = new AbortController();
    const waiting = find({ target: { name: "Save" }, timeoutMs: 30_000 }, caller.signal);
    caller.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow();
  });
});

describe("an element that a tool is told by a locator", () => {
  it("is found among the elements of the moment and acted on", async () => {
    place(button("Cancel"), field("Name"), button("Save"));
    await app.done("click", { element: { role: "button", name: "Save" } });
    await app.done("set_value", { element: { label: "Name" }, value: "Ada" });
    expect(app.told()).toEqual([
      { method: "click", args: expect.objectContaining({ element: expect.objectContaining({ name: "Save" }) }) },
      {
        method: "set_value",
        args: expect.objectContaining({ element: expect.objectContaining({ name: "Name" }), value: "Ada" }),
      },
    ]);
  });

  it("is waited for until it is enabled", async () => {
    place(disabled("Save"));
    const waiting = app.done("click", { element: { name: "Save" } }, { targetTimeoutMs: 30_000 });
    await expect
      .poll(() => app.machine.calls.filter(({ method }) => method === "get_app_state").length)
      .toBeGreaterThan(1);
    expect(app.told()).toEqual([]);
    place(button("Save"));
    await waiting;
    expect(app.told()).toHaveLength(1);
  });

  it("that does not come is reported with what was there, and nothing was done", async () => {
    place(button("Save as"));
    const failure = await app.failure("click", { element: { name: "Save" } }, { targetTimeoutMs: 100 });
    expect(failure).toMatchObject({
      code: "action.failed",
      detail: expect.stringContaining('nearest: button "Save as" aka {"role":"button","name":"Save as"}'),
      data: { candidates: ['button "Save as"'], matches: [] },
    });
    expect(app.told()).toEqual([]);
  });

  it("of which there are two is refused as soon as both have stayed", async () => {
    place(button("Save"), button("Save"));
    const failure = await app.failure("click", { element: { name: "Save" } }, { targetTimeoutMs: 60_000 });
    expect(failure).toMatchObject({
      code: "action.failed",
      detail: expect.stringMatching(/^2 elements are element "Save"/),
    });
    expect(app.told()).toEqual([]);
  });

  it("is told nothing of to whoever may not read the application", async () => {
    app = await createAppBench(["computer_use", "write"]);
    place(button("Secret plan"));
    const failure = await app.failure("click", { element: { name: "Save" } }, { targetTimeoutMs: 100 });
    expect(JSON.stringify(failure)).not.toContain("Secret plan");
    expect(failure.detail).toMatch(/: nothing matches$/);
  });
});
