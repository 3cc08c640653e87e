import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LookSchedule, type LookTimes } from "./look-schedule.ts";

const TIMES = { settle: 150, interval: 500, patience: 1_000, again: [] as number[] };
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
  schedule = scheduled(TIMES);
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTime(ms);
function scheduled(times: LookTimes): LookSchedule {
  const made: LookSchedule = new LookSchedule({
    times,
    isBusy: () => isBusy,
    look: (cause) => {
      looks.push(`${cause} ${Math.round(performance.now() - beganMs)}`);
      made.looked();
    },
  });
  return made;
}

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

  describe("is followed by others, because what was done may show late", () => {
    beforeEach(() => {
      schedule = scheduled({ ...TIMES, again: [850, 2_000] });
    });

    it("as many as there are to be", () => {
      schedule.wish("action");
      pass(60_000);
      expect(looks).toEqual(["action 150", "action 1150", "action 3300"]);
    });

    it("from the beginning after another wish", () => {
      schedule.wish("action");
      pass(1_200);
      schedule.wish("human");
      pass(60_000);
      expect(looks).toEqual(["action 150", "action 1150", "human 1650", "human 2650", "human 4800"]);
    });

    it("and by none after the end", () => {
      schedule.wish("action");
      pass(200);
      schedule.stop();
      pass(60_000);
      expect(looks).toEqual(["action 150"]);
    });
  });
});
