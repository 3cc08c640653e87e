import type { Rendering } from "@deskfleet/app-state";
import type { Locator } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import { plainFilter } from "../content/testing.ts";
import { TestClock } from "../workflow/testing.ts";
import { awaitElement, type Look, NEEDS, type Need, type Seen } from "./await-target.ts";
import { button, disabled, field, node, stateOf as state } from "./testing-states.ts";

/** A desktop that shows one state after the other, each once; the last stays. Every look takes 10 ms. */
function desktop(...looks: readonly Look<Seen>[]) {
  const clock = new TestClock();
  const times: number[] = [];
  const look = async (): Promise<Look<Seen>> => {
    times.push(clock.now());
    await clock.sleep(10, new AbortController().signal);
    return looks[Math.min(times.length, looks.length) - 1]!;
  };
  return { clock, times, look };
}

const SAVE: Locator = { role: "button", name: "Save" };
interface Given {
  readonly needs?: readonly Need[];
  readonly mayRead?: boolean;
  readonly signal?: AbortSignal;
}
function wait(on: ReturnType<typeof desktop>, locator: Locator = SAVE, given: Given = {}) {
  const { needs = NEEDS.click!, mayRead = true, signal = new AbortController().signal } = given;
  return awaitElement(locator, {
    look: on.look,
    needs,
    timeoutMs: 2_000,
    clock: on.clock,
    signal,
    mayRead,
    content: plainFilter(),
  });
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it ended well"),
    (error: unknown) => error as { code: string; detail: string; data: Record<string, string[]> },
  );

describe("the wait fails", () => {
  it("at the deadline, naming what came nearest with a locator that finds it", async () => {
    const on = desktop(state(button("Save as"), button("Help")));
    const { code, detail, data } = await failureOf(wait(on));
    expect(code).toBe("action.failed");
    expect(detail).toMatch(
      /^waited 2\.0 s for button "Save" to be visible, enabled, stable: nothing matches; nearest: /,
    );
    expect(detail).toContain('nearest: button "Save as" aka {"role":"button","name":"Save as"}; button "Help"');
    expect(data).toEqual({
      candidates: ['button "Save as"', 'button "Help"'],
      matches: [],
      log: ["10 ms: nothing matches"],
    });
    expect(on.clock.now()).toBeGreaterThanOrEqual(2_000);
    expect(on.clock.now()).toBeLessThan(2_050);
  });

  it("and says what the element lacks", async () => {
    const { detail } = await failureOf(wait(desktop(state(disabled("Save")))));
    expect(detail).toContain('button (disabled) "Save" is disabled');
    const text = await failureOf(wait(desktop(state(button("Save"))), SAVE, { needs: NEEDS.set_value! }));
    expect(text.detail).toContain('button "Save" is not settable');
    const flat = state(button("Save", { extents: [0, 0, 0, 0], children: [node("image", { name: "x" })] }));
    expect((await failureOf(wait(desktop(flat)))).detail).toContain("is not visible");
  });

  it("when two that stay match, half a second later and not at the deadline", async () => {
    const on = desktop(state(node("panel", { name: "A", children: [button("Save")] }), button("Save")));
    const { code, detail, data } = await failureOf(wait(on));
    expect(code).toBe("action.failed");
    expect(detail).toBe(
      '2 elements are button "Save"; say which (inside, nth, id): ' +
        'button "Save" aka {"role":"button","name":"Save","inside":{"role":"container","name":"A"}}; ' +
        'button "Save" aka {"role":"button","name":"Save","nth":1}',
    );
    expect(data.matches).toEqual(['button "Save"', 'button "Save"']);
    expect(on.clock.now()).toBeGreaterThanOrEqual(500);
    expect(on.clock.now()).toBeLessThan(1_000);
  });

  it("with what there was instead of a window", async () => {
    const other = await failureOf(wait(desktop(state(button("Save"))), { ...SAVE, window: "Editor" }));
    expect(other.detail).toMatch(/nothing matches in the window "Orders"$/);
    const none = await failureOf(wait(desktop({ missing: 'the application "orders" is not running' })));
    expect(none.detail).toMatch(/: the application "orders" is not running$/);
  });

  it("without a word of what is there to whoever may not read it", async () => {
    const told = [
      await failureOf(wait(desktop(state(button("Secret plan"))), SAVE, { mayRead: false })),
      await failureOf(
        wait(desktop(state(button("Secret plan"), button("Secret plan"))), { role: "button" }, { mayRead: false }),
      ),
      await failureOf(wait(desktop(state(button("Secret plan"))), { ...SAVE, window: "x" }, { mayRead: false })),
    ];
    expect(JSON.stringify(told)).not.toContain("Secret");
    expect(JSON.stringify(told)).not.toContain("Orders");
    expect(told.map(({ detail }) => detail.replace(/^.*?: /, ""))).toEqual([
      "nothing matches",
      "2 elements are button; say which (inside, nth, id)",
      "nothing matches",
    ]);
  });

  it("with secrets masked", async () => {
    const key = "sk-live-0123456789abcdef0123";
    const { detail, data } = await failureOf(wait(desktop(state(button(`Save ${key}`)))));
    expect(detail + JSON.stringify(data)).not.toContain(key);
    expect(data.candidates).toEqual(['button "Save •••"']);
  });

  it("at once for a pattern that is none, and for one that takes too long as soon as that is known", async () => {
    const on = desktop(state(button("a".repeat(150))));
    expect(await failureOf(wait(on, { name: { pattern: "(" } }))).toMatchObject({ code: "request.invalid" });
    const slow = await wait(on, { name: { pattern: "^(a|a|aa|aaa)+$ " } }).catch((error: Error) => error);
    expect(slow).toMatchObject({ name: "ExpressionError", message: expect.stringContaining("takes longer") });
    expect(on.times).toHaveLength(2);
  });

  it("with the reason of the signal", async () => {
    const abort = new AbortController();
    abort.abort(new Error("the task was cancelled"));
    await expect(wait(desktop(state(button("Save"))), SAVE, { signal: abort.signal })).rejects.toThrow(/cancelled/);
  });

  it("with what looking threw", async () => {
    const on = desktop(state());
    const broken = { ...on, look: () => Promise.reject(new Error("the desktop is gone")) };
    await expect(wait(broken)).rejects.toThrow("the desktop is gone");
  });

  it("with a log of what changed, the first and the latest", async () => {
    const flicker = Array.from({ length: 30 }, (_, number) => (number % 2 === 0 ? state(disabled("Save")) : state()));
    const { data } = await failureOf(wait(desktop({ missing: "it has no window" }, ...flicker, state())));
    expect(data.log).toHaveLength(10);
    expect(data.log![0]).toBe("10 ms: it has no window");
    expect(data.log!.at(-1)).toMatch(/^\d+ ms: (nothing matches|it is disabled and still moving)$/);
  });
});

describe("the wait ends well", () => {
  const at = (x: number) => state(button("Save", { extents: [x, 10, 80, 20], key: ":1.5|/save" }));

  it("once the application runs, the element is there, enabled and at rest, with the state that shows it so", async () => {
    const rest = at(40);
    const on = desktop({ missing: "not running" }, state(), state(disabled("Save")), at(12), at(25), rest, rest);
    const { element, state: seen } = await wait(on);
    expect(seen).toBe(rest.state);
    expect(element).toMatchObject({ title: "Save", frame: [40, 10, 80, 20] });
    expect(on.times).toHaveLength(7);
  });

  it("after two looks where it stands still from the start, a moment apart", async () => {
    const on = desktop(at(10));
    await wait(on);
    expect(on.times).toEqual([0, 40]);
  });

  it("after one look where it stood there in an earlier state already", async () => {
    const knowing = (now: Look<Seen> & { state: Seen }, before: Rendering) => ({ state: { ...now.state, before } });
    const on = desktop(knowing(at(10), at(10).state.rendering));
    await wait(on);
    expect(on.times).toHaveLength(1);
    const moved = desktop(knowing(at(10), at(90).state.rendering));
    await wait(moved);
    expect(moved.times).toHaveLength(2);
  });

  it("after one look where nothing needs to be at rest", async () => {
    const on = desktop(state(field("Name", "")));
    await wait(on, { label: "Name" }, { needs: NEEDS.set_value! });
    expect(on.times).toHaveLength(1);
  });

  it("when the second of two is gone within half a second", async () => {
    const two = state(button("Save"), button("Save"));
    const one = state(button("Save"));
    const { element } = await wait(desktop(two, two, two, one));
    expect(element.title).toBe("Save");
  });

  it("for an element without a frame, as some toolkits have them", async () => {
    const { element } = await wait(desktop(state(button("Save", { extents: null }))));
    expect(element.frame).toBeNull();
  });
});
