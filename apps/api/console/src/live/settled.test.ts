import type { EventType, FleetEvent } from "@deskfleet/contracts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { untilWritten } from "./settled.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const event = (type: EventType) => ({ type }) as FleetEvent;

it("what is told before it is written is heard again, everything else once, and nothing after the end", () => {
  const heard: string[] = [];
  const { listen, end } = untilWritten(({ type }) => heard.push(type));
  listen(event("session.stopped"));
  listen(event("task.finished"));
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(["session.stopped", "task.finished", "session.stopped"]);
  listen(event("session.ended"));
  end();
  vi.advanceTimersByTime(10_000);
  expect(heard).toHaveLength(4);
});
