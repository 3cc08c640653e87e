import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "../sessions/testing.ts";
import { type AppBench, button, createAppBench, field } from "./testing.ts";

let app: AppBench;
beforeEach(async () => {
  app = await createAppBench();
});
const place = (elements: Parameters<AppBench["machine"]["elements"]["set"]>[1]) =>
  app.machine.elements.set(app.window.pid, elements);

describe("a state", () => {
  it("is the envelope with the text, and the same as data", async () => {
    place([field("Name", "Ada", ["showing", "sensitive", "enabled", "editable", "focused"]), button("Save")]);
    const { result, frame } = await app.done("get_app_state");
    const { pid, id } = app.window;
    expect(result).toEqual({
      text: [
        "Computer Use state (CUA App Version: fake)",
        "<app_state>",
        `App=editor (pid ${pid})`,
        'Window: "Notes", App: editor.',
        "0 standard window Notes, Secondary Actions: Raise",
        "\t1 text field (settable, string) Name, Value: Ada",
        "\t2 button Save",
        "</app_state>",
        "The focused UI element is 1 text field (settable, string) Name.",
      ].join("\n"),
      app: { id: "editor", name: "editor", pid, toolkit: "gtk3" },
      window: { title: "Notes", xid: id, frame: { x: 0, y: 0, width: 600, height: 400 } },
      elements: [
        expect.objectContaining({ index: 0, role: "standard window", actions: ["Raise"], path: [] }),
        {
          ...{
            index: 1,
            role: "text field",
            traits: ["settable", "string"],
            title: "Name",
            value: "Ada",
            type: "string",
          },
          ...{ description: "", actions: [], frame: { x: 10, y: 50, width: 200, height: 30 }, path: [0] },
        },
        expect.objectContaining({ index: 2, role: "button", title: "Save", type: null }),
      ],
      focused_index: 1,
      selected_text: null,
      frame_reliability: "high",
      truncated: false,
      timings: { collect: 1, render: expect.any(Number) },
      telemetry: {
        time_to_first_get_app_state: 0,
        time_from_first_get_app_state_to_first_write: null,
        time_to_first_write: null,
      },
    });
    expect(frame).toMatchObject({
      format: "png",
      width: 600,
      height: 400,
      region: { x: 0, y: 0, width: 600, height: 400 },
    });
  });

  it("begins with the application's instructions, once for each caller; policy's words count before the image's", async () => {
    app.machine.instructions.set("editor", "## Editor\nFrom the image.\n");
    const told = "<app_specific_instructions>\n## Editor\nFrom the image.\n</app_specific_instructions>\n<app_state>";
    expect((await app.state("get_app_state")).text).toContain(told);
    expect((await app.state("get_app_state")).text).not.toContain("instructions");
    app.bench.records.document = {
      ...app.bench.records.document,
      appInstructions: { Editor: "Never press Delete." },
    };
    app.bench.host.onSignal({ kind: "policy.changed", tenantId: null });
    await app.bench.host.tick();
    const again = await app.bench.open({ grants: ["computer_use", "screen"] });
    app.bench.machine(again).openWindow("Notes", "editor", ["editor"]);
    const { perform } = await import("../perform.ts");
    const performed = await perform(again, { tool: "get_app_state", params: { app: "editor" }, principal: OPERATOR });
    expect(JSON.stringify(performed)).toContain("Never press Delete.");
  });

  it("without an application is that of the active window; by process id as well", async () => {
    app.machine.openWindow("Orders", "order-desk", ["order-desk"]);
    expect((await app.state("get_app_state", { app: undefined })).app?.id).toBe("order-desk");
    expect((await app.state("get_app_state", { app: `${app.window.pid}` })).app?.id).toBe("editor");
  });

  it("is answered although its picture failed", async () => {
    app.machine.overrides.set("computer_screen_capture", () => {
      throw new Error("no picture");
    });
    const { result, frame } = await app.done("get_app_state");
    expect(result).toMatchObject({ text: expect.stringContaining("<app_state>") });
    expect(frame).toBeUndefined();
  });

  it("observes by itself: an observation beside it is a fault", async () => {
    const failure = await app.failure("get_app_state", {}, { observe: {} });
    expect(failure.code).toBe("request.invalid");
  });
});

describe("an action", () => {
  it("is told the executor by what the state's record holds, and answers with the state afterwards", async () => {
    place([
      field("Name", "Ada"),
      button("Save", (window) => place([{ role: "label", name: `Saved ${window.title}` }])),
    ]);
    await app.state("get_app_state");
    const after = await app.state("click", { element_index: "2", click_count: 2, mouse_button: 3 });
    expect(after.text).toContain("1 text Saved Notes");
    const { pid, id } = app.window;
    expect(app.told()).toEqual([
      {
        method: "click",
        args: {
          ...{ pid, windowId: id, clickCount: 2, button: "right" },
          element: {
            ...{ key: `:1.${pid}|/w/1`, windowIndex: 0, path: [1], role: "push button", name: "Save", toolkit: "gtk3" },
            frame: [10, 10, 80, 30],
          },
        },
      },
    ]);
    expect(after.how).toBe("action");
    expect(after.timings?.settle).toBeLessThan(1_000);
  });

  it("that changes nothing is given up on after 400 ms, one that never rests after a second", async () => {
    place([button("Nothing"), button("Spin")]);
    await app.state("get_app_state");
    const still = await app.state("click", { element_index: 1 });
    expect(still.timings?.settle).toBeGreaterThanOrEqual(400);
    let turn = 0;
    const spin = app.machine.elements.get(app.window.pid) ?? [];
    Object.defineProperty(spin[0], "name", { get: () => `Turn ${turn++}`, enumerable: true });
    await app.state("get_app_state");
    const spun = await app.state("click", { element_index: 2 });
    expect(spun.timings?.settle).toBeGreaterThanOrEqual(1_000);
  });

  it("after which the application stops answering is told as it was seen last, after a second", async () => {
    place([button("Work")]);
    await app.state("get_app_state");
    const { pid, id } = app.window;
    const working = {
      role: "push button",
      name: "Working",
      states: ["showing"],
      actions: ["click"],
      extents: [1, 1, 9, 9],
    };
    const roots = [
      { role: "frame", name: "Notes", states: ["showing"], extents: [0, 0, 600, 400], children: [working] },
    ];
    const window = { title: "Notes", windowId: id, frame: { x: 0, y: 0, width: 600, height: 400 } };
    let looks = 0;
    app.machine.overrides.set("get_app_state", async (_args, { signal }) => {
      looks += 1;
      // The look at the change comes back, the next one does not.
      if (looks > 1) await sleep(20_000, undefined, { signal });
      const snapshot = { app: { name: "editor", pid, toolkit: "gtk3" }, window: { title: "Notes" }, roots };
      return { unchanged: false, digest: "d", snapshot, window, frameReliability: "high", collectMs: 1 };
    });
    const startedMs = performance.now();
    const seen = await app.state("click", { element_index: 1 });
    expect(seen.text).toContain("button (disabled) Working");
    expect(seen.timings?.settle).toBeGreaterThanOrEqual(1_000);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it("set_value says what the field held before and after", async () => {
    place([field("Name", "Ada")]);
    await app.state("get_app_state");
    expect(await app.state("set_value", { element_index: 1, value: "Grace" })).toMatchObject({
      ...{ before: "Ada", after: "Grace", how: "editable_text" },
      text: expect.stringContaining("Name, Value: Grace"),
    });
  });

  it("of a password field shows bullets only, whatever the desktop answers", async () => {
    place([{ ...field("Password", "hunter2"), role: "password text" }]);
    const before = await app.done("get_app_state");
    const after = await app.done("set_value", { element_index: 1, value: "correct horse" });
    expect(after.result).toMatchObject({ before: "•••••••", after: "•".repeat(13) });
    expect(JSON.stringify([before, after, app.bench.audit.records])).not.toMatch(/hunter2|correct horse/);
  });

  it.each([
    ["Raise", "Raise"],
    ["raise", "Raise"],
  ])("finds the action %s whatever its case", async (asked, told) => {
    await app.state("get_app_state");
    await app.state("perform_secondary_action", { element_index: 0, action: asked });
    expect(app.told()).toMatchObject([{ args: { action: told } }]);
  });

  it("finds an action by the name that is shown and by the toolkit's", async () => {
    place([{ ...button("Row"), actions: ["click", "open_in_new-window"] }]);
    await app.state("get_app_state");
    for (const action of ["Open In New Window", "OPEN_IN_NEW-WINDOW", "click"])
      await app.state("perform_secondary_action", { element_index: 1, action });
    const raw = "open_in_new-window";
    expect(app.told().map(({ args }) => (args as { action: string }).action)).toEqual([raw, raw, "click"]);
  });

  it("says in words of the text what it was about, in the audit store and to who is asked", async () => {
    place([button(`Save ghp_${"a1B2".repeat(9)}`)]);
    await app.state("get_app_state");
    await app.state("click", { element_index: 1 });
    const intent = app.bench.audit.records.find(({ kind, action }) => kind === "intent" && action === "click");
    expect(intent?.params).toMatchObject({
      element_index: 1,
      target: { app: "editor", windowId: app.window.id, role: "button", title: "Save •••" },
    });
    expect(intent?.params.target).toHaveProperty("frame");
  });

  it("is done in the window that the state showed, although another one of the application came to the front", async () => {
    app.machine.windows.unshift({ ...app.window, id: 4_711, title: "Other document" });
    app.machine.raise(app.window.id);
    await app.state("get_app_state");
    app.machine.raise(4_711);
    await app.state("press_key", { key: "Return" });
    expect(app.told()).toMatchObject([{ method: "press_key", args: { windowId: app.window.id } }]);
  });

  it("of which the desktop answers with another application is not known to have happened", async () => {
    const { pid } = app.machine.openWindow("Other", "other", ["other"]);
    const other = await app.state("get_app_state", { app: "other" });
    expect(other.app?.pid).toBe(pid);
    const lie = { app: { name: "x", pid, toolkit: "gtk3" }, window: { title: "x" }, roots: [{ role: "frame" }] };
    const window = { title: "x", windowId: null, frame: { x: 0, y: 0, width: 1, height: 1 } };
    app.machine.overrides.set("get_app_state", () => ({
      ...{ unchanged: false, digest: "d", snapshot: lie, window, frameReliability: "high", collectMs: 1 },
    }));
    expect((await app.failure("get_app_state")).code).toBe("action.unknown");
  });

  it("counts its first read and write", async () => {
    place([field("Name")]);
    app.bench.clock.nowMs += 1_000;
    await app.state("get_app_state");
    app.bench.clock.nowMs += 500;
    expect((await app.state("set_value", { element_index: 1, value: "x" })).telemetry).toEqual({
      time_to_first_get_app_state: 1_000,
      time_from_first_get_app_state_to_first_write: 500,
      time_to_first_write: 1_500,
    });
  });
});

describe("pixels", () => {
  it("are those of the state's screenshot, whatever was captured since", async () => {
    const moved = app.machine.openWindow("Other", "other", ["other"]);
    expect([moved.x, moved.y]).toEqual([40, 40]);
    await app.state("get_app_state", { app: "other" });
    await app.done("computer_screen_capture", { app: undefined, scale: 0.5 });
    await app.state("click", { app: "other", x: 10.7, y: 20 });
    await app.state("drag", { app: "other", from_x: 0, from_y: 0, to_x: 5, to_y: 6 });
    expect(app.told().map(({ args }) => args)).toMatchObject([
      { x: 50, y: 60 },
      { fromX: 40, fromY: 40, toX: 45, toY: 46 },
    ]);
  });

  it("outside of it are denied", async () => {
    await app.state("get_app_state");
    const denied = await app.failure("click", { x: 600, y: 10 });
    expect(denied).toMatchObject({ code: "policy.denied", data: { gate: "bounds", code: "bounds.outside" } });
    expect(app.told()).toEqual([]);
  });
});

describe("list_apps", () => {
  it("is a line for each application, also for those that can be started; process ids are for those who may read titles", async () => {
    app.machine.openWindow("Order desk", "order-desk", ["order-desk"]);
    const { text, apps } = (await app.done("list_apps", { app: undefined })).result as { text: string; apps: object[] };
    const startable = app.session.desktop.info.apps.filter(({ id }) => id !== "order-desk");
    expect(startable.length).toBeGreaterThan(0);
    expect(text.split("\n").sort()).toEqual(
      [
        "editor — editor [running, last-used=2030-01-01, uses=1]",
        "Order desk — order-desk [running, last-used=2030-01-01, uses=1]",
        ...startable.map(({ id, name }) => `${name} — ${id} [uses=0]`),
      ].sort(),
    );
    expect(apps).toContainEqual({
      name: "editor",
      id: "editor",
      pid: app.window.pid,
      isRunning: true,
      lastUsed: "2030-01-01",
      uses: 1,
    });
    const plain = await createAppBench(["computer_use"]);
    const named = (await plain.done("list_apps", { app: undefined })).result as {
      apps: { name: string; pid: unknown }[];
    };
    expect(named.apps.map(({ name }) => name)).toContain("editor");
    expect(named.apps.filter(({ pid }) => pid !== null)).toEqual([]);
  });
});
