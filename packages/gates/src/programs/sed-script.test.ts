import { describe, expect, it } from "vitest";
import { sedActions } from "./sed-script.ts";

const show = (script: string) =>
  sedActions(script)
    .map((action) =>
      action.kind === "write" || action.kind === "read" ? `${action.kind} ${action.path}` : action.kind,
    )
    .join(", ");

describe("sed scripts that only edit the stream", () => {
  it.each([
    "p",
    "s/a/b/",
    "s/a/b/g",
    "s|/etc/|/opt/|2p",
    "s/\\/etc\\//\\/opt\\//",
    "s/[/]/x/",
    "s/[^/]*$//",
    "s/[]/]/x/g",
    "s/[[:alpha:]/]/e/",
    "s,a,e,",
    "s/e/w/",
    "/w file/d",
    "\\,e,p",
    "5q",
    "1,10p",
    "$d",
    "$!N;P;D",
    "0~3p",
    "1,+2p",
    "2,~4p",
    "/a/I,/b/Mp",
    "1 , 2 p",
    "1!p",
    ":a;N;$!ba;s/\\n/ /g",
    ":a\nN\n$!ba",
    "/x/{s/a/b/;p}",
    "/x/{n;d;}",
    "y/abc/xyz/",
    "a hello; w file",
    "a\\\nhello\\\ne date",
    "1i\\  text",
    "# w file\np",
    "/^$/d;/^#/d",
    "s/a/b/;ta;s/c/d/",
    "l 5",
    "=",
    "s/a/\\\n/",
    "",
    "w /dev/stdout",
    "s/a/b/w /dev/stderr",
  ])("%s", (script) => expect(show(script)).toBe(""));
});

describe("sed scripts that start a program", () => {
  it.each([
    "e",
    "1e",
    "e date",
    "2e id",
    "$!e id",
    "s/a/b/e",
    "s/a/b/ge",
    "s/a/b/3eg",
    "s/x/id/;e",
    "/a/,/b/e id",
    "/x/{e id\n}",
    "p;e id",
    "s/[/]/x/;e id",
    "s,[,],x,e",
    "\\,[/],e id",
    "y/[/]/;e id",
    "a hello\ne id",
    "bx;e id",
    "}e",
    "s#a#b#e",
    "1,/x/ ! e id",
  ])("%s", (script) => expect(show(script)).toMatch(/run|unreadable/));
  it("says so", () => expect(show("2e id")).toBe("run"));
});

describe("sed scripts that name files", () => {
  it.each([
    ["w out.txt", "write out.txt"],
    ["/x/w out.txt", "write out.txt"],
    ["W out.txt", "write out.txt"],
    ["s/a/b/w out.txt", "write out.txt"],
    ["s/a/b/gpw out;p", "write out;p"],
    ["r in.txt", "read in.txt"],
    ["$r in.txt", "read in.txt"],
    ["R /etc/passwd", "read /etc/passwd"],
    ["w a\nw b", "write a, write b"],
    ["/x/{w a\n}", "write a"],
  ])("%s", (script, expected) => expect(show(script)).toBe(expected));
});

describe("sed scripts that cannot be read", () => {
  it.each([
    "s/a/b",
    "s/a",
    "k",
    "p p",
    "{p",
    "p}",
    "/a",
    "s/a/b/x",
    "w",
    "y/a/b",
    "s/[a/b/",
    "1,p,",
    "s/a/b/ge x",
    "séaébé",
  ])("%s", (script) => expect(show(script)).toContain("unreadable"));
});
