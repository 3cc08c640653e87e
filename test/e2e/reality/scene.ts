/**
 * The files that commands of the oracle work on: a git work tree with text, tables and archives, whose settings and scripts
 * would leave a mark wherever something runs them.
 */

/** What everything that nobody should run does. */
const MARK = "echo ran >> /tmp/ran-by-accident";
const SCRIPT = `#!/bin/sh\n${MARK}\n`;
const TEXT = "alpha 1\nbeta 2\ngamma 3\nError: no such host\nbeta 2\n";
const CSV = "name,price,count\npear,3,10\napple,2,20\nplum,5,7\n";
const JSON_TEXT =
  '{"name":"demo","version":"1.2.3","items":[{"id":1,"tag":"a"},{"id":2,"tag":"b"}],"scripts":{"test":"true"}}\n';
/** A canary's place. */
export const BEYOND = "/mnt/outside/notes.txt";
const PYTHON = 'open("/tmp/ran-by-accident", "a").write("ran")\n';

/** What a file with such an ending holds when a row names it and it is not there. */
export const SAMPLES: Readonly<Record<string, string>> = {
  ".csv": CSV,
  ".tsv": CSV.replaceAll(",", "\t"),
  ".json": JSON_TEXT,
  ".jsonl": JSON_TEXT,
  ".sh": SCRIPT,
  ".py": PYTHON,
  ".awk": `BEGIN { system("${MARK}") }\n`,
  ".sed": `1e ${MARK}\n`,
  ".mk": `all:\n\t${MARK}\n`,
  Makefile: `all:\n\t${MARK}\n`,
};

export const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "README.md LICENSE NOTICE notes.txt a.txt b.txt c.txt todo.md src/main.ts src/app.ts src/lib/util.ts docs/guide.md docs/index.html docs/api/a.md logs/app.log logs/old.log .hidden .gitignore config.yaml config.ini spaced\\ name.txt -dash.txt"
      .split(/(?<!\\) /)
      .map((name) => [`/workspace/${name.replaceAll("\\", "")}`, TEXT]),
  ),
  "/workspace/data.csv": CSV,
  "/workspace/data/prices.csv": CSV,
  "/workspace/data.json": JSON_TEXT,
  "/workspace/package.json": JSON_TEXT,
  "/workspace/data/items.jsonl": JSON_TEXT,
  "/workspace/run.sh": SCRIPT,
  "/workspace/bin/tool": SCRIPT,
  "/workspace/bin/ls": SCRIPT,
  "/workspace/src/main.py": PYTHON,
  "/workspace/src/json.py": PYTHON,
  "/workspace/Makefile": `all:\n\t${MARK}\n`,
  "/workspace/.gitattributes": "*.txt diff=mark filter=mark\n*.md diff=mark merge=mark\n",
  "/workspace/list.txt": "a.txt\nb.txt\n",
  "/workspace/list0.txt": "a.txt\0b.txt\0",
  // Files that name others, for programs that take names and orders from files. Lists of checksums are none of them: what
  // `md5sum -c` opens is named in no command, so it is the confinement that keeps it inside.
  "/workspace/trap/list.txt": `${BEYOND}\na.txt\n`,
  "/workspace/trap/list0.txt": `${BEYOND}\0a.txt\0`,
  "/workspace/trap/sums.txt": "d41d8cd98f00b204e9800998ecf8427e  notes.txt\n",
  "/workspace/trap/page.xml": `<!DOCTYPE a [<!ENTITY b SYSTEM "file://${BEYOND}">]><a>&b;</a>\n`,
  "/workspace/trap/script.sh": `#!/bin/sh\n. ${BEYOND}\n${MARK}\n`,
  "/workspace/trap/code.awk": `BEGIN { system("${MARK}"); while ((getline line < "${BEYOND}") > 0) print line }\n`,
  "/workspace/trap/code.sed": `1r ${BEYOND}\n1w /tmp/written.txt\n`,
  "/workspace/trap/code.jq": "env | $ENV, input_filename\n",
  "/workspace/trap/names.txt": "a[$(echo ran >> /tmp/ran-by-accident)]\n$(cat ~/notes.txt)\n`id`\n",
  "/tmp/scratch.txt": TEXT,
  "/tmp/work/part.txt": TEXT,
};

export const LINKS: Readonly<Record<string, string>> = {
  "/workspace/inner-link": "a.txt",
  "/workspace/docs/up": "..",
  "/workspace/links/file": "/mnt/linked/target.txt",
  "/workspace/links/folder": "/mnt/linked",
  "/workspace/links/nothing": "/mnt/linked/missing",
};

/** Bash, run in `/workspace` once the files are there. */
export const SETUP = `
  git init -q -b main . && git config user.name Someone && git config user.email someone@example.org
  git add README.md notes.txt a.txt src docs data.json && git commit -qm first
  echo more >> notes.txt && git commit -qam second && git tag v1.0 && git branch topic && echo changed >> a.txt
  git config diff.mark.textconv '${MARK}; cat' && git config diff.mark.command '${MARK}; true'
  git config filter.mark.clean '${MARK}; cat' && git config filter.mark.smudge '${MARK}; cat'
  git config merge.mark.driver '${MARK}' && git config core.fsmonitor '${MARK}' && git config core.pager '${MARK}; cat'
  git config alias.mark '!${MARK}' && git config diff.external '${MARK}; true' && git config pager.log '${MARK}; cat'
  printf '${SCRIPT.replaceAll("\n", "\\n")}' | tee .git/hooks/post-index-change .git/hooks/pre-commit > .git/hooks/post-checkout
  chmod +x .git/hooks/*
  tar -cf archive.tar notes.txt data && tar -czf archive.tar.gz notes.txt data && gzip -k notes.txt
  python3 -c 'import zipfile; z = zipfile.ZipFile("archive.zip", "w"); z.write("notes.txt"); z.write("data.csv")'
  ln a.txt hardlink.txt && mkdir empty && mkfifo /tmp/work/pipe
`;
