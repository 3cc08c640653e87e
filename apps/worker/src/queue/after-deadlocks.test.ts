import { expect, it, vi } from "vitest";
import { afterDeadlocks } from "./after-deadlocks.ts";

const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });

it("does it again after a deadlock", async () => {
  const work = vi.fn().mockRejectedValueOnce(deadlock).mockRejectedValueOnce(deadlock).mockResolvedValue("done");
  expect(await afterDeadlocks(work)).toBe("done");
  expect(work).toHaveBeenCalledTimes(3);
});

it("gives up after five", async () => {
  const work = vi.fn().mockRejectedValue(deadlock);
  await expect(afterDeadlocks(work)).rejects.toBe(deadlock);
  expect(work).toHaveBeenCalledTimes(5);
});

it("does not repeat what failed otherwise", async () => {
  const work = vi.fn().mockRejectedValue(new Error("the connection is gone"));
  await expect(afterDeadlocks(work)).rejects.toThrow("the connection is gone");
  expect(work).toHaveBeenCalledTimes(1);
});
