import type { AuditRecord } from "@deskfleet/contracts";
import { describe, expect, it } from "vitest";
import type { Moment } from "./moments.ts";
import type { Picture } from "./picture.ts";
import { spansOf } from "./spans.ts";

const moment = (atMs: number, action: string, params: object = {}, actor = "person:p"): Moment =>
  ({ atMs, entry: { record: { action, params, actor, reason: null } as Partial<AuditRecord> } }) as Moment;
const picture = (atMs: number, status: Picture["status"]) => ({ atMs, status }) as Picture;
const brief = (moments: readonly Moment[], pictures: readonly Picture[] = []) =>
  spansOf(moments, pictures, 100).map(({ kind, fromMs, toMs, says }) => [kind, fromMs, toMs, says]);

describe("the stretches of a session", () => {
  it("are none where nothing held, and none from an end without a beginning", () => {
    expect(brief([moment(1, "computer_mouse_click"), moment(2, "session.resumed")])).toEqual([]);
    expect(brief([moment(3, "session.controlled", { state: "handed_back", keys: 4 })])).toEqual([]);
  });

  it("tell who had the input, until it was handed back, and with what", () => {
    const moments = [
      moment(10, "session.controlled", { state: "taken" }),
      moment(20, "session.controlled", { state: "handed_back", keys: 7, clicks: 1 }),
      moment(50, "session.controlled", { state: "taken" }),
    ];
    expect(brief(moments)).toEqual([
      ["human", 10, 20, "in control: 7 keys, 1 click"],
      ["human", 50, 100, "in control"],
    ]);
    expect(spansOf(moments, [], 100)[0]?.actor).toBe("person:p");
  });

  it("end a pause with the stop that takes its place, and both with a resume", () => {
    expect(brief([moment(10, "session.paused"), moment(20, "session.stopped"), moment(30, "session.resumed")])).toEqual(
      [
        ["paused", 10, 20, "paused"],
        ["stopped", 20, 30, "stopped"],
      ],
    );
  });

  it("name who ordered a stop that came by signal, and nobody else's stop by that", () => {
    const stopped = [moment(10, "session.stopped", {}, "system"), moment(11, "session.stop", {}, "principal:a")];
    expect(spansOf(stopped, [], 100)[0]?.actor).toBe("principal:a");
    const direct = [moment(10, "session.stopped", {}, "principal:b"), moment(11, "session.stop", {}, "principal:a")];
    expect(spansOf(direct, [], 100)[0]?.actor).toBe("principal:b");
    expect(
      spansOf([moment(9, "session.stop", {}, "principal:a"), moment(10, "session.stopped", {}, "system")], [], 100),
    ).toMatchObject([{ actor: "system" }]);
  });

  it("join looks that were withheld, until the next that was not", () => {
    const looks = [
      picture(1, "kept"),
      picture(5, "withheld"),
      picture(9, "withheld"),
      picture(12, "hash"),
      picture(90, "withheld"),
    ];
    expect(brief([], looks)).toEqual([
      ["withheld", 5, 12, "the screen was withheld"],
      ["withheld", 90, 100, "the screen was withheld"],
    ]);
  });
});
