import { describe, expect, it } from "vitest";
import { readCommandLine } from "./command-line.ts";

const KEY = { DESKFLEET_API_KEY: "dk_x" };
const urlOf = (args: string[], environment: Record<string, string> = {}) => {
  const read = readCommandLine(["mcp", ...args], { ...KEY, ...environment });
  return read.kind === "mcp" ? read.url.href : read;
};

describe("the command line of deskfleet mcp", () => {
  it.each([
    [[], {}, "http://127.0.0.1:8080/mcp"],
    [[], { DESKFLEET_URL: "https://desks.example" }, "https://desks.example/mcp"],
    [["--url", "http://a:1"], { DESKFLEET_URL: "https://desks.example" }, "http://a:1/mcp"],
    [["--url", "https://desks.example/fleet/mcp?mode=simple"], {}, "https://desks.example/fleet/mcp?mode=simple"],
    [
      ["--grants", "write,app(a b)", "--observe"],
      {},
      "http://127.0.0.1:8080/mcp?grants=write%2Capp%28a+b%29&observe=true",
    ],
    [
      ["--goal", "Order a lamp", "--trusted-domains", "shop.example.com,pay.example.com"],
      {},
      "http://127.0.0.1:8080/mcp?goal=Order+a+lamp&trustedDomains=shop.example.com%2Cpay.example.com",
    ],
    [["--idle-timeout-seconds", "60"], {}, "http://127.0.0.1:8080/mcp?idleTimeoutSeconds=60"],
    [["--session", "x&y"], {}, "http://127.0.0.1:8080/mcp?session=x%26y"],
  ])("%j with %j connects to %s", (args, environment, url) => {
    expect(urlOf(args, environment)).toBe(url);
  });

  it.each([
    [["--url", "nowhere"], {}],
    [["--url", "file:///etc/passwd"], {}],
    [["--grants"], {}],
    [["--key", "dk_x"], {}],
    [["extra"], {}],
    [[], { DESKFLEET_API_KEY: "" }],
    [[], { DESKFLEET_API_KEY: "dk_x dk_y" }],
  ])("%j with %j is wrong", (args, environment) => {
    expect(urlOf(args, environment)).toMatchObject({ kind: "wrong", reason: expect.any(String) });
  });

  it("takes no key from the arguments, where every process of the machine reads it", () => {
    expect(readCommandLine(["mcp", "--key", "dk_secret"], {})).toMatchObject({ kind: "wrong" });
  });
  it("helps without a key", () => {
    expect(readCommandLine(["--help"], {})).toEqual({ kind: "help" });
  });
});
