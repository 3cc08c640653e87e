import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LookSchedule } from "./look-schedule.ts";

const TIMES = { settle: 150, interval: 500, patience: 1_000 };
/** What was looked for, with the milliseconds since the beginning. */
let looks: string[];
let isBusy: boolean;
let schedule: LookSchedule;
let beganMs: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  looks = [];
  isBusy = false;
  beganMs = performance.now();
  schedule = new LookSchedule({
    times: TIMES,
    isBusy: () => isBusy,
    look: (cause) => {
      looks.push(`${cause} ${Math.round(performance.now() - beganMs)}`);
      schedule.looked();
    },
  });
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTime(ms);

describe("a look that was wished for", () => {
  it("is none without a wish", () => {
    pass(60_000);
    expect(looks).toEqual([]);
  });

  it("comes once the screen has settled, once for many wishes, for the last one's cause", () => {
    schedule.wish("action");
    schedule.wish("action");
    pass(100);
    schedule.wish("human");
    pass(149);
    expect(looks).toEqual([]);
    pass(10_000);
    expect(looks).toEqual(["human 250"]);
  });

  it("comes at most twice a second, whoever wishes, and once more after the last", () => {
    for (let ms = 0; ms < 5_000; ms += 50) {
      schedule.wish("human");
      pass(50);
    }
    expect(looks).toEqual(Array.from({ length: 10 }, (_, turn) => `human ${(turn + 1) * 500}`));
    pass(10_000);
    expect(looks.slice(10)).toEqual(["human 5500"]);
  });

  it("keeps its distance from looks that nobody wished for", () => {
    schedule.wish("action");
    pass(100);
    schedule.looked();
    pass(10_000);
    expect(looks).toEqual(["action 600"]);
  });

  it("lets what is being done go first", () => {
    isBusy = true;
    schedule.wish("action");
    pass(600);
    isBusy = false;
    pass(1_000);
    expect(looks).toEqual(["action 750"]);
  });

  it("comes beside it when it is overdue", () => {
    isBusy = true;
    schedule.wish("action");
    pass(999);
    expect(looks).toEqual([]);
    pass(10_000);
    expect(looks).toEqual(["action 1000"]);
  });

  it("comes no more after the end", () => {
    schedule.wish("action");
    schedule.stop();
    pass(10_000);
    expect(looks).toEqual([]);
  });
});
