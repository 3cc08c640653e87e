import { describe, expect, it } from "vitest";
import { textFault } from "../lexical-path.ts";
import { analyseCommand } from "./analyse-command.ts";

/**
 * One long word is judged in time that grows with its length. An expression that starts anew at each of its characters takes
 * seconds for these, or hours, and a worker judges nothing else meanwhile.
 */

const setting = { cwd: "/workspace", home: "/home/agent", user: "agent", directories: ["/workspace", "/tmp"] };
const LENGTH = 60_000;
const MS_MAX = 1_500;
/** Of this process: how busy the machine is says nothing about an expression. Milliseconds. */
const cpuMs = () => process.cpuUsage().user / 1_000;
const fill = (unit: string) => unit.repeat(Math.floor(LENGTH / unit.length));

describe("a long word", () => {
  it.each([
    ["slashes in what is cloned", `git clone a ${fill("/")}x`],
    ["slashes in a link's name", `ln -s a ${fill("/")}x`],
    ["slashes in a link's target", `ln -s ${fill("/")}x b`],
    ["slashes in a source", `cp a${fill("/")}x b/`],
    ["colons in a host", `curl ${fill(":")}x!`],
    ["hexadecimal digits and colons in a host", `curl ${fill("a:")}!`],
    ["the name of a build file", `echo x > ${fill("_test.a1")}!`],
    ["the name of a makefile", `echo x > a/${fill(".mk")}!`],
    ["addresses of files", `aws s3 ls '${fill("=@/")}\n='`],
    ["braces to upload", `curl -T '${fill("{}")}\n' https://example.org`],
    ["outputs in a format", `curl -w '${fill("%output{t")}' https://example.org`],
    ["a name in arithmetic", `echo $((${fill("a")}+$x))`],
    ["blanks in arithmetic", `echo $((a${fill(" ")}+$x))`],
    ["brackets in a name", `unset '${fill("[")}'`],
    ["subscripts of an awk program", `awk '${fill("ARGV[")}'`],
    ["subscripts behind getline", `awk '${fill("getline[")}'`],
    ["a package's version", `uvx '${fill("@")}\n@'`],
    ["blanks in a setting of ssh", `ssh -o 'LocalForward${fill("\t")}x' h.example`],
    ["a flag of grep behind find", `find . -exec grep -${fill("L")}! x {} +`],
  ])("is judged at once: %s", (_name, text) => {
    const start = cpuMs();
    expect(["allow", "ask", "deny"]).toContain(analyseCommand(text, setting).verdict);
    expect(cpuMs() - start).toBeLessThan(MS_MAX);
  });

  it("is judged at once as a path with braces", () => {
    const path = `${`${"{".repeat(200)}/`.repeat(10)}${`${",".repeat(200)}/`.repeat(9)}`;
    const start = cpuMs();
    expect(textFault(path, true)).toBeNull();
    expect(cpuMs() - start).toBeLessThan(MS_MAX);
  });

  it.each([
    ["{a,b}", "path.wildcard"],
    ["x{1..3}", "path.wildcard"],
    ["a}{b,c}", "path.wildcard"],
    ["{a/b,c}", "path.wildcard"],
    ["{{a,b}", "path.wildcard"],
    ["{a}", undefined],
    ["a,b}", undefined],
    ["{a,b", undefined],
    ["a,b{c}", undefined],
  ])("is a list in braces, or none: %s", (path, code) => {
    expect(textFault(path, true)?.code).toBe(code);
  });
});
