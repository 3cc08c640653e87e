import { describe, expect, it } from "vitest";
import { normalisePath, textFault } from "./lexical-path.ts";

describe("a path's text", () => {
  it.each([
    ["", "path.empty"],
    ["a\u200b", "path.characters"],
    ["a\0b", "path.characters"],
    ["a\nb", "path.characters"],
    ["..\\..\\etc", "path.backslash"],
    ["C:/x", "path.url"],
    ["file:///etc/passwd", "path.url"],
    ["//server/share", "path.network"],
    ["~/x", "path.expansion"],
    ["$HOME/x", "path.expansion"],
    ["%2e%2e/etc", "path.encoded"],
    ["a/．．/b", "path.lookalike"],
    ["a／b", "path.lookalike"],
    [".git./config", "path.trailing"],
    [".git /config", "path.trailing"],
    ["GIT~1/config", "path.short_name"],
    ["a.txt:stream", "path.url"],
    ["x/a.txt:stream", "path.stream"],
    ["x".repeat(5_000), "path.too_long"],
  ])("%j is refused as %s", (path, code) => {
    expect(textFault(path, false)?.code).toBe(code);
  });
  it.each([
    "/workspace/a.txt",
    "out/Größe 2.csv",
    "报告/一.txt",
    "a..b",
    "../workspace/x",
    "..hidden",
    "a:b c".replace(":", "-"),
  ])("%j is harmless", (path) => {
    expect(textFault(path, true)).toBeNull();
  });
  it("refuses wildcards only where something changes", () => {
    expect([textFault("a*", true)?.code, textFault("a*", false)]).toEqual(["path.wildcard", null]);
  });
  it.each([
    ["/workspace/../etc", "/etc"],
    ["../../x", "/x"],
    ["a//./b/", "/workspace/a/b"],
  ])("%j means %s", (path, normal) => {
    expect(normalisePath(path)).toBe(normal);
  });
});
