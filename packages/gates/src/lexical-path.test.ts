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
    ["c:boot.ini", "path.url"],
    ["/C:/x", "path.url"],
    ["data:text/plain,x", "path.url"],
    ["%c0%ae%c0%ae/x", "path.encoded"],
    ["%uff0e/x", "path.encoded"],
    [".git::$INDEX_ALLOCATION/x", "path.stream"],
    ["x.txt::$DATA", "path.stream"],
    ["GIT~1/config", "path.short_name"],
    ["a.txt:stream", "path.stream"],
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
    "logs/2026-01-01T12:30:00.log",
    "会议：纪要….md",
    "a b. /x.",
    "...",
    "{{name}}.tpl",
    "price$1.txt",
  ])("%j is harmless", (path) => {
    expect(textFault(path, true)).toBeNull();
  });
  it.each(["a*", "a?.txt", "[ab].txt", "{a,b}.txt", "{1..3}"])("refuses %j only where something changes", (path) => {
    expect([textFault(path, true)?.code, textFault(path, false)]).toEqual(["path.wildcard", null]);
  });
  it.each([
    ["/workspace/../etc", "/etc"],
    ["../../x", "/x"],
    ["a//./b/", "/workspace/a/b"],
  ])("%j means %s", (path, normal) => {
    expect(normalisePath(path)).toBe(normal);
  });
});
