import { describe, expect, it } from "vitest";
import { awkActions } from "./awk-program.ts";

const show = (program: string) =>
  awkActions(program)
    .map((action) => {
      if (action.kind === "environment") return `environment ${action.name}`;
      return "path" in action ? `${action.kind} ${action.path}` : action.kind;
    })
    .join(", ");

describe("awk programs that only print", () => {
  it.each([
    "{print $1}",
    "NR==1 || $4 >= 90 {print $1, $4}",
    "$3 > 100",
    "$3 > 100 {print}",
    "{ if ($1 > 5) print $2 }",
    "{ print ($1 > 5) }",
    "{ print (a > b) ? 1 : 2 }",
    "{ x = $1 > 5; print x }",
    "/a|b/ {print}",
    "$2 ~ /system\\(/ {print}",
    '{ print "a > b | c" }',
    '{ print "system(1)" }',
    "{ # system(1)\n print }",
    "{s+=$1} END {print s/NR}",
    "{print $1/$2 > 0}".replace(" > 0", ""),
    '{sub(/[^/]*$/, ""); print}',
    "!seen[$0]++",
    'BEGIN{FS=",";OFS="\\t"} {print $1,$2}',
    "{a[$1]++} END{for (k in a) print k, a[k]}",
    "{while ((getline line) > 0) n++} END {print n}",
    "{ getline; print }",
    "function f(a,b) { return a > b } { print f($1,$2) }",
    "FILENAME==ARGV[1]{a[$1]=1;next} $1 in a",
    "NR==FNR{a[$1];next} $1 in a",
    "length > 72",
    '{print > "/dev/stderr"}',
    'BEGIN{printf "%c%c",105,100}',
    "BEGIN { x = a ? b : c; print x }",
    "{ print $(NF-1) }",
    '{ printf "%s\\n", $1; next }',
    "",
    "BEGIN { if (!(3 in a) && x != 1) exit }",
    "{ n = split($0, p, /[ \\/]/); print p[n] }",
    'BEGIN { while (i++ < 3) print i; if (i > 2) { print "x" } }',
    "{ print a, b\n} $1 > 3",
    "{ print; x = y > z }",
  ])("%s", (program) => expect(show(program)).toBe(""));
});

describe("awk programs that start programs", () => {
  it.each([
    'BEGIN{system("id")}',
    'BEGIN { system ("id") }',
    '{ print | "sort" }',
    '{ print $1 | "sort -u" }',
    '{ printf "%s\\n", $1 | "sh" }',
    '{ "id" | getline u; print u }',
    "{ cmd | getline }",
    'BEGIN{ while (("ls" | getline f) > 0) print f }',
    '{ print |& "cat" }',
    '@load "filefuncs"\nBEGIN{}',
    'BEGIN{ f="system"; @f("id") }',
    '{ print a,\nb | "sh" }',
    '{ print /"/ } BEGIN { system("id") } # "',
    '{ if (1) /"/; system("id") }',
    '{ x = a / 2; system("id"); y = 1 / 2 }',
    '{ x = a[1] / 2; system("id"); y = 1 / 2 }',
    '{ x = $1++ / 2; system("id"); y = 1 / 2 }',
    '/"/ { system("id") } # "',
    'BEGIN { sys\\\ntem("id"); system("x") }',
  ])("%s", (program) => expect(show(program)).toMatch(/run/));
});

describe("awk programs that open files", () => {
  it.each([
    ['{ print > "out.txt" }', "write out.txt"],
    ['{ print >> "out.txt" }', "write out.txt"],
    ['{ print $1, $2 > "/etc/x" }', "write /etc/x"],
    ['{ print(a, b) > "f" }', "write f"],
    ['$1 > 5 { print > "f" }', "write f"],
    ['{ if ($1 > 5) print > "f"; else print }', "write f"],
    ["{ print > $1 }", "write null"],
    ['{ print > $1 ".txt" }', "write null"],
    ['{ print > "a" $1 }', "write null"],
    ['{ print > ("a" ".txt") }', "write null"],
    ['{ print a ,\n b > "f" }', "write f"],
    ['{ print x &&\n y > "f" }', "write f"],
    ['{ while ((getline l < "a.txt") > 0) print l }', "read a.txt"],
    ['BEGIN { getline x < "/etc/passwd" }', "read /etc/passwd"],
    ['BEGIN { getline < "/etc/passwd" }', "read /etc/passwd"],
    ['BEGIN { getline a[i] < "f" }', "read f"],
    ["{ getline x < $1 }", "read null"],
    ['BEGIN { getline x < "\\057etc" }', "read null"],
    ['BEGIN { ARGV[1] = "/etc/passwd"; ARGC = 2 }', "read null, read null"],
    ['@include "lib.awk"\n{ print }', "include lib.awk"],
    ['BEGIN { print ENVIRON["HOME"] }', "environment HOME"],
    ["BEGIN { for (k in ENVIRON) print k }", "environment null"],
    ["BEGIN { print ENVIRON[k] }", "environment null"],
  ])("%s", (program, expected) => expect(show(program)).toBe(expected));
});

describe("awk programs that cannot be read", () => {
  it.each(['{ print "a', "{ print /a", "{ print", "print }", "{ a \\ b }", '{ print "é" } é'])("%s", (program) =>
    expect(show(program)).toContain("unreadable"),
  );
});
