// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import { describe, expect, it } from "vitest";
import { interpretScript } from "./interpret.ts";

/**
 * The work for any text is bounded. Each of these is read in less than 50 ms of this process's own time, which does not grow
 * with what else a machine does; the best of a few rounds counts. What grows out of hand takes seconds.
 */

const LENGTH = 64 * 1024;
const MS_MAX = 250;
const cpuMs = () => process.cpuUsage().user / 1_000;
const fill = (unit: string) => unit.repeat(Math.floor(LENGTH / unit.length));
const names = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");

const HOSTILE: readonly (readonly [string, string])[] = [
  ["commands", fill("ls;")],
  ["stages", `${fill("a|")}a`.slice(-LENGTH)],
  ["open substitutions", "$(".repeat(20_000)],
  ["nested substitutions", fill("$($($($($($($($($(ls))))))))) ")],
  ["one deep substitution", `echo ${"$(echo ".repeat(40)}x${")".repeat(40)}`],
  ["brace lists", fill("{a,b}")],
  ["braces that multiply", fill("z {1..9}{1..9}{1..9};")],
  ["brace lists, spaced", `echo ${fill("{a,b} ").slice(0, LENGTH - 10)}`],
  ["quotes", fill("'a' \"b\" ")],
  ["assignments", names(6000, (index) => `v${index}=${index};`)],
  ["conditional assignments", names(5000, (index) => `a${index}=1&&`).concat("ls")],
  ["branches", fill("if a;then b;fi;")],
  ["nested branches", `${"if a;then ".repeat(200)}b${";fi".repeat(200)}`],
  ["nested loops", `${"while a;do ".repeat(30)}x=$((x+1));y=$y$x${";done".repeat(30)}`],
  ["backquotes", fill("`ls` ")],
  ["arithmetic", `echo ${fill("$((1+1)) ").slice(0, LENGTH - 5)}`],
  ["here-documents", fill("cat <<E\nx\nE\n")],
  ["defaults", `echo ${fill("${x:-a} ").slice(0, LENGTH - 5)}`],
  ["a value that doubles", `x=a;${"x=$x$x;".repeat(2000)}echo $x`],
  ["a long value, often used", `x=${"a".repeat(30_000)};echo ${"$x".repeat(10_000)}`],
  [
    "functions that double",
    `a(){ ls;};${names(24, (index) => `f${index}(){ ${index === 0 ? "a" : `f${index - 1};f${index - 1}`}; };`)}f23`,
  ],
  ["values that combine", "for a in {1..60};do for b in {1..60};do for c in {1..60};do echo $a $b $c;done;done;done"],
  ["cases", `case x in ${fill("a) ls;; ").slice(0, LENGTH - 30)} esac`],
  ["tests", fill("[[ -f a && b == c ]];")],
  ["backslashes", fill("\\")],
  ["brackets", `echo ${fill("[a[b").slice(0, LENGTH - 5)}`],
  ["replacements", `x=${"a".repeat(4000)};echo ${"${x//a*b/c}".repeat(500)}`],
  ["a loop over everything", `for i in ${fill("a$x ").slice(0, 30_000)};do x=$x$i;done`],
  ["definitions", names(2500, (index) => `f${index}(){ ls;};`)],
  ["words", `echo ${fill("a ").slice(0, LENGTH - 5)}`],
  ["tildes", `x=${fill("~:").slice(0, LENGTH - 2)}`],
  ["an expression", `echo $((${fill("1+").slice(0, LENGTH - 20)}1))`],
];

describe("hostile texts", { timeout: 120_000 }, () => {
  it.each(HOSTILE)("are read in bounded time: %s", (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(LENGTH);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 6 && best > MS_MAX / 5; round++) {
      const start = cpuMs();
      const host = { command: () => undefined, finding: () => undefined };
      interpretScript(text, { cwd: "/workspace", home: "/home/agent", user: "agent" }, host);
      best = Math.min(best, cpuMs() - start);
    }
    expect(best).toBeLessThan(MS_MAX);
  });

  it("refuses a text that is longer", () => {
    const codes: string[] = [];
    const host = { command: () => undefined, finding: ({ code }: { code: string }) => codes.push(code) };
    interpretScript("a".repeat(LENGTH + 1), { cwd: "/workspace", home: "/home/agent", user: "agent" }, host);
    expect(codes).toEqual(["command.too_long"]);
  });
});
