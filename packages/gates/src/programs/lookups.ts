import { literalPrefix, literalText, textWord, type Word } from "../shell/word.ts";
import { execDeny, named, networkAsk } from "./kit.ts";
import { hasOption, optionTable, optionValues, parseOptions } from "./options.ts";
import { data, optionEffects, read } from "./profile.ts";
import { askNote, denyNote, type Effect, type Program } from "./program.ts";

/** Names and hosts are looked up: the host leaves, so a host that is computed carries data. */

const peers = (options: string, skip = /(?!)/): Program => {
  const table = optionTable(options);
  return ({ args }) => {
    const given = parseOptions(
      args.filter((word) => !/^[+]/.test(literalPrefix(word))),
      table,
    );
    return [
      ...given.notes,
      ...given.options.flatMap(optionEffects),
      ...given.operands
        .filter((word) => literalText(word) === null || !skip.test(literalText(word) ?? ""))
        .map(
          (word): Effect => ({
            kind: "connect",
            peer: literalPrefix(word).startsWith("@")
              ? [{ kind: "text", text: literalPrefix(word).slice(1) }, ...word.slice(1)]
              : word,
          }),
        ),
      ...(given.operands.length === 0 ? [networkAsk] : []),
    ];
  };
};

const RECORDS =
  /^(?:a|aaaa|any|axfr|ixfr(?:=\d+)?|cname|mx|ns|ptr|soa|srv|txt|caa|ds|dnskey|naptr|tlsa|svcb|https|in|ch|hs)$/i;

/** `getent hosts name` asks the net, the other tables are files of the system. */
const getent: Program = ({ args }) => {
  const [table, ...keys] = args.filter((word) => !/^-/.test(literalPrefix(word)));
  if (/^(?:a?hosts|ahostsv[46]|networks)$/.test(literalText(table ?? []) ?? "hosts"))
    return [networkAsk, ...keys.map((peer): Effect => ({ kind: "connect", peer }))];
  return [askNote("command.system_read", "shows tables of the system"), ...keys.map(data)];
};

const NSLOOKUP: Program = ({ args }) => [
  networkAsk,
  ...args.filter((word) => !/^-/.test(literalPrefix(word))).map((word): Effect => ({ kind: "connect", peer: word })),
];

const OPENSSL_DENIED = new Set("s_client s_server s_time ocsp-server".split(" "));
const OPENSSL_PROBES = new Set("version help list".split(" "));
const KEY_COMMANDS = new Set(
  "rsa dsa ec pkey pkcs8 pkcs12 genrsa gendsa genpkey ecparam storeutl rsautl pkeyutl".split(" "),
);
const OPENSSL = optionTable(
  `in=read out=output inform= outform= key= keyout=write keyform= pass= passin= passout= k= kfile=read K= iv= S= e d a A base64 v salt nosalt p P bufsize= nopad debug none
  z md= iter= pbkdf2 engine=exec provider=exec provider-path=exec rand=read writerand=write noout text pubin pubout pub modulus check fingerprint subject issuer dates serial
  startdate enddate email hash ext= checkend= purpose nameopt= certopt= sign= verify= signature=read hex binary c r list hmac= mac= macopt= sigopt= prverify=
  sha1 sha224 sha256 sha384 sha512 sha512-256 sha3-256 md5 ripemd160 blake2b512 blake2s256 CAfile=read CApath=read CAstore= untrusted=read crl_check crl_check_all trusted=read
  certfile=read inkey=read export nokeys nocerts clcerts cacerts info nodes noenc legacy name= caname= twopass keypbe= certpbe= macalg= nomac
  new x509 newkey= days= subj= config=exec extfile=exec extensions= reqexts= addext= req CA=read CAkey=read CAcreateserial=? CAserial=write set_serial= signkey=read
  batch utf8 multivalue-rdn sigfile=read pkcs7 print_certs strparse= offset= length= i dump genstr= genconf= noname param_enc= conv_form= genkey param_out name_only
  traditional topk8 nocrypt v1= v2= 1 5 6 apr1 aixmd5 stdin table reverse noverify quiet algorithm= pkeyopt= paramfile=read aes128 aes256 des3 aes-256-cbc
  aes-128-cbc aes-256-ctr des-ede3-cbc camellia-256-cbc chacha20 aria-256-cbc aes256cbc url= cert=read host= path= port= resp_text`,
  { isSingleDash: true },
);

/** openssl: raw connections, servers and private keys are denied; digests and the like are questions with their files. */
const openssl: Program = ({ args }) => {
  const [first, ...rest] = args;
  if (first === undefined) return [askNote("command.interactive", "is an interactive program")];
  const command = literalText(first);
  if (command === null) return [denyNote("command.dynamic", "the command of a program is computed")];
  if (OPENSSL_DENIED.has(command)) return [denyNote("command.raw_socket", "opens a raw connection")];
  if (OPENSSL_PROBES.has(command) || /^--?(?:version|help|v|h)$/.test(command))
    return [askNote("command.openssl", "works on data, certificates or keys"), ...rest.map(data)];
  const given = parseOptions(rest, OPENSSL);
  const effects: Effect[] = [
    askNote("command.openssl", "works on data, certificates or keys"),
    ...given.notes,
    ...given.options.flatMap(optionEffects),
  ];
  const isPublic =
    hasOption(given, "pubin", "pubout", "nokeys") || (hasOption(given, "noout") && !hasOption(given, "text"));
  const isExport =
    command === "pkcs12"
      ? !hasOption(given, "nokeys", "export")
      : ["rsa", "dsa", "ec", "pkey", "pkcs8", "storeutl"].includes(command) && !isPublic;
  if (KEY_COMMANDS.has(command) && isExport) effects.push(denyNote("command.private_key", "exports a private key"));
  effects.push(
    ...optionValues(given, "pass", "passin", "passout", "k").flatMap(passwordFile),
    ...optionValues(given, "key").map(read),
  );
  if (command === "ocsp" && hasOption(given, "port"))
    effects.push(denyNote("command.listen", "listens for connections"));
  effects.push(...optionValues(given, "url", "host").map((peer): Effect => ({ kind: "connect", peer })));
  const isList = ["rand", "prime", "genrsa", "passwd", "speed", "ciphers"].includes(command);
  return [...effects, ...given.operands.map(isList ? data : read)];
};

const passwordFile = (value: Word): readonly Effect[] => {
  const text = literalText(value);
  return text?.startsWith("file:") ? [read(textWord(text.slice(5)))] : [];
};

const GPG = optionTable(
  `s,sign b,detach-sign clear-sign clearsign e,encrypt c,symmetric d,decrypt verify verify-files encrypt-files decrypt-files k,list-keys list-public-keys
  list-signatures check-signatures K,list-secret-keys list-packets list-config fingerprint export export-secret-keys export-secret-subkeys
  export-ssh-key export-ownertrust import import-ownertrust fetch-keys recv-keys receive-keys send-keys search-keys refresh-keys locate-keys locate-external-keys
  gen-key generate-key full-gen-key full-generate-key quick-gen-key quick-generate-key quick-add-key quick-add-uid quick-set-expire quick-sign-key
  delete-keys delete-secret-keys delete-secret-and-public-key edit-key sign-key lsign-key passwd change-passphrase gen-revoke generate-revocation card-status
  card-edit edit-card change-pin update-trustdb check-trustdb rebuild-keydb-caches print-md print-mds gen-random dearmor enarmor a,armor
  o,output=output r,recipient= R,hidden-recipient= u,local-user= default-key= z= q,quiet v,verbose n,dry-run batch yes no i,interactive t,textmode
  homedir=read options=exec no-options status-fd= status-file=write logger-fd= logger-file=write passphrase= passphrase-file=read passphrase-fd= pinentry-mode=
  keyring=read no-default-keyring secret-keyring=read trust-model= always-trust with-colons with-fingerprint with-keygrip keyserver= keyserver-options=
  compress-level= cipher-algo= digest-algo= compress-algo= no-tty use-agent no-autostart agent-program=exec dirmngr-program=exec keyboxd-program=exec
  exec-path=exec photo-viewer=exec show-photos gpg-agent-info= throw-keyids expert auto-key-retrieve auto-key-locate= fetch-key allow-secret-key-import
  list-options= verify-options= export-options= import-options= set-filename= use-embedded-filename multifile allow-weak-digest-algos no-symkey-cache
  keyid-format= no-greeting no-permission-warning no-secmem-warning no-random-seed-file server`,
);
const GPG_DENIED =
  `export-secret-keys export-secret-subkeys export-ssh-key list-secret-keys delete-secret-keys delete-secret-and-public-key edit-key passwd
  change-passphrase card-edit edit-card change-pin server decrypt decrypt-files sign detach-sign clear-sign clearsign sign-key lsign-key gen-key generate-key
  full-gen-key full-generate-key quick-gen-key quick-generate-key quick-add-key gen-revoke generate-revocation`.split(
    /\s+/,
  );
const gpg: Program = ({ args }) => {
  const given = parseOptions(args, GPG);
  const effects: Effect[] = [
    askNote("command.gpg", "works on signatures, keys or encrypted data"),
    ...given.notes,
    ...given.options.flatMap(optionEffects),
  ];
  if (hasOption(given, ...GPG_DENIED)) effects.push(denyNote("command.keyring", "uses or exports private keys"));
  if (hasOption(given, "show-photos")) effects.push(execDeny("shows pictures by a program"));
  const isOnline = hasOption(
    given,
    "recv-keys",
    "receive-keys",
    "send-keys",
    "search-keys",
    "refresh-keys",
    "fetch-keys",
    "locate-keys",
    "locate-external-keys",
  );
  if (isOnline)
    return [
      ...effects,
      ...(optionValues(given, "keyserver").length > 0 ? optionValues(given, "keyserver") : [null]).map(
        (peer): Effect => ({ kind: "connect", peer }),
      ),
      ...given.operands.map(data),
    ];
  const isAboutKeys = hasOption(
    given,
    "list-keys",
    "list-public-keys",
    "list-signatures",
    "check-signatures",
    "fingerprint",
    "export",
    "delete-keys",
  );
  return [...effects, ...given.operands.map(isAboutKeys ? data : read)];
};

/** `ip`, `ifconfig`, `route`: showing is a question, changing is denied. */
const IP_CHANGES =
  /^(?:a|ad|add|d|de|del|dele|delet|delete|c|ch|change|cha|r|re|rep|repl|replace|s|set|f|fl|flush|append|app|prepend|restore|exec|attach|detach|identify|netns|netn|tuntap|xfrm)$/;
const ip: Program = ({ args }) => {
  const texts = args.map((word) => literalText(word));
  const words = texts.filter((text) => text === null || !text.startsWith("-"));
  const isChange = words.some(
    (text, index) =>
      text === null ||
      (index < 3 && index > 0 && IP_CHANGES.test(text)) ||
      /^(?:net(?:n|ns)|vrf|xfrm|tuntap|macsec)$/.test(text),
  );
  const isBatch = texts.some((text) => text !== null && /^-(?:b|ba|bat|batc|batch|force|n|netns)\b/.test(text));
  return [
    isChange || isBatch
      ? denyNote("command.firewall", "changes the network's setup")
      : askNote("command.network_setup", "shows the network's setup"),
  ];
};
const ifconfig: Program = ({ args }) => [
  args.filter((word) => !/^-/.test(literalPrefix(word))).length > 1
    ? denyNote("command.firewall", "changes the network's setup")
    : askNote("command.network_setup", "shows the network's setup"),
];
const route: Program = ({ args }) => [
  args.some((word) => !/^-/.test(literalPrefix(word)))
    ? denyNote("command.firewall", "changes the network's setup")
    : askNote("command.network_setup", "shows the network's setup"),
];

export const lookups: readonly (readonly [string, Program])[] = [
  ["dig", peers("b= c= f=read k=read m p= q= t= u x= y= 4 6 h r v", RECORDS)],
  ...named(
    "host drill delv kdig doggo dog",
    peers("a A C c= d i l m= N= n p= r R= s T U t= v V w W= 4 6 k= x= f=read b= q=", RECORDS),
  ),
  ["nslookup", NSLOOKUP],
  ...named(
    "resolvectl systemd-resolve ",
    peers(
      "4 6 t,type= c,class= p,protocol= i,interface= legend= cache= raw=? no-pager",
      /^(?:query|service|status|statistics|openpgp|tlsa)$/,
    ),
  ),
  ["ping", peers("4 6 A a B b C c= D d e= f F= h H I= i= L l= M= m= N= n O p= Q= q R r S= s= t= T= U V v W= w= 3")],
  ...named(
    "ping6 fping arping gping",
    peers(
      "4 6 a A b B c,count= C= d D e f=read g H= i,interval= I,iface= l m M n N o O= p,period= q Q= r,retry= R s S,src= t,timeout= T u v w= x= X= 0 1 2 3",
    ),
  ),
  ...named(
    "traceroute traceroute6 tracepath mtr lft tcptraceroute",
    peers(
      "4 6 d e F f= g= I i= m= N= n p= q= r s= T t= U V w= z= b l= c,report-cycles= r,report w,report-wide s, n,no-dns j,json C,csv x,xml A O= P=",
    ),
  ),
  ...named(
    "whois jwhois rwhois",
    peers("h,host= p,port= H,no-recursion a verbose B c d G g= I i= l L M m q= R r S s= T= t= V= v= x b K"),
  ),
  ["getent", getent],
  ["openssl", openssl],
  ...named("gpg gpg2 gpg1 gpgv gpgv2", gpg),
  ["ip", ip],
  ["ifconfig", ifconfig],
  ["route", route],
  ...named(
    "finger rusers rpcinfo showmount ldapsearch snmpwalk snmpget avahi-resolve avahi-resolve-host-name avahi-resolve-address nmblookup",
    ({ args }) => [
      networkAsk,
      ...args.filter((word) => !/^-/.test(literalPrefix(word))).map((peer): Effect => ({ kind: "connect", peer })),
    ],
  ),
  ["iperf3", () => [denyNote("command.listen", "opens raw connections")]],
  ["iperf", () => [denyNote("command.listen", "opens raw connections")]],
];
