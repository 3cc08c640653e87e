import { dropPrefix, literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, isProbe, named } from "./kit.ts";
import { type Arguments, hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { optionEffects, profile, read, unsureNote, write } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";
import { joinBySpaces } from "./wrappers.ts";

/** ssh, scp, sftp and their kin. */

/** Options of `-o` that name programs, sockets or further files. Everything else only shapes the connection. */
const HARMLESS_SETTINGS =
  /^\s*(?:StrictHostKeyChecking|ConnectTimeout|ConnectionAttempts|BatchMode|Port|User|LogLevel|ServerAlive\w+|TCPKeepAlive|Compression|AddressFamily|PreferredAuthentications|PasswordAuthentication|PubkeyAuthentication|KbdInteractiveAuthentication|NumberOfPasswordPrompts|IdentitiesOnly|HostKeyAlgorithms|KexAlgorithms|Ciphers|MACs|PubkeyAcceptedAlgorithms|CheckHostIP|VisualHostKey|RequestTTY|EscapeChar|HashKnownHosts|UpdateHostKeys|VerifyHostKeyDNS|ForwardX11Timeout|ExitOnForwardFailure|RekeyLimit|IPQoS|ControlPersist|ControlMaster)\s*[= \t]/i;
const FILE_SETTINGS = /^\s*(?:UserKnownHostsFile|GlobalKnownHostsFile|IdentityFile|CertificateFile)\s*[= \t]\s*(.*)$/is;

function setting(value: Word): readonly Effect[] {
  const text = literalText(value);
  if (text === null) return [execDeny("a setting of the connection is computed")];
  const file = FILE_SETTINGS.exec(text)?.[1];
  if (file !== undefined) return file === "/dev/null" ? [] : [read(textWord(file))];
  if (
    /^\s*(?:LocalForward|RemoteForward|DynamicForward|Tunnel\w*|GatewayPorts|ForwardAgent|ForwardX11\w*|StreamLocalBind\w*)\s*[= \t]/i.test(
      text,
    )
  )
    return /[= \t]no$/i.test(text.trimEnd()) ? [] : [tunnel];
  return HARMLESS_SETTINGS.test(text) ? [] : [execDeny("a setting of the connection names a program or a file")];
}

const tunnel = denyNote("command.tunnel", "opens a tunnel");

const SSH = optionTable(
  "4 6 A a C f G g K k M N n q s T t V v X x Y y B= b= c= D= E=write e= F=exec I=exec i=read J= L= l= m= O= o= p= P= Q= R= S= W= w=",
  { isPosix: true },
);
const ssh: Program = (call) => {
  if (isProbe(call.args, ["-V", "--help"])) return [askNote("command.network", "a client for remote logins")];
  const first = parseOptions(call.args, SSH);
  const [host, ...rest] = first.operands;
  // OpenSSH reads options behind the host as well.
  const later = host !== undefined && literalPrefix(rest[0] ?? []).startsWith("-") ? parseOptions(rest, SSH) : null;
  const effects: Effect[] = [];
  for (const given of later === null ? [first] : [first, later]) {
    effects.push(...given.notes, ...given.options.flatMap(optionEffects), ...optionValues(given, "o").flatMap(setting));
    if (hasOption(given, "L", "R", "D", "W", "w", "A", "X", "Y", "g", "M", "O", "S")) effects.push(tunnel);
    if (hasOption(given, "f", "N")) effects.push(askNote("command.background", "goes on after the command has ended"));
    effects.push(...optionValues(given, "J").map((peer): Effect => ({ kind: "connect", peer })));
  }
  if (host !== undefined) effects.push(...remoteHost(host));
  // What runs there is that machine's matter, but for what is refused everywhere.
  if (removesByForce(joinBySpaces(rest)))
    effects.push(denyNote("command.rm_rf", "a removal that is both recursive and forced"));
  return effects;
};

/** `rm` with both options anywhere in the text. */
function removesByForce(text: Word): boolean {
  const known = text.map((piece) => (piece.kind === "text" || piece.kind === "glob" ? piece.text : " ")).join("");
  return known.split(/[;&|\n(){}`]/).some((part) => {
    const words = part.replace(/["'\\]/g, "").split(/\s+/);
    const at = words.findIndex((word) => /^(?:.*\/)?rm$/.test(word));
    const options = at < 0 ? [] : words.slice(at + 1).filter((word) => word.startsWith("-"));
    const has = (short: RegExp, long: RegExp) =>
      options.some((word) => (word.startsWith("--") ? long : short).test(word));
    return has(/[rR]/, /^--r/) && has(/f/, /^--f/);
  });
}

const remoteHost = (host: Word): readonly Effect[] =>
  literalPrefix(host).includes("@-") ? [execDeny("a host's name is an option")] : [{ kind: "connect", peer: host }];

const SCP = optionTable("3 4 6 A B C O p q R r s T v c= D=exec F=exec i=read J= l= o= P= S=exec X=");
const SFTP = optionTable("4 6 A a C f N p q r v B= b=read c= D=exec F=exec i=read J= l= o= P= R= S=exec s=exec X=");

/** `host:path` or a URL is remote, everything else local. */
const isRemote = (word: Word): boolean => {
  const text = literalPrefix(word);
  return /^(?:scp|sftp):\/\//.test(text) || /^[^/]*:/.test(text) || (literalText(word) === null && text === "");
};

const scp: Program = ({ args }) => {
  const given = parseOptions(args, SCP);
  const target = given.operands.at(-1);
  const sources = given.operands.slice(0, -1);
  const effects: Effect[] = [...connection(given)];
  for (const source of sources) effects.push(...(isRemote(source) ? remoteHost(source) : [read(source)]));
  if (target === undefined) return effects;
  if (!isRemote(target)) return [...effects, write(target)];
  return [...effects, { kind: "connect", peer: target, sends: sources.filter((source) => !isRemote(source)) }];
};

function connection(given: Arguments): readonly Effect[] {
  return [
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    ...optionValues(given, "o").flatMap(setting),
    ...(hasOption(given, "A") ? [tunnel] : []),
    ...(given.unsure.length > 0 ? [unsureNote] : []),
  ];
}

const sftp: Program = ({ args, input }) => {
  const given = parseOptions(args, SFTP);
  const [host, ...rest] = given.operands;
  return [
    ...connection(given),
    ...(host === undefined ? [] : remoteHost(host)),
    ...rest.map(write),
    ...batch(given, input.kind === "text" ? literalText(input.text) : null),
  ];
};

/** Commands on standard input: `!` runs a program, `put` sends a file. */
function batch(given: Arguments, text: string | null): readonly Effect[] {
  const effects: Effect[] = hasOption(given, "b") ? [askNote("command.network", "orders come from a file")] : [];
  return text === null ? effects : [...effects, ...orders(text)];
}

/** Orders for ftp, sftp and lftp: `!` and `shell` run programs, `put`, `mput`, `mirror -R` send, `get` writes. */
function orders(text: string): readonly Effect[] {
  const effects: Effect[] = [];
  for (const order of text.split(/[\n;]/)) {
    const [verb, ...words] = order.trim().split(/\s+/);
    const files = words.filter((word) => !word.startsWith("-")).map(textWord);
    if (verb === undefined) continue;
    if (/^[!`]|^(?:shell|local|\$|source|edit|queue|at|repeat|alias|debug|macdef)$/.test(verb) || order.includes("|"))
      effects.push(execDeny("an order runs a program"));
    else if (/^(?:put|mput|reput|append|send)$/.test(verb))
      effects.push({ kind: "connect", peer: null, sends: files.slice(0, verb === "mput" ? undefined : 1) });
    else if (/^(?:mirror)$/.test(verb)) effects.push(...files.map(write));
    else if (/^(?:get|reget|recv)$/.test(verb)) effects.push(...files.slice(1).map(write));
    else if (verb === "lcd") effects.push({ kind: "enter", operand: files[0] ?? textWord("~") });
  }
  return effects;
}

const FTP = optionTable("l= 4 6 A a d e g i n p t v V N=read P= r= s= u= w= x= o=output q= T= f=read c= E= k=");
const ftp: Program = ({ args, input }) => {
  const given = parseOptions(args, FTP);
  const [host] = given.operands;
  const text = input.kind === "text" ? literalText(input.text) : null;
  return [
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    {
      kind: "connect",
      peer: host ?? null,
      sends: [
        ...optionValues(given, "l"),
        ...given.operands.slice(1).filter((word) => /[./]/.test(literalPrefix(word))),
      ],
    },
    ...(input.kind === "text" && text === null ? [execDeny("orders are computed")] : []),
    ...(text === null ? [] : orders(text)),
  ];
};

const LFTP = optionTable("d e= p= u= f=read c= norc v h U= N k A=read W= I= m= n=");
const lftp: Program = ({ args, input }) => {
  const given = parseOptions(args, LFTP);
  const texts = [
    ...optionValues(given, "e", "c").map(literalText),
    ...(input.kind === "text" ? [literalText(input.text)] : []),
  ];
  return [
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    { kind: "connect", peer: share(given.operands[0]) },
    ...texts.flatMap((text) => (text === null ? [execDeny("orders are computed")] : orders(text))),
  ];
};

/** `//host/share` names a host, not a path. */
const share = (host: Word | undefined): Word | null =>
  host === undefined ? null : literalPrefix(host).startsWith("//") ? dropPrefix(host, 2) : host;

const keyDeny = denyNote("command.login_keys", "makes, changes or exports login keys");
const KEYGEN = optionTable(
  "A B D= E= F= H I= K= L M= N= O= P= Q R= U V= W= Y= Z= a= b= C= c e f= g h i k l m= n= o p q r= s= t= u v w= x= y z=",
);
const sshKeygen: Program = ({ args }) => {
  const given = parseOptions(args, KEYGEN);
  const isReading = hasOption(given, "l", "F", "L", "B") && !hasOption(given, "D", "w", "y", "e");
  const files = optionValues(given, "f");
  return isReading
    ? [askNote("command.keys", "shows fingerprints of keys"), ...given.notes, ...files.map(read)]
    : [keyDeny, ...files.map(write)];
};

/** Uploads to object stores and file services: local operands leave. */
const RCLONE_DENIED = new Set("mount serve rcd rc config cmount nfsmount gui authorize obscure".split(" "));
const rclone: Program = ({ args }) => {
  const [verb, ...rest] = args;
  const action = literalText(verb ?? []);
  if (action === null || RCLONE_DENIED.has(action))
    return [denyNote("command.listen", "mounts, serves or opens stored passwords")];
  const operands = rest.filter((word) => !literalPrefix(word).startsWith("-"));
  const exec = rest.some((word) =>
    /^--(?:password-command|metadata-mapper|config|sftp-ssh|webdav-bearer-token-command)/.test(literalPrefix(word)),
  );
  const isWriting = /^(?:copy|sync|move|bisync|copyto|moveto|copyurl)$/.test(action);
  const local = operands.filter((word) => !isRemote(word));
  return [
    { kind: "connect", peer: null, sends: operands.length > 1 && isRemote(operands.at(-1)!) ? local : [] },
    ...(exec ? [execDeny("an option names a program to run")] : []),
    ...local.map(
      (word, index): Effect => (isWriting && word === operands.at(-1) && index > 0 ? write(word) : read(word)),
    ),
  ];
};

const withoutDash = (word: Word, letter: string): Word =>
  literalPrefix(word).startsWith(letter) ? dropPrefix(word, letter.length) : word;

/** mail, mutt, sendmail: attachments and redirected files leave. */
const MAIL = optionTable(
  "A,attach=read a,append= b=read c= s,subject= r,return-address= q=read S= : t n i v E R u= f=? F e N H d D I ~ M,content-type= T= Q= z=",
  {},
);
const mail: Program = ({ args, input }) => {
  const given = parseOptions(args, MAIL);
  const files = [
    ...optionValues(given, "attach"),
    ...optionValues(given, "append", "q").filter((word) => /[./]/.test(literalPrefix(word))),
  ];
  const text = input.kind === "text" ? (literalText(input.text) ?? "~!") : "";
  const piped = /^[ \t]*~[!|<:rRefMmw]/m.test(text);
  const hasProgram = optionValues(given, "S").some((word) =>
    /sendmail|shell|editor|visual|pager|mta/i.test(literalPrefix(word)),
  );
  return [
    ...given.notes,
    ...(piped || hasProgram || hasOption(given, "~") ? [execDeny("an order in a mail runs a program")] : []),
    { kind: "connect", peer: null, sends: files },
  ];
};
const MUTT = optionTable(
  "A= a= b= c= D d= E e=exec F=exec f=read G g= H=read h i=read l=write m= n p Q= R s= v x y Z z",
  {},
);
const mutt: Program = ({ args }) => {
  const given = parseOptions(args, MUTT);
  return [
    ...given.notes,
    ...given.options.flatMap(optionEffects),
    { kind: "connect", peer: null, sends: optionValues(given, "a", "H", "i") },
  ];
};
const sendmail: Program = ({ args }) => [
  ...args.flatMap((word): Effect[] => {
    const known = literalPrefix(word);
    if (/^-(?:C|be|bd|bp|bt|D|M|O|oQ|X|q)|^--(?:file|passwordeval|host|exec)/.test(known))
      return [execDeny("an option changes how mail is delivered")];
    return known.startsWith("-C") ? [read(withoutDash(word, "-C"))] : [];
  }),
  { kind: "connect", peer: null },
];

export const remoteLogin: readonly (readonly [string, Program])[] = [
  ["ssh", ssh],
  ...named("slogin dbclient", ssh),
  ["scp", scp],
  ["sftp", sftp],
  ...named("ftp ftp-ssl pftp inetutils-ftp tnftp ncftp ncftpput ncftpget ftpput ftpget tftp atftp", ftp),
  ...named("lftp smbclient", lftp),
  ["ssh-keygen", sshKeygen],
  [
    "ssh-keyscan",
    profile({
      options: "4 6 c D H v f=read O= p= T= t=",
      operands: (given) => given.operands.map((peer): Effect => ({ kind: "connect", peer })),
    }),
  ],
  ["rclone", rclone],
  ...named("mail mailx Mail s-nail nail bsd-mailx heirloom-mailx", mail),
  ...named("mutt neomutt", mutt),
  ...named("sendmail msmtp ssmtp esmtp nullmailer-send swaks sendemail smtp-cli mailsend exim", sendmail),
];
