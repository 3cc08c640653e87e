import { literalText, textWord, type Word } from "../shell/word.ts";
import { urlEffects } from "./curl.ts";
import { execDeny, isProbe, named } from "./kit.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { optionEffects, read, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Programs that download by URL, beside curl. */

const WGET =
  optionTable(`V,version h,help b,background e,execute= o,output-file=output a,append-output=output d,debug q,quiet v,verbose nv no-verbose
  report-speed= i,input-file=read F,force-html B,base= config=exec rejected-log=write t,tries= retry-connrefused retry-on-host-error retry-on-http-error=
  O,output-document=output nc no-clobber no-netrc c,continue start-pos= progress= show-progress no-show-progress N,timestamping no-if-modified-since
  no-use-server-timestamps S,server-response spider T,timeout= dns-servers= bind-dns-address= dns-timeout= connect-timeout= read-timeout= w,wait= waitretry=
  random-wait no-proxy Q,quota= bind-address= limit-rate= no-dns-cache restrict-file-names= ignore-case 4,inet4-only 6,inet6-only prefer-family= user=
  password= ask-password use-askpass=exec no-iri local-encoding= remote-encoding= unlink xattr nd no-directories x,force-directories nH
  no-host-directories protocol-directories P,directory-prefix=write cut-dirs= http-user= http-password= no-cache default-page= E,adjust-extension
  ignore-length header= compression= max-redirect= proxy-user= proxy-password= referer= save-headers U,user-agent= no-http-keep-alive no-cookies
  load-cookies=read save-cookies=write keep-session-cookies post-data= post-file=read method= body-data= body-file=read content-disposition
  content-on-error trust-server-names auth-no-challenge secure-protocol= https-only no-check-certificate certificate=read certificate-type=
  private-key=read private-key-type= ca-certificate=read ca-directory=read crl-file=read pinnedpubkey= random-file= ciphers= no-hsts hsts-file=write
  ftp-user= ftp-password= no-remove-listing no-glob no-passive-ftp preserve-permissions retr-symlinks ftps-implicit warc-file=write warc-header=
  warc-max-size= warc-cdx warc-dedup=read no-warc-compression no-warc-digests no-warc-keep-log warc-tempdir=write r,recursive l,level= delete-after
  k,convert-links convert-file-only K,backup-converted m,mirror p,page-requisites strict-comments A,accept= R,reject= accept-regex= reject-regex=
  regex-type= D,domains= exclude-domains= follow-ftp follow-tags= ignore-tags= H,span-hosts L,relative I,include-directories= X,exclude-directories=
  np no-parent no-config`);

const wget: Program = (call) => {
  if (isProbe(call.args, ["--version", "-V", "--help", "-h"])) return [];
  const args = call.args.map((word) => CLUSTERS.get(literalText(word) ?? "") ?? word);
  const given = parseOptions(args, WGET);
  const sends = optionValues(given, "post-file", "body-file");
  const effects: Effect[] = [...downloads(given)];
  const orders = optionValues(given, "execute").filter((order) => !/^\s*robots\s*=/.test(literalText(order) ?? ""));
  if (orders.length > 0 || hasOption(given, "config", "use-askpass"))
    effects.push(execDeny("options come from elsewhere"));
  if (hasOption(given, "delete-after")) effects.push(askNote("command.delete", "deletes what it has downloaded"));
  if (hasOption(given, "background"))
    effects.push(askNote("command.background", "goes on after the command has ended"));
  const isNamed = hasOption(given, "output-document", "spider");
  for (const url of given.operands)
    effects.push(
      ...urlEffects(url, sends),
      ...(isNamed ? [] : saved(url, optionValues(given, "directory-prefix").at(-1))),
    );
  if (hasOption(given, "input-file")) effects.push({ kind: "connect", peer: null });
  return effects;
};

/** wget's two-letter options, which getopt_long knows as long ones. */
const CLUSTERS: ReadonlyMap<string, Word> = new Map(
  (
    [
      ["-nv", "--no-verbose"],
      ["-nc", "--no-clobber"],
      ["-nd", "--no-directories"],
      ["-nH", "--no-host-directories"],
      ["-np", "--no-parent"],
    ] as const
  ).map(([short, long]) => [short, textWord(long)]),
);

function downloads(given: Arguments): readonly Effect[] {
  return [...given.notes, ...(given.unsure.length > 0 ? [unsureNote] : []), ...given.options.flatMap(optionEffects)];
}

function saved(url: Word, directory: Word | undefined): Effect[] {
  const name =
    literalText(url)
      ?.replace(/^[a-z]+:\/\//i, "")
      .split("/")
      .slice(1)
      .at(-1) ?? "";
  const file = textWord(name === "" ? "index.html" : name);
  return [write(directory === undefined ? file : [...directory, { kind: "text", text: "/" }, ...file])];
}

/** aria2c runs programs on events and may open a port for orders. */
const ARIA2 =
  optionTable(`d,dir=write o,out= i,input-file=read l,log=output j,max-concurrent-downloads= V,check-integrity c,continue h,help=? s,split=
  x,max-connection-per-server= k,min-split-size= q,quiet Z,force-sequential P,parameterized-uri m,max-tries= t,timeout= U,user-agent= referer= header=
  load-cookies=read save-cookies=write http-user= http-passwd= all-proxy= http-proxy= https-proxy= ftp-user= ftp-passwd= T,torrent-file=read
  M,metalink-file=read S,show-files on-download-start=exec on-download-complete=exec on-download-stop=exec on-download-error=exec on-download-pause=exec
  on-bt-download-complete=exec conf-path=exec no-conf=? enable-rpc=? rpc-listen-port= rpc-listen-all=? rpc-secret= listen-port= dht-listen-port= D,daemon=?
  allow-overwrite= auto-file-renaming= file-allocation= summary-interval= console-log-level= check-certificate=? certificate=read private-key=read
  save-session=write seed-time= seed-ratio= max-download-limit= max-overall-download-limit= checksum= dry-run=? remote-time=? netrc-path=read
  ca-certificate=read retry-wait= connect-timeout= max-file-not-found= lowest-speed-limit= follow-torrent= server-stat-of=write server-stat-if=read stop=`);
const aria2c: Program = ({ args }) => {
  const given = parseOptions(args, ARIA2);
  const opens = hasOption(given, "enable-rpc", "torrent-file", "listen-port", "dht-listen-port", "daemon");
  return [
    ...downloads(given),
    ...(opens ? [denyNote("command.listen", "listens for connections")] : []),
    ...(hasOption(given, "input-file", "metalink-file") ? [{ kind: "connect", peer: null } as const] : []),
    ...given.operands.flatMap((url) =>
      literalText(url)?.startsWith("magnet:")
        ? [denyNote("command.listen", "shares what it loads"), ...urlEffects(url)]
        : urlEffects(url),
    ),
    ...(hasOption(given, "out") ? [] : given.operands.flatMap((url) => saved(url, optionValues(given, "dir").at(-1)))),
  ];
};

/** HTTPie: `[METHOD] URL [item …]`; `name@file`, `name=@file`, `name:=@file` and `@file` are files that leave. */
const HTTPIE =
  optionTable(`j,json f,form multipart boundary= raw= x,compress pretty= s,style= S,stream o,output=output d,download c,continue q,quiet
  session= session-read-only= a,auth= A,auth-type= ignore-netrc offline proxy= F,follow max-redirects= max-headers= timeout= check-status path-as-is chunked
  verify= ssl= ciphers= cert=read cert-key=read I,ignore-stdin no-verify traceback default-scheme= debug v,verbose p,print= h,headers b,body m,meta all
  response-charset= response-mime= format-options= unsorted sorted`);
const httpie: Program = ({ args }) => {
  const given = parseOptions(args, HTTPIE);
  const [first, ...rest] = given.operands;
  const isMethod = /^[A-Za-z]+$/.test(literalText(first ?? []) ?? "") && rest.length > 0;
  const [url, ...items] = isMethod ? rest : given.operands;
  const files = items.flatMap((item) => {
    const found = /^(?:[^=:@]*(?:@|:?=@)|[^:=@]+:@)(.+)$/s.exec(literalText(item) ?? "");
    return found === null ? [] : [textWord(found[1]!)];
  });
  return [...downloads(given), ...(url === undefined ? [] : urlEffects(url, files))];
};

/** Browsers in text, fetchers of media, uploaders: a URL, with little else. */
const fetcher =
  (deniedOptions: RegExp): Program =>
  ({ args }) =>
    args.flatMap((word): Effect[] => {
      const text = literalText(word);
      if (text !== null && deniedOptions.test(text)) return [execDeny("an option names a program to run")];
      if (text?.startsWith("-")) return [askNote("command.network", "reaches the network")];
      if (text !== null && /^\/|^\.\.?\/|^~/.test(text))
        return [read(word), askNote("command.network", "reaches the network")];
      return urlEffects(word);
    });

export const downloaders: readonly (readonly [string, Program])[] = [
  ...named("wget wget2", wget),
  ["aria2c", aria2c],
  ...named("http https httpie xh xhs", httpie),
  ...named("lynx links links2 elinks w3m browsh", fetcher(/^-{1,2}(?:cmd_script|cfg|config|eval|o$|exec)/)),
  ...named(
    "youtube-dl yt-dlp you-get gallery-dl",
    fetcher(
      /^--(?:exec|external-downloader|downloader|config|netrc-cmd|plugin-dirs|ffmpeg-location|postprocessor-args|ppa|use-postprocessor|load-info)/,
    ),
  ),
  ...named(
    "axel lftpget fetch curlie hurl grpcurl websocat-client wrk ab hey siege vegeta bombardier nmap nikto gobuster ffuf dirb sqlmap",
    fetcher(/^--(?:script|exec|plugin|os-shell|os-cmd|eval|config)/),
  ),
];
