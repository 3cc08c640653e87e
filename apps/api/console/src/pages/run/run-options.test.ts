import { describe, expect, it } from "vitest";
import { firstOptions, requestOptions } from "./run-options.ts";

describe("how a task is run", () => {
  it("is as the API has it where nothing is said", () => {
    expect(requestOptions(firstOptions())).toEqual({ priority: 50, maxAttempts: 3, timeout: "10m" });
  });

  it("begins with what a task had, and gives it back", () => {
    const had = {
      priority: 0,
      timeout: "30s",
      maxAttempts: 1,
      project: "orders",
      deadline: "2026-01-01T12:00:00.000Z",
    };
    expect(requestOptions(firstOptions(had))).toEqual(had);
  });

  it("hands on what is no number for the API to judge, and leaves out what was emptied", () => {
    const options = { ...firstOptions(), priority: "high", maxAttempts: "", timeout: " 5m " };
    expect(requestOptions(options)).toEqual({ priority: "high", timeout: "5m" });
  });
});
