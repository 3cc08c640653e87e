import { describe, expect, it } from "vitest";
import { isOurName } from "./guard-host.ts";

const names = { host: "0.0.0.0", publicUrl: "https://desks.example/console", mcpHosts: ["api", "desks.internal"] };

describe("a Host header", () => {
  it.each([
    ...[
      "127.0.0.1",
      "127.0.0.1:8080",
      "10.1.2.3:80",
      "[::1]:8080",
      "localhost",
      "localhost:8080",
      "LOCALHOST",
      "a.localhost",
    ],
    ...["desks.example", "desks.example:8443", "api", "api:8080", "Desks.Internal"],
  ])("%s is ours: an address cannot be rebound, a name was set", (host) => {
    expect(isOurName(host, names)).toBe(true);
  });
  it.each([
    ...["", "evil.example", "evil.example:8080", "desks.example.evil.example", "xdesks.example", "api.evil.example"],
    ...[
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "user@127.0.0.1",
      "127.0.0.1/x",
      "127.0.0.1?x",
      "a b",
      "[::1",
    ],
  ])("%j is not", (host) => {
    expect(isOurName(host, names)).toBe(false);
  });
  it("of the name that the API listens on is ours", () => {
    expect(isOurName("desk-7:8080", { ...names, host: "Desk-7" })).toBe(true);
  });
});
