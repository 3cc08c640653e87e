import { describe, expect, it } from "vitest";
import { PROGRAMS_B } from "./groups-b.ts";
import { showEffects } from "./show-effects.ts";

const show = (line: string) => showEffects(PROGRAMS_B, line);

describe("version probes are allowed and nothing beside them", () => {
  it.each([
    "python3 --version",
    "python3 -V",
    "python3.11 --version",
    "perl -v",
    "ruby -v",
    "node -v",
    "node --version",
    "php -v",
    "lua5.4 -v",
    "R --version",
    "Rscript --version",
    "julia --version",
    "deno --version",
    "python3 --help",
    "guile --version",
  ])("%s", (line) => expect(show(line)).toBe("allow"));

  it.each(["python3 --version x.py", "node -v -e 1", "perl -v x", "python3", "node", "ruby -vx"])(
    "%s is a question",
    (line) => expect(show(line)).toMatch(/^ask/),
  );
});

describe("interpreters hand on their text and files", () => {
  it.each([
    ["python3 -c 'print(1)'", "ask code:python:print(1)"],
    ["python3 -c 'print(1)' /etc/passwd -x", "ask code:python:print(1) read:/etc/passwd"],
    ["python3 -cprint(1)", "ask code:python:print(1)"],
    ["python3 -Bc 'print(1)' -c x", "ask code:python:print(1) read:x"],
    ["python3 -W ignore -c 'print(1)'", "ask code:python:print(1)"],
    ["python3 -I -X utf8 x.py /etc/x", "ask codeFile:x.py read:/etc/x"],
    ["python3 -m json.tool a.json", "ask codeFile:"],
    ["python3 -m json.tool /etc/x", "ask codeFile: read:/etc/x"],
    ["python3 -m pytest -q", "ask codeFile:"],
    ["python3 -mtimeit 'import os'", "ask code:python:import os"],
    ["python3 /dev/stdin", "ask code:python:"],
    ["python3 <()", "ask code:python:"],
    ["perl -e 'print 1'", "ask code:perl:print 1"],
    ["perl -ne 'print if /x/' a.txt", "ask code:perl:print if /x/ read:a.txt"],
    ["perl -lane 'print $F[0]' a", "ask code:perl:print $F[0] read:a"],
    ["perl -F: -lane 'print' a", "ask code:perl:print read:a"],
    ["perl -pi.bak -e 's/a/b/' a", "ask code:perl:s/a/b/ write:a"],
    ["perl -i -pe 's/a/b/' a b", "ask code:perl:s/a/b/ write:a write:b"],
    ["perl -0777 -pe 's/a/b/' a", "ask code:perl:s/a/b/ read:a"],
    ["perl -l012 -0ne 'print' a", "ask code:perl:print read:a"],
    ["perl -pie x", "ask codeFile:x"],
    ["perl -e 'print 1;' -e 'print 2'", "ask code:perl:print 1;\nprint 2"],
    ["perl -MList::Util=sum -e 'print 1'", "ask code:perl:use List::Util=sum;\nprint 1"],
    ["perl -MSocket -e 1", "ask code:perl:use Socket;\n1"],
    ["perl x.pl", "ask codeFile:x.pl"],
    ["ruby -ne 'puts $_' a", "ask code:ruby:puts $_ read:a"],
    ["ruby -rjson -e 'puts 1'", "ask code:ruby:require 'json'\nputs 1"],
    ["ruby -rsocket x.rb", "ask code:ruby:require 'socket' codeFile:x.rb"],
    ["ruby -i.bak -pe 'x' a", "ask code:ruby:x write:a"],
    ["node -e 'console.log(1)'", "ask code:node:console.log(1)"],
    ["node -p 1+1", "ask code:node:1+1"],
    ["node -pe 1+1", "ask code:node:1+1"],
    ["node -p -e 1+1", "ask code:node:1+1"],
    ["node --eval=1", "ask code:node:1"],
    ["node --print 1", "ask code:node:1"],
    ["node -r ./x.js -e 1", "ask code:node:require('./x.js')\n1"],
    ["node server/index.js", "ask codeFile:server/index.js"],
    ["node --max-old-space-size=100 a.js", "ask codeFile:a.js"],
    ["php -r 'echo 1;'", "ask code:php:echo 1;"],
    ["php x.php", "ask codeFile:x.php"],
    ["php -f x.php", "ask codeFile:x.php"],
    ["lua -e 'print(1)'", "ask code:lua:print(1)"],
    ["lua -lsocket -e 'print(1)'", "ask code:lua:require('socket')\nprint(1)"],
    ["Rscript -e 'cat(1)'", "ask code:R:cat(1)"],
    ["R --slave -e 'cat(1)'", "ask code:R:cat(1)"],
    ["R -f x.R", "ask codeFile:x.R"],
    ["julia -e '1'", "ask code:julia:1"],
    ["tclsh x.tcl", "ask codeFile:x.tcl"],
    ["expect -c 'spawn id'", "ask code:tcl:spawn id"],
    ["emacs --batch --eval '(message 1)'", "ask code:emacs:(message 1)"],
    ["emacs -batch -l x.el", "ask codeFile:x.el"],
    ["guile -c '(display 1)'", "ask code:guile:(display 1)"],
    ["groovy -e 'println 1'", "ask code:other:println 1"],
    ["deno eval 'console.log(1)'", "ask code:deno:console.log(1)"],
    ["deno run -A x.ts", "ask codeFile:x.ts"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));

  it.each([
    ["python3", "ask code:python:print(1)"],
    ["python3 -", "ask code:python:print(1)"],
    ["perl", "ask code:perl:print(1)"],
    ["tclsh", "ask code:tcl:print(1)"],
    ["R --vanilla", "ask code:R:print(1)"],
  ])("text on standard input of %s", (line, expected) =>
    expect(showEffects(PROGRAMS_B, line, { kind: "text", text: [{ kind: "text", text: "print(1)" }] })).toBe(expected),
  );

  it("knows a pipe and a file on standard input", () => {
    expect(showEffects(PROGRAMS_B, "python3", { kind: "pipe", from: [] })).toBe("ask code:python:");
    expect(showEffects(PROGRAMS_B, "node", { kind: "file", path: [{ kind: "text", text: "x.js" }] })).toBe(
      "ask codeFile:x.js",
    );
  });
});

describe("interpreters that listen, load or download are denied", () => {
  it.each([
    "python3 -m http.server",
    "python3 -W ignore -m http.server 8000",
    "python3 -mhttp.server",
    "python -m SimpleHTTPServer",
    "python3 -m $x",
    "php -S 0.0.0.0:80",
    "php -d auto_prepend_file=/tmp/x x.php",
    "php -dauto_prepend_file=/tmp/x x.php",
    "node --inspect x.js",
    "node --inspect-brk=0.0.0.0 x.js",
    "deno run https://a.example/x.ts",
    "deno serve x.ts",
    "perl -ne 'print' 'id|'",
    "R -g Tk",
    "perl -$x",
  ])("%s", (line) => expect(show(line)).toMatch(/^deny/));
});
