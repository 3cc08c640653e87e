import { describe, expect, it } from "vitest";
import { PROGRAMS_B } from "./groups-b.ts";
import { lineWords, showEffects } from "./show-effects.ts";

const show = (line: string) => showEffects(PROGRAMS_B, line);
const given = (line: string, text: string) =>
  showEffects(PROGRAMS_B, line, { kind: "text", text: [{ kind: "text", text }] });

describe("editors and databases are questions", () => {
  it.each([
    ["vim a.txt", "ask write:a.txt"],
    ["vim /etc/hosts", "ask write:/etc/hosts"],
    ["vim +10 a.txt", "ask write:a.txt"],
    ["vim +/todo a.txt", "ask write:a.txt"],
    ["vim -c 'set nu' -c q a.txt", "ask write:a.txt"],
    ["vim -u NONE -R a.txt", "ask write:a.txt"],
    ["ex -s -c '%s/a/b/g' -c x a.txt", "ask write:a.txt"],
    ["vim -es -c 'g/x/d' -c wq a.txt", "ask write:a.txt"],
    ["vim -c 'w /etc/x' a", "ask write:/etc/x write:a"],
    ["vim -O a b", "ask write:a write:b"],
    ["nano todo.txt", "ask write:todo.txt"],
    ["nano +3 -l a", "ask write:a"],
    ["ed -s a.txt", "ask write:a.txt"],
    ["code a.txt", "ask write:a.txt"],
    ["sqlite3 a.db 'select 1'", "ask write:a.db"],
    ["sqlite3 -readonly a.db .tables", "ask read:a.db"],
    ["sqlite3 a.db '.read /etc/x'", "ask write:a.db write:/etc/x"],
    ["sqlite3 /var/x.db", "ask write:/var/x.db"],
    ["sqlite3 a.db \"attach '/etc/x' as y\"", "ask write:a.db write:/etc/x"],
    ["psql -c 'select 1' db", "ask connect:"],
    ["psql -f /etc/x", "ask connect: write:/etc/x"],
    ["mysql -e 'show tables' db", "ask connect:"],
    ["redis-cli get x", "ask connect:"],
    ["bc -l a.bc", "ask read:a.bc"],
    ["dc -e '1 2 + p'", "ask"],
    ["m4 a.m4", "ask codeFile: read:a.m4"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));

  it.each([
    ["ed -s a.txt", "1d\nw\nq\n"],
    ["ex -s a.txt", "%s/a/b/g\nwq\n"],
    ["sqlite3 a.db", "select 1;"],
    ["bc", "1 + 1"],
  ])("%s with %j", (line, text) => expect(given(line, text)).toMatch(/^ask/));

  it("follows printf into an editor", () => {
    const from = (words: string) =>
      ({
        kind: "pipe",
        from: [
          {
            words: lineWords(words),
            assignments: [],
            redirections: [],
            cwd: [],
            input: { kind: "inherited" },
            isBackground: false,
            span: { pos: 0, end: 0 },
          },
        ],
      }) as const;
    expect(showEffects(PROGRAMS_B, "ed -s a", from("printf '%s\\n' 1d w q"))).toBe("ask write:a");
    expect(showEffects(PROGRAMS_B, "ed -s a", from("printf '!id\\nq\\n'"))).toMatch(/^deny/);
    expect(showEffects(PROGRAMS_B, "ed -s a", from("cat x"))).toMatch(/^deny/);
  });
});

describe("editors and databases that run programs are denied", () => {
  it.each([
    "vim -c '!id' a",
    "vim -c ':!id' a",
    "vim '+!id' a",
    "vim -c 'silent !id' a",
    "vim -c 'call system(\"id\")'",
    "vim -c 'r !id' a",
    "vim -c 'w !sh' a",
    "vim -c 'py3 import os'",
    "vim -c 'so x.vim'",
    "vim -c 'set shell=/tmp/x'",
    "vim -c '%s/a/\\=system(1)/'",
    "vim -c 'g/x/!id'",
    "vim -c 'term id'",
    "vim -c 'exe x'",
    "vim -c 'set nu|!id'",
    "vim --cmd '!id' a",
    "vim -S x.vim",
    "vim -u x.vim a",
    "vim -s keys a",
    "vim --remote-expr x",
    "nvim --listen /tmp/s",
    "vim -c $x a",
    "ex -c '!id' -c q notes.txt",
    "vi -c :shell",
    "nano --speller=/tmp/x a",
    "nano -s /tmp/x a",
    "ed '!id'",
    "sqlite3 a.db '.shell id'",
    "sqlite3 a.db .system",
    "sqlite3 -cmd '.sh id' a.db",
    "sqlite3 -init x a.db",
    "sqlite3 --init x a.db",
    "sqlite3 a.db '.import \"|id\" t'",
    "sqlite3 a.db '.once |sh'",
    "sqlite3 a.db 'select load_extension(1)'",
    "sqlite3 a.db '.load ./x'",
    "psql -c '\\! id'",
    "psql -c \"copy t from program 'id'\"",
    "mysql -e '\\! id'",
    "mysql -e 'system id'",
    "mysql --pager=/tmp/x",
    "redis-cli config set dir /tmp",
    "redis-cli eval x 0",
    "dc -e '!id'",
    "dc '--expression=!id'",
    "m4 -Dx=syscmd(id)",
  ])("%s", (line) => expect(show(line)).toMatch(/^deny/));

  it.each([
    ["ed -s a.txt", "!id\nq\n"],
    ["ed -s a.txt", "r !id\n"],
    ["ex -s a.txt", "!id"],
    ["vim -es a.txt", "!id"],
    ["sqlite3 a.db", "select 1;\n.shell id\n"],
    ["mysql", "\\! id"],
    ["dc", "!id"],
    ["m4", "syscmd(id)"],
  ])("%s with %j", (line, text) => expect(given(line, text)).toMatch(/^deny/));
});
