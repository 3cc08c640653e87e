import { dropPrefix, hasUnknown, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, isProbe } from "./kit.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { optionEffects, read, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

const CURL =
  optionTable(`abstract-unix-socket= alt-svc=write anyauth a,append aws-sigv4= basic ca-native cacert=read capath=read E,cert= cert-status
  cert-type= ciphers= compressed compressed-ssh K,config= connect-timeout= connect-to= C,continue-at= b,cookie= c,cookie-jar=output create-dirs
  create-file-mode= crlf crlfile=read curves= d,data= data-ascii= data-binary= data-raw= data-urlencode= delegation= digest q,disable
  disable-eprt disable-epsv disallow-username-in-url dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers= doh-cert-status doh-insecure
  doh-url= dump-ca-embed D,dump-header=output ech= egd-file= engine= etag-compare=read etag-save=output expect100-timeout= f,fail fail-early
  fail-with-body false-start F,form= form-escape form-string= ftp-account= ftp-alternative-to-user= ftp-create-dirs ftp-method= ftp-pasv
  P,ftp-port= ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control G,get g,globoff happy-eyeballs-timeout-ms=
  haproxy-clientip= haproxy-protocol I,head H,header= h,help=? hostpubmd5= hostpubsha256= hsts=write http0.9 0,http1.0 http1.1 http2
  http2-prior-knowledge http3 http3-only ignore-content-length i,include show-headers k,insecure interface= ip-tos= ipfs-gateway= 4,ipv4 6,ipv6
  json= j,junk-session-cookies keepalive-cnt= keepalive-time= key= key-type= keepalive no-keepalive krb= libcurl=output limit-rate= l,list-only
  local-port= L,location location-trusted login-options= mail-auth= mail-from= mail-rcpt= mail-rcpt-allowfails M,manual max-filesize= max-redirs=
  m,max-time= metalink mptcp negotiate n,netrc netrc-file=read netrc-optional :,next no-alpn no-buffer N no-clobber no-npn no-progress-meter
  progress-meter no-sessionid noproxy= ntlm ntlm-wb oauth2-bearer= o,output=output output-dir= Z,parallel parallel-immediate parallel-max= pass=
  path-as-is pinnedpubkey= post301 post302 post303 preproxy= #,progress-bar proto= proto-default= proto-redir= x,proxy= proxy-anyauth
  proxy-basic proxy-ca-native proxy-cacert=read proxy-capath=read proxy-cert= proxy-cert-type= proxy-ciphers= proxy-crlfile=read
  proxy-digest proxy-header= proxy-http2 proxy-insecure proxy-key= proxy-key-type= proxy-negotiate proxy-ntlm proxy-pass=
  proxy-pinnedpubkey= proxy-service-name= proxy-ssl-allow-beast proxy-tls13-ciphers= proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser=
  proxy-tlsv1 U,proxy-user= proxy1.0= p,proxytunnel pubkey=read Q,quote= random-file= r,range= rate= raw e,referer= J,remote-header-name
  O,remote-name remote-name-all R,remote-time remove-on-error X,request= request-target= resolve= retry= retry-all-errors retry-connrefused
  retry-delay= retry-max-time= sasl-authzid= sasl-ir service-name= S,show-error sigalgs= s,silent no-silent skip-existing socks4= socks4a= socks5=
  socks5-basic socks5-gssapi socks5-gssapi-nec socks5-gssapi-service= socks5-hostname= Y,speed-limit= y,speed-time= ssl ssl-allow-beast
  ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ssl-sessions=write 2,sslv2 3,sslv3 stderr=output styled-output no-styled-output
  suppress-connect-headers tcp-fastopen tcp-nodelay no-tcp-nodelay t,telnet-option= tftp-blksize= tftp-no-options z,time-cond= tls-earlydata tls-max=
  tls13-ciphers= tlsauthtype= tlspassword= tlsuser= 1,tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace=output trace-ascii=output
  trace-config= trace-ids trace-time unix-socket= T,upload-file= upload-flags= url= url-query= B,use-ascii A,user-agent= u,user= variable= v,verbose
  V,version vlan-priority= w,write-out= xattr`);

/** Values that mean a file when they begin with `@`; for the others the rest of the text is the content. */
const BODIES = ["data", "data-ascii", "data-binary", "json"];
const HEADERS = ["header", "proxy-header"];
const QUERIES = ["data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json"];
const SOCKETS = ["unix-socket", "abstract-unix-socket"];
const PROXIES = ["proxy", "preproxy", "proxy1.0", "socks4", "socks4a", "socks5", "socks5-hostname", "doh-url"];

const afterAt = (word: Word, at = 0): Word[] => (literalPrefix(word)[at] === "@" ? [dropPrefix(word, at + 1)] : []);
const isStream = (word: Word) => literalText(word) === "-" || literalText(word) === ".";

export const curl: Program = (call) => {
  if (isProbe(call.args, ["--version", "-V", "--help", "-h"])) return [];
  const given = parseOptions(call.args, CURL);
  const effects: Effect[] = [askNote("command.request", "requests a URL"), ...given.notes];
  if (given.unsure.length > 0) effects.push(unsureNote);
  for (const option of given.options) {
    if (option.name === "output" || option.name === "dump-header")
      effects.push(...optionEffects({ ...option, value: below(option.value, given) }));
    else effects.push(...optionEffects(option));
  }
  if (hasOption(given, "config")) effects.push(...configFiles(optionValues(given, "config")));
  if (optionValues(given, ...SOCKETS).length > 0)
    effects.push(
      denyNote("command.local_socket", "speaks to a local socket"),
      ...optionValues(given, "unix-socket").map(read),
    );
  const sends = sentFiles(given);
  effects.push(
    ...optionValues(given, "write-out")
      .flatMap((value) => afterAt(value))
      .filter((file) => !isStream(file))
      .map(read),
  );
  effects.push(
    ...optionValues(given, "cookie")
      .filter((value) => !literalPrefix(value).includes("=") && value.length > 0)
      .map(read),
  );
  for (const file of optionValues(given, "cert", "key", "proxy-cert", "proxy-key"))
    effects.push(read(withoutPassword(file)));
  const peers = [...optionValues(given, "url"), ...given.operands];
  for (const url of peers) effects.push(...urlEffects(url, sends));
  effects.push(...optionValues(given, "write-out").flatMap(writtenOutput));
  // `--url-query` and `-G` write what they are given into the URL.
  const queries = optionValues(given, "url-query", ...(hasOption(given, "get") ? QUERIES : []));
  if (queries.some(hasUnknown)) effects.push(denyNote("command.network_data", "an address is put together from data"));
  for (const url of optionValues(given, ...PROXIES)) effects.push({ kind: "connect", peer: url });
  effects.push(...optionValues(given, "resolve", "connect-to").flatMap(redirected), ...otherAddresses(given));
  if (hasOption(given, "remote-name", "remote-name-all", "remote-header-name"))
    effects.push(...savedNames(given, peers, hasOption(given, "remote-header-name")));
  if (hasOption(given, "netrc", "netrc-optional")) effects.push(denyNote("command.secret", "uses stored passwords"));
  if (hasOption(given, "engine")) effects.push(execDeny("loads a module"));
  return effects;
};

/** `--output-dir` moves names that are not absolute; it moves nothing else. */
function below(file: Word | null, given: Parameters<typeof hasOption>[0]): Word | null {
  const directory = optionValues(given, "output-dir").at(-1);
  if (file === null || directory === undefined || isStream(file) || literalPrefix(file).startsWith("/")) return file;
  return [...directory, { kind: "text", text: "/" }, ...file];
}

function sentFiles(given: Parameters<typeof hasOption>[0]): Word[] {
  const sent = optionValues(given, ...BODIES, ...HEADERS).flatMap((value) => afterAt(value));
  for (const value of optionValues(given, "data-urlencode", "url-query", "variable")) {
    const known = literalPrefix(value);
    const at = known.indexOf("@");
    const equals = known.indexOf("=");
    if (at >= 0 && (equals < 0 || at < equals)) sent.push(dropPrefix(value, at + 1));
  }
  for (const value of optionValues(given, "form")) {
    const known = literalPrefix(value);
    const start = known.indexOf("=") + 1;
    if (start > 0 && /[@<]/.test(known[start] ?? "")) sent.push(...formFiles(dropPrefix(value, start + 1)));
  }
  sent.push(...optionValues(given, "upload-file").flatMap(uploads));
  return sent.filter((file) => !isStream(file));
}

/** `file;type=x`, several files with commas; quotes keep them together. */
function formFiles(value: Word): Word[] {
  const text = literalText(value);
  if (text === null) return [value];
  if (text.startsWith('"')) return [textWord(text.slice(1).split('"', 1)[0]!)];
  return text
    .split(";", 1)[0]!
    .split(",")
    .map((file) => textWord(file));
}

/** `-T '{a,b}'` sends both. */
function uploads(value: Word): Word[] {
  const text = literalText(value);
  const list = text === null ? null : /^(.*)\{([^{}]*)\}(.*)$/s.exec(text);
  if (list === null) return [value];
  return list[2]!.split(",").map((part) => textWord(list[1]! + part + list[3]!));
}

/** `%output{file}` in a format. */
function writtenOutput(format: Word): Effect[] {
  return [...(literalText(format) ?? "").matchAll(/%output\{(?:>>)?([^}]{0,4096})\}/g)].map(([, file]) =>
    write(textWord(file!)),
  );
}

/** `file:password`. */
function withoutPassword(file: Word): Word {
  const text = literalText(file);
  const colon = text?.indexOf(":") ?? -1;
  return text === null || colon <= 0 || /^(?:pkcs11|data):/.test(text) ? file : textWord(text.slice(0, colon));
}

function configFiles(files: readonly Word[]): Effect[] {
  return files.flatMap((file) => [
    denyNote("command.option_exec", "options come from a file or from standard input"),
    ...(isStream(file) ? [] : [read(file)]),
  ]);
}

/** The known characters that the word begins with, patterns as written. */
function writtenPrefix(word: Word): string {
  let text = "";
  for (const piece of word) {
    if (piece.kind !== "text" && piece.kind !== "glob") break;
    text += piece.text;
  }
  return text;
}

/** Everything of one URL. Other schemes than HTTP and FTP read local files or speak to any port. */
export function urlEffects(url: Word, sends: readonly Word[] = []): Effect[] {
  const known = writtenPrefix(url).toLowerCase();
  const host = known.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").replace(/[/?#].*$/s, "");
  if (/[{}]/.test(host) || /\[(?![0-9a-f:.%]+\](?::\d*)?$)/.test(host))
    return [denyNote("command.url", "a pattern stands for the host")];
  if (known.startsWith("file:")) return [...fileUrl(url), ...sends.map(read)];
  if (
    /^(?:gopher|gophers|dict|telnet|ldap|ldaps|tftp|smb|smbs|rtsp|mqtt|rtmp|imap|imaps|pop3|pop3s|ws|wss):/.test(known)
  )
    return [denyNote("command.raw_socket", "speaks any protocol to a port"), { kind: "connect", peer: url, sends }];
  return [{ kind: "connect", peer: url, sends }];
}

/** `file:///etc/x`, `file://localhost/etc/x`, `file:/etc/x`, with percent escapes. */
function fileUrl(url: Word): Effect[] {
  const text = literalText(url);
  if (text === null) return [denyNote("command.url", "the name of a local file is computed")];
  const path = text.slice(5).replace(/^\/\/(?:localhost|127\.0\.0\.1)?(?=\/)/i, "");
  if (/[%{}[\]]/.test(path)) return [denyNote("command.url", "the name of a local file is encoded")];
  return [read(textWord(path))];
}

/** `host:port:address` and `host:port:host:port`: where it really goes. */
function redirected(value: Word): Effect[] {
  const text = literalText(value);
  if (text === null) return [{ kind: "connect", peer: value }];
  const target = text.replace(/^[+-]/, "").replace(/^(?:\[[^\]]*\]|[^:]*):[^:]*:/, "");
  if (target === "" || /^:/.test(target)) return [];
  return target.split(",").map((address) => ({ kind: "connect", peer: textWord(address) }) as const);
}

/** Commands for the server, active FTP. */
function otherAddresses(given: Parameters<typeof hasOption>[0]): Effect[] {
  return [
    ...(hasOption(given, "ftp-port") ? [denyNote("command.listen", "listens for a connection")] : []),
    ...optionValues(given, "quote").map(() => askNote("command.network", "sends commands to a server")),
  ];
}

/** `-O`: the name is the last part of the URL; with `-J` the server chooses it. */
function savedNames(given: Parameters<typeof hasOption>[0], urls: readonly Word[], isChosen: boolean): Effect[] {
  if (isChosen) return [askNote("command.network", "the server chooses a file's name")];
  return urls.flatMap((url) => {
    const text = literalText(url);
    const name =
      text
        ?.replace(/[?#].*$/s, "")
        .split("/")
        .at(-1) ?? "";
    const saved = below(name === "" ? null : textWord(name), given);
    return saved === null ? [] : [write(saved)];
  });
}
