import { describe, expect, it } from "vitest";
import type { Moment } from "./moments.ts";
import type { Picture } from "./picture.ts";
import { nearest, outermost, pointsOf, stayMs, step } from "./points.ts";

const moment = (id: string, atMs: number) => ({ entry: { id }, atMs }) as Moment;
const picture = (id: string, atMs: number) => ({ id, atMs }) as Picture;
const POINTS = pointsOf([moment("a", 10), moment("b", 20), moment("c", 9_000)], [picture("f", 10), picture("g", 25)]);

describe("the places of a replay", () => {
  it("are records and frames in the order of time, of the same moment the frame first", () => {
    expect(POINTS.map(({ id }) => id)).toEqual(["f", "a", "b", "g", "c"]);
    expect(pointsOf([], [])).toEqual([]);
  });

  it("are stepped through by kind, and stay where there is no next one", () => {
    expect([step(POINTS, 1, "record", 1), step(POINTS, 2, "record", 1), step(POINTS, 4, "record", 1)]).toEqual([
      2, 4, 4,
    ]);
    expect([step(POINTS, 1, "frame", 1), step(POINTS, 3, "frame", 1), step(POINTS, 0, "frame", -1)]).toEqual([3, 3, 0]);
  });

  it("have an outermost one of each kind, and a nearest one in time", () => {
    expect([outermost(POINTS, "record", "first"), outermost(POINTS, "frame", "last")]).toEqual([1, 3]);
    expect([outermost([], "record", "last"), nearest([], 5)]).toEqual([0, 0]);
    expect([nearest(POINTS, 0), nearest(POINTS, 26), nearest(POINTS, 1e9)]).toEqual([0, 3, 4]);
  });

  it("are played in real time, with pauses shortened and nothing too short to be seen, up to the end", () => {
    expect([stayMs(POINTS, 3, 1), stayMs(POINTS, 3, 4), stayMs(POINTS, 1, 4)]).toEqual([3_000, 750, 80]);
    expect(stayMs(POINTS, 4, 1)).toBeNull();
  });
});
