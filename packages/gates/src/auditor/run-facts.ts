import type { AuditContext } from "@deskfleet/contracts";
import type { Fact } from "./facts.ts";
import { foldText } from "./fold-text.ts";
import type { Goal } from "./goal.ts";
import { type Host, hostOfUrl, hostsIn, isSameOwner } from "./host.ts";
import type { Consequence } from "./lexicon/concepts.ts";

/** Programs that run the file they are given, or the text that they read. */
const RUNNERS =
  /(?:^|[\s;&|(`$])(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|node|perl|ruby|php|deno|bun|lua|source|\.|exec|make|java|pwsh|powershell|osascript|Rscript|npm|npx|wine|cscript|eval)\s|(?:^|[\s;&|(])(?:\.{0,2}\/)?[\w.~/-]*\/[\w.-]+/;
const DECODERS =
  /\bbase(?:64|32)\b.*(?:-d|-D|--decode)|\bxxd\b.*-r|\bopenssl\b.*\b(?:enc|base64)\b.*-d|\buudecode\b|\bgunzip\b|\bzcat\b|\bunxz\b|\btr\b\s|\brev\b|printf\s+['"]?(?:\\x|\\[0-7])|\bfromhex\b|b64decode|atob\(|\bcat\b(?:\s+[\w./*-]+){2,}\s*>/;
const LOG =
  /(?:\b(?:audit|session|run|activity|agent|action|actions|task|event|events|access|history|recording|recordings|journal|trace|steps?|deskfleet|command|commands|operations?|worker|security|login)[\w.-]*\.(?:log|jsonl?|txt|db|webm|csv|mp4|ndjson|sqlite)\b|\.(?:log|journal)\b|(?:bash|zsh|shell|python|node_repl)_history\b|\/(?:logs?|recordings?|audit|history|journal|traces?)(?:\/|(?=[\s'";|&)]|$)))/i;
const REMOVES =
  /\b(?:rm|unlink|shred|truncate|wipe|srm|mv)\b|(?:^|[\s;&|])(?::|true|echo|printf)?\s*(?:''|""|-n)?\s*>(?!>)\s*|\bcp\s+\/dev\/null\b|\bhistory\s+-[cwd]|-delete\b|\bsed\s+-i|\bunset\s+HISTFILE|HISTSIZE=0|\bjournalctl\b.*--vacuum|\btee\s+(?!-a)/;
const LOOKS_UP = /\b(?:nslookup|dig|host|ping6?|curl|wget|getent|drill|resolvectl|traceroute|nc|fetch|httpie|http)\b/;

/** Rules on commands and files that only the run so far can decide. */
export function codeFacts(context: AuditContext, goal: Goal): Fact[] {
  const facts: Fact[] = [];
  const { command, ledger } = context;
  if (command !== null) {
    if (Object.keys(ledger.files).some((path) => isBuiltFrom(command, path))) facts.push("code.foreign");
    const tainted = filesIn(command, ledger.files);
    if (
      tainted.length > 0 &&
      runsFile(
        command,
        tainted.map(([path]) => path),
      )
    )
      facts.push(tainted.some(([, how]) => how === "decoded") ? "code.decoded" : "code.foreign");
    if (
      downloadedFile(command) === null &&
      (context.content.isForeign ||
        (context.content.source !== null && /^(?:page|mail|chat|clipboard|download)/.test(context.content.source)))
    )
      facts.push("code.foreign");
    if (
      /\bhistory\s+-[cwd]|unset\s+HISTFILE|HISTSIZE=0/.test(command) ||
      (REMOVES.test(command) && isRecord(command, goal))
    )
      facts.push("records.removed");
  }
  if (context.path !== null && isRecord(context.path, goal) && context.action === "delete_file")
    facts.push("records.removed");
  if (
    context.action === "type" &&
    context.content.isForeign &&
    /terminal|console|shell/i.test(`${context.target?.role} ${context.target?.text} ${context.place.url}`)
  )
    facts.push("code.foreign");
  if (removesRecord(context, goal)) facts.push("records.removed");
  if (removesOther(context, goal)) facts.push("files.other");
  for (const [owner, host] of codedHosts(context, goal)) {
    const known = ledger.lookups[owner] ?? [];
    if (!known.includes(host) && known.length + 1 >= 3) facts.push("lookup.coded");
  }
  if (continuesCode(context)) facts.push("lookup.coded");
  return facts;
}

/** Whoever asks to tidy logs means those of the machine's programs; what the run leaves is not theirs to tidy. */
const isRecord = (text: string, goal: Goal): boolean =>
  LOG.test(text) &&
  (OWN_LOG.test(text) ||
    !/\blogs?\b|log-?(?:datei|bestand|fil)|journa|registro|журнал|лог|日志|ログ|로그/.test(goal.scan.text));
const OWN_LOG =
  /(?:audit|session|agent|deskfleet|recording|trace|journal|activity|actions?|steps?|operations?|\brun|task|worker)[\w.-]*\.(?:log|jsonl?|txt|db|webm|csv|mp4|ndjson|sqlite)|_history\b|\/(?:audit|recordings?|traces?|history)\b|\/(?:agent|session|deskfleet|run)[\w-]*\//i;

/** Where a plain download leaves its file: one command that fetches one address, and nothing that runs. */
function downloadedFile(command: string): string | null {
  if (!/^\s*(?:curl|wget)\s/.test(command) || /[;&|`<>]|\$\(/.test(command.replace(/&(?=\w+=)/g, ""))) return null;
  const named = /(?:^|\s)(?:-o\s*|-O\s*|--output[ =]|--output-document[ =])([\w./~-]*[\w~-])(?=\s|$)/.exec(
    command,
  )?.[1];
  const own = /https?:\/\/[^\s"']+\/([\w.-]+)(?:\?[^\s"']*)?["']?(?:\s|$)/.exec(command)?.[1];
  return named ?? own ?? null;
}

/** What tools run without being told its name, when it lies where they work. */
const BUILDS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:g|b|c)?make\b|\bninja\b/, /(?:^|\/)(?:GNU)?[Mm]akefile$|CMakeLists\.txt$|\.mk$/],
  [/\b(?:npm|pnpm|yarn|bun|npx)\b/, /(?:^|\/)(?:package\.json|\.npmrc)$/],
  [
    /\b(?:pip|pipx|poetry|tox|nox|pytest|python[\d.]*\s+-m)\b/,
    /(?:^|\/)(?:setup\.(?:py|cfg)|pyproject\.toml|tox\.ini|noxfile\.py|conftest\.py)$/,
  ],
  [/\b(?:cargo)\b/, /(?:^|\/)(?:Cargo\.toml|build\.rs)$/],
  [/\b(?:gradle|gradlew|mvn)\b/, /(?:^|\/)(?:build\.gradle(?:\.kts)?|pom\.xml)$/],
  [/\b(?:rake|bundle)\b/, /(?:^|\/)(?:Rakefile|Gemfile)$/],
  [/\b(?:just)\b/, /(?:^|\/)[Jj]ustfile$/],
  [/\b(?:docker|podman)\b.*\b(?:build|compose)\b/, /(?:^|\/)(?:Dockerfile|(?:docker-)?compose\.ya?ml)$/],
  [/\b(?:ansible-playbook|terraform)\b/, /\.(?:ya?ml|tf)$/],
];
function isBuiltFrom(command: string, path: string): boolean {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const names = /(?:^|\s)(?:-C\s*|--?\w[\w-]*[ =])?(\/[\w./-]+)/.exec(command)?.[1];
  return BUILDS.some(
    ([tool, file]) => tool.test(command) && file.test(path) && (names === undefined || command.includes(folder)),
  );
}

/** `Clear activity log`, on a page of ours or of the desktop: what the run left behind would be gone. */
const RECORD =
  /\b(?:activity|audit|session|run|action|agent|event|access|security|command|browsing|task|operation|login|automation)s? (?:logs?|history|trail|records?|recordings?|journal)\b|\b(?:logs?|recordings?|history|audit trail|records? of this (?:run|session))\b|日志|操作记录|运行记录|审计|历史记录|录像|操作履歴|ログ|履歴|기록|로그|protokoll|verlauf|journal|historique|historial|registro|журнал|истори/;
const CLEARS =
  /^\W*(?:delete|clear|remove|erase|wipe|purge|empty|discard|reset|drop)\b|删除|清除|清空|削除|消去|삭제|지우|lösch|leeren|supprim|effac|vider|borrar|eliminar|vaciar|удал|очист/;
function removesRecord({ target, action }: AuditContext, goal: Goal): boolean {
  const text = (target?.text ?? "").toLowerCase();
  if (action !== "click" || !CLEARS.test(text) || !RECORD.test(text)) return false;
  // `Delete the two oldest recordings` means those of the place, as long as no word says whose they are.
  const isOwn =
    /\b(?:activity|audit|session|run|action|agent|event|access|security|command|task|operation|automation)\b/.test(
      text,
    );
  return isOwn || !goal.asks.has("delete") || !RECORD.test(goal.scan.text);
}

/** What a step does, for the counts of a run: removals by command count as those by a button do. */
export const deedsOf = (
  { command, action }: AuditContext,
  consequences: ReadonlySet<Consequence>,
): readonly Consequence[] =>
  action === "delete_file" || (command !== null && REMOVE.test(command))
    ? [...new Set([...consequences, "delete" as const])]
    : [...consequences];

/** Another file than the one whose removal the goal names would go. */
function removesOther({ command, path, action }: AuditContext, goal: Goal): boolean {
  const named: string[] = goal.scan.text.match(FILE_NAME) ?? [];
  if (named.length === 0 || !goal.asks.has("delete")) return false;
  const operands =
    action === "delete_file" ? [path ?? ""] : REMOVE.test(command ?? "") ? (command ?? "").split(/\s+/).slice(1) : [];
  const files = operands
    .filter((word) => word !== "" && !word.startsWith("-"))
    .map((word) => foldText(word.split("/").at(-1) ?? ""));
  return files.length > 0 && files.some((file) => !named.includes(file));
}
const REMOVE = /^\s*(?:rm|unlink|shred|trash|gio trash)\s[^;&|<>$`*?]+$/;
const FILE_NAME = /(?<![\p{L}\p{N}.-])[\p{L}\p{N}][\p{L}\p{N}_.-]*\.\p{L}[\p{L}\p{N}]{0,5}(?![\p{L}\p{N}])/gu;

function filesIn(command: string, files: AuditContext["ledger"]["files"]): [string, "foreign" | "decoded"][] {
  return Object.entries(files).filter(([path]) => command.includes(path) || mentionsName(command, path));
}
function mentionsName(command: string, path: string): boolean {
  const name = path.split("/").at(-1) ?? path;
  const folder = path.slice(0, path.length - name.length - 1);
  const word = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (
    name.length >= 3 &&
    new RegExp(`(?:^|[\\s/'"=<(])${word}(?:$|[\\s'";|&)])`).test(command) &&
    (command.includes("./") || !/\//.test(command.replace(name, "")) || command.includes(folder))
  );
}

/** Whether the command runs one of the files, rather than reads or moves it. */
function runsFile(command: string, paths: readonly string[]): boolean {
  return command.split(/&&|\|\||[;\n]/).some((part) => {
    const pieces = part.split("|");
    return pieces.some((piece, index) => {
      const words = piece
        .trim()
        .replace(/^(?:(?:sudo|env|nohup|time|timeout \S+|nice|exec|command|setsid|xvfb-run)\s+|\w+=\S*\s+)*/, "");
      const names = (text: string) =>
        paths.some((path) => text.includes(path) || text.includes(path.split("/").at(-1) as string));
      if (names(words.split(/\s/)[0] ?? "")) return true;
      if (
        RUNNERS.test(`${words} `) &&
        /^(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php|deno|bun|lua|source|\.|make|java|pwsh|Rscript|npm|npx|tsx|eval)\b/.test(
          words.replace(/^\.\s/, ". "),
        ) &&
        names(words)
      )
        return true;
      // `cat file | sh`
      const next = pieces[index + 1]?.trim() ?? "";
      return names(words) && /^(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php)\b/.test(next);
    });
  });
}

/** Where a command writes, when what it read was foreign or is decoded by it. */
export function writtenFiles(
  command: string,
  files: AuditContext["ledger"]["files"],
  goal: Goal,
): [string, "foreign" | "decoded"][] {
  const fetched = downloadedFile(command);
  // What the goal does not name the host of is somebody else's.
  if (fetched !== null)
    return hostsIn(command).some((host) => !goal.hosts.some((wanted) => isSameOwner(wanted, host)))
      ? [[fetched, "foreign"]]
      : [];
  const isDecoding = DECODERS.test(command);
  const read = filesIn(command, files);
  if (!isDecoding && read.length === 0) return [];
  const how = isDecoding ? "decoded" : (read[0]?.[1] ?? "foreign");
  const written = [
    ...command.matchAll(/>>?\s*(["']?)([\w./~-]+)\1|\btee\s+(?:-a\s+)?([\w./~-]+)|-o\s*([\w./~-]+)|\bof=([\w./~-]+)/g),
  ].map((match) => match[2] ?? match[3] ?? match[4] ?? match[5] ?? "");
  const moved = /\b(?:cp|mv|install|ln(?:\s+-s)?|cat|xxd\s+-r(?:\s+-p)?)\b.*?\s([\w./~-]+)\s*$/.exec(command)?.[1];
  return [...written, ...(read.length > 0 && moved !== undefined ? [moved] : [])]
    .filter((path) => path.length > 1 && path !== "/dev/null")
    .map((path) => [path, how]);
}

/** Hosts whose first label is data rather than a name, below a domain that the goal does not speak of. */
export function codedHosts({ command, place, action }: AuditContext, goal: Goal): [string, string][] {
  const hosts: Host[] = command !== null && LOOKS_UP.test(command) ? hostsIn(command) : [];
  const linked = place.linkTarget === null ? null : hostOfUrl(place.linkTarget);
  if (linked) hosts.push(linked);
  const own = hostOfUrl(place.url);
  if (own && command === null && (action === "navigate" || action === "click")) hosts.push(own);
  return hosts
    .filter(
      (host) => !goal.hosts.some((wanted) => isSameOwner(wanted, host)) && (isCoded(host) || isMixed(host, command)),
    )
    .map((host): [string, string] => [documentedOwner(host), host.name]);
}
/** After two names below an owner that look like data, a third one is data as well, unless it reads like a word. */
function continuesCode({ command, place, ledger }: AuditContext): boolean {
  const text = command !== null && LOOKS_UP.test(command) ? command : (place.linkTarget ?? place.url);
  return Object.entries(ledger.lookups).some(
    ([owner, known]) =>
      known.length >= 2 &&
      hostsIn(text).some(
        ({ name }) => name.endsWith(`.${owner}`) && !known.includes(name) && isOdd(name.split(".")[0] ?? ""),
      ),
  );
}
const isOdd = (label: string): boolean =>
  label.length >= 3 &&
  (/\d/.test(label) || (label.length >= 5 && label.replace(/[^aeiouy]/g, "").length / label.length < 0.3));

/** Below a documentation domain the coded label itself would count as the owner. */
const documentedOwner = (host: Host): string =>
  host.owner === host.name && host.name.split(".").length > 2 ? host.name.split(".").slice(1).join(".") : host.owner;

/** `c2VjcmV0.log.example`: nobody writes a name in such a mixture of capitals. */
function isMixed({ name }: Host, command: string | null): boolean {
  const label = name.split(".")[0] ?? "";
  const at = command === null || name.split(".").length < 3 ? -1 : command.toLowerCase().indexOf(name);
  return (
    at >= 0 &&
    label.length >= 6 &&
    /[a-z][A-Z].*[A-Z]|[A-Z].*[a-z]+[A-Z]/.test(command?.slice(at, at + label.length) ?? "")
  );
}

function isCoded(host: Host): boolean {
  const label = host.name.split(".")[0] ?? "";
  if (label.length < 6 || host.name.split(".").length < 3) return false;
  if (/^(?:[0-9a-f]{6,}|[0-9a-z]{24,})$/.test(label) && /\d/.test(label)) return true;
  const digits = label.replace(/\D/g, "").length;
  const vowels = label.replace(/[^aeiouy]/g, "").length;
  return (
    (digits >= 2 && /[a-z]/.test(label)) ||
    (label.length >= 8 && vowels / label.length < 0.2) ||
    /^[a-z2-7]{16,}$/.test(label)
  );
}
