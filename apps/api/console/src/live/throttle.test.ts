import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collect } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a burst of events costs one call now and one afterwards, with each thing once", () => {
  const calls: string[][] = [];
  const changed = collect<string>((given) => calls.push([...given]), 700);
  for (const item of ["a", "b", "a"]) changed.add(item);
  vi.advanceTimersByTime(0);
  for (const item of ["c", "c"]) changed.add(item);
  vi.advanceTimersByTime(699);
  expect(calls).toEqual([["a", "b"]]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual([["a", "b"], ["c"]]);
});

it("nothing is called after cancel", () => {
  const work = vi.fn();
  const changed = collect(work, 700);
  changed.add("a");
  changed.cancel();
  vi.advanceTimersByTime(5_000);
  expect(work).not.toHaveBeenCalled();
});
