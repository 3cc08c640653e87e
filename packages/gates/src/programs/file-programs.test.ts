import { describe, expect, it } from "vitest";
import type { Input, Invocation } from "../shell/invocation.ts";
import { textWord, type Word } from "../shell/word.ts";
import { PROGRAMS_A } from "./groups-a.ts";
import { lineWords, showEffects } from "./show-effects.ts";

const show = (line: string, input?: Input) => showEffects(PROGRAMS_A, line, input);

describe("what writes says where", () => {
  it.each([
    ["sort -o out a", "allow write:out read:a"],
    ["sort --output=out a", "allow write:out read:a"],
    ["sort a -oout", "allow write:out read:a"],
    ["uniq in out", "allow read:in write:out"],
    ["xxd -r in out", "allow read:in write:out"],
    ["tree -o out", "allow write:out read:."],
    ["tee a b", "allow write:a write:b"],
    ["sed -i s/a/b/ f g", "allow write:f write:g"],
    ["sed -i.bak s/a/b/ f", "allow write:f"],
    ["sed -n -i p f", "allow write:f"],
    ["sed --in-p=.bak s/a/b/ f", "allow write:f"],
    ["sed -i/tmp/x/* p f", "allow write:f write:/tmp/x/x"],
    ["sed -n 'w out' f", "allow write:out read:f"],
    ["sed 's/a/b/w out' f", "allow write:out read:f"],
    ["awk '{print > \"out\"}' f", "allow write:out read:f"],
    ["gawk -i inplace 1 f", "allow write:f"],
    ["gawk -oprof 1 f", "allow write:prof read:f"],
    ["mkdir -p -m 755 a b", "allow write:a write:b"],
    ["touch -r ref a", "allow read:ref write:a"],
    ["cp a b", "allow read:a write:b"],
    ["cp a b dir", "allow read:a read:b write:dir write:dir/a write:dir/b"],
    ["cp -t dir x/a", "allow read:x/a write:dir write:dir/a"],
    ["cp x/.bashrc .", "allow read:x/.bashrc write:. write:./.bashrc"],
    ["mv a b", "allow move:a write:b"],
    ["mv a dir/", "allow move:a write:dir/ write:dir/a"],
    ["ln -s target link", "allow link:target write:link"],
    ["ln -s /etc/passwd", "allow link:/etc/passwd write:passwd"],
    ["cp -s a b", "allow link:a write:b"],
    ["install -m 644 a b", "allow read:a write:b"],
    ["install -d a b", "allow write:a write:b"],
    ["mktemp", "allow write:/tmp/tmp.aaaaaaaaaa"],
    ["mktemp -d x.aaa", "allow write:x.aaa"],
    ["mktemp -p dir", "allow write:dir/tmp.aaaaaaaaaa"],
    ["mktemp -u", "allow"],
    ["split -l 10 a part-", "allow read:a write:part-aa"],
    ["split -10 a", "allow read:a write:xaa"],
    ["dd if=a of=b bs=1M count=1", "allow read:a write:b"],
    ["truncate -s 0 a", "allow write:a"],
    ["chmod +x a", "allow write:a"],
    ["chmod -x a", "allow write:a"],
    ["chmod 0644 a b", "allow write:a write:b"],
    ["chmod -R u+rwX,go-w dir", "allow write:dir"],
    ["chmod --reference=r a", "allow read:r write:a"],
    ["tar -cf a.tar src", "allow write:a.tar read:src"],
    ["tar czf a.tgz --exclude=.git -C dir src", "allow enter:dir write:a.tgz read:dir//src"],
    ["tar -cf - src", "allow write:/dev/stdout read:src"],
    ["tar rf a.tar b", "allow write:a.tar read:b"],
    ["zip -r a.zip src -x '*.git*'", "allow write:a.zip read:src"],
    ["zip -qr9 a.zip src", "allow write:a.zip read:src"],
    ["gzip -k a", "allow read:a write:a.gz"],
    ["zstd a", "allow read:a write:a.zst"],
    ["gzip -c a", "allow read:a write:/dev/stdout"],
    ["rsync -a src/ dst/", "allow read:src/ write:dst/"],
    ["rsync -av --exclude .git src dst", "allow read:src write:dst"],
    ["file -C -m magic", "allow read:magic write:magic.mgc"],
    ["find . -fprint out", "allow read:. write:out"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));
});

describe("what deletes, unpacks, sends or raises rights", () => {
  it.each([
    ["rm a b", "ask delete:a delete:b"],
    ["rm -r dir", "ask delete:dir"],
    ["rm -f a", "ask delete:a"],
    ["rm -rf a", "deny delete:a"],
    ["rm -Rf a", "deny delete:a"],
    ["rm a -fr", "deny delete:a"],
    ["rm -r --force a", "deny delete:a"],
    ["rm --for --rec a", "deny delete:a"],
    ["rm -v -r -i -f a", "deny delete:a"],
    ["rm -r$x a", "deny delete:a"],
    ["rm -- -rf", "ask delete:-rf"],
    ["rmdir -p a/b", "ask delete:a/b"],
    ["unlink a", "ask delete:a"],
    ["shred -u a", "ask delete:a"],
    ["find logs -name '*.log' -delete", "ask read:logs delete:logs"],
    ["find . -delete", "deny read:. delete:."],
    ["find . -delete -name x", "deny read:. delete:."],
    ["find . -name x -o -delete", "deny read:. delete:."],
    ["find . ! -name x -delete", "deny read:. delete:."],
    ["find . -name '*' -delete", "deny read:. delete:."],
    ["find . ( -name a -o -name b ) -delete", "ask read:. delete:."],
    ["find . ( -name a -o -size 1 ) -delete", "deny read:. delete:."],
    ["find d -type f -mtime +30 -exec rm {} +", "ask read:d delete:d"],
    ["find d -exec rm {} +", "deny read:d delete:d"],
    ["find d -name x -ok rm -rf {} ;", "deny read:d delete:d"],
    ["find d -name x -execdir rm -f {} ;", "ask read:d delete:d"],
    ["zip -m a.zip b", "ask write:a.zip read:b delete:b"],
    ["tar --remove-files -cf a.tar b", "ask write:a.tar read:b delete:b"],
    ["rsync -a --delete a b", "ask read:a write:b delete:b"],
    ["rsync -a --del a b", "ask read:a write:b delete:b"],
    ["rsync a deploy@h.example:/x", "ask connect:deploy@h.example sends:a read:a"],
    ["rsync -e ssh a h:b", "ask read:a connect:h sends:a"],
    ["rsync h::mod dst", "ask connect:h write:dst"],
    ["tar -cf host:a.tar src", "ask connect:host sends:src read:src"],
    ["tar xf a.tar -C out", "ask enter:out read:a.tar write:out"],
    ["tar xPf a.tar", "deny read:a.tar write:."],
    ["unzip a.zip -d out", "ask read:a.zip write:out"],
    ["chmod 4755 a", "deny write:a"],
    ["chmod u+s a", "deny write:a"],
    ["chmod g+xs a", "deny write:a"],
    ["chmod +t a", "allow write:a"],
    ["chmod 1777 a", "allow write:a"],
    ["install -m 4755 a b", "deny read:a write:b"],
    ["chown root: a", "deny write:a"],
    ["rsync --chmod=D755,Fu+s a b", "deny read:a write:b"],
    ["rsync --chmod=D755,F644 a b", "allow read:a write:b"],
    ["install -o root a b", "deny read:a write:b"],
    ["test -t 1", "allow"],
    ["date -s 12:00", "deny"],
    ["date 010112002026", "deny"],
    ["hostname evil", "deny"],
    ["hostname -F f", "deny read:f"],
  ])("%s", (line, expected) => expect(show(line).split(" ").sort()).toEqual(expected.split(" ").sort()));
});

describe("an unquoted pattern where a name could be an option", () => {
  const glob: Word = [{ kind: "glob", text: "*" }];
  it.each([
    ["tar", "-cf a.tar", "ask"],
    ["zip", "a.zip", "ask"],
    ["rsync", "-a", "ask"],
    ["chmod", "644", "ask"],
    ["chown", "agent", "ask"],
    ["cat", "", "allow"],
    ["cp", "-r", "allow"],
    ["wc", "-l", "allow"],
  ])("%s %s *: %s", (name, line, expected) => {
    const args = [...lineWords(line), glob, textWord("x")];
    const effects = PROGRAMS_A.get(name)?.({ name, args, input: { kind: "inherited" } }) ?? [];
    expect(effects.some((effect) => effect.kind === "note") ? "ask" : "allow").toBe(expected);
  });
});

const invocation = (line: string, input: Input = { kind: "inherited" }): Invocation => ({
  words: lineWords(line),
  assignments: [],
  redirections: [],
  cwd: ["/workspace"],
  input,
  isBackground: false,
  span: { pos: 0, end: 0 },
});
const pipe = (...lines: readonly string[]): Input =>
  lines.reduce<Input>((input, line) => ({ kind: "pipe", from: [invocation(line, input)] }), { kind: "inherited" });

/** Where the names of the first run come from. */
function source(line: string, input: Input): string {
  const [name, ...args] = lineWords(line);
  const program = PROGRAMS_A.get(name?.[0]?.kind === "text" ? name[0].text : "");
  const run = (program?.({ name: "xargs", args, input }) ?? []).find((effect) => effect.kind === "run");
  if (run?.kind !== "run") return "none";
  const piece = run.words.flat().find(({ kind }) => kind === "unknown");
  if (piece?.kind !== "unknown") return "none";
  return piece.from === "listing"
    ? `listing:${(piece.listedBelow ?? [])
        .flat()
        .map((p) => (p.kind === "text" ? p.text : "?"))
        .join(",")}`
    : piece.from;
}

describe("names that xargs reads", () => {
  it.each([
    [["find src -name x"], "listing:src"],
    [["find src -print0"], "listing:src"],
    [["find src -printf '%p\\n'"], "listing:src"],
    [["find src", "sort -u", "head -5"], "listing:src"],
    [["find .", "grep -v test"], "listing:."],
    [["ls docs"], "listing:.,docs"],
    [["git ls-files"], "listing:."],
    [["git ls-files src"], "listing:src"],
    [["grep -rl x src"], "listing:src"],
    [["grep -l x a b"], "listing:a,b"],
    [["rg -l x"], "listing:."],
    [["rg --files src"], "listing:src"],
    [["find src -exec cat {} ;"], "input"],
    [["find src -printf '/etc/passwd\\n'"], "input"],
    [["find src -ls"], "input"],
    [["ls -l docs"], "input"],
    [["grep x a"], "input"],
    [["cat names"], "input"],
    [["find src", "sed s/a/b/"], "input"],
    [["find src", "sort list"], "input"],
    [["git diff --name-only"], "input"],
  ])("%j: %s", (lines, expected) => expect(source("xargs cat", pipe(...lines))).toBe(expected));

  it.each([
    ["xargs", "allow run:[echo $ $]"],
    ["xargs -n1 wc -l", "allow run:[wc -l $]"],
    ["xargs -0 -P4 grep x", "allow run:[grep x $ $]"],
    ["xargs -I{} cp {} /tmp/{}.bak", "allow run:[cp $ /tmp/$.bak]"],
    ["xargs -i mv {} d", "allow run:[mv $ d]"],
    ["xargs -I % sh -c 'echo %'", "deny run:[sh -c echo $]"],
    ["xargs rm -rf", "allow run:[rm -rf $ $]"],
    ["xargs -a list cat", "allow read:list run:[cat $ $]"],
    ["xargs --frob cat", "ask run:[cat $ $]"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));

  it("are tried as written, too, where they are known", () => {
    expect(show("xargs cat", pipe("echo a /etc/passwd"))).toBe("allow run:[cat $ $] run:[cat a /etc/passwd]");
    expect(show("xargs -n1 cat", { kind: "text", text: textWord("a b") })).toBe(
      "allow run:[cat $] run:[cat a] run:[cat b]",
    );
  });
});

describe("find starts programs with what it finds", () => {
  it.each([
    ["find src -exec grep -l x {} +", "allow read:src run:[grep -l x $]"],
    ["find src -exec sh -c 'id' ;", "deny read:src run:[sh -c id]"],
    ["find src -execdir cat {} ;", "allow read:src run:[cat $]"],
    ["find /tmp -execdir cat {} ;", "allow read:/tmp run:[cat $] in $"],
    ["find src -execdir cat ../x ;", "allow read:src run:[cat ../x] in $"],
    ["find src -exec mv {} {}.bak ;", "allow read:src run:[mv $ $.bak]"],
    ["find src -exec a ; -exec b {} +", "allow read:src run:[a] run:[b $]"],
    ["find src -newer ref", "allow read:src read:ref"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));
});
