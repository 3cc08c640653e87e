/** What is known of the other end of a connection from its literal text. */
export interface Peer {
  readonly scheme: string | null;
  readonly host: string;
  readonly port: number | null;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]{0,30}):\/\//;
/** Clients put up with too few and too many slashes, also the wrong ones, after these. */
const LENIENT = /^(https?|ftps?|wss?):[/\\]{0,8}/i;
/** Addresses and names under which clouds serve credentials to whoever asks from inside. */
const METADATA_HOSTS = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "instance-data",
  "instance-data.ec2.internal",
  "rancher-metadata",
]);
const METADATA_V4 = new Set(["100.100.100.200", "168.63.129.16", "192.0.0.192"]);
/** Engines of containers and clusters, and debugging ports of browsers and runtimes. */
const CONTROL_PORTS = new Set([2375, 2376, 2377, 4243, 6443, 10_250, 10_255, 9222, 9223, 9229, 9230]);
/** Schemes that carry raw text to any port, or open files. */
const RAW_SCHEMES = new Set([
  "gopher",
  "dict",
  "telnet",
  "tftp",
  "ldap",
  "ldaps",
  "rtsp",
  "smb",
  "smbs",
  "ext",
  "fd",
  "docker",
]);

/** URL, `user@host:path`, `host::module`, `host:port` or a bare host. */
export function parsePeer(text: string): Peer {
  const found = LENIENT.exec(text) ?? SCHEME.exec(text);
  const scheme = found?.[1]?.toLowerCase() ?? null;
  const rest = text.slice(found?.[0].length ?? 0);
  const authority = (scheme === null ? rest : rest.split(/[/?#\\]/)[0]) ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (host.startsWith("[")) {
    const end = host.indexOf("]");
    const port = /^:([0-9]{1,5})(?:[/?#]|$)/.exec(host.slice(end + 1))?.[1];
    return { scheme, host: host.slice(1, end < 0 ? undefined : end).toLowerCase(), port: numberOf(port) };
  }
  const [, name = "", port] = /^([^:/]*)(?::([0-9]{1,5})(?=[/?#]|$))?/.exec(host) ?? [];
  // Several colons and no brackets: an IPv6 address as such, unless it is `host::module`.
  if (/^[0-9a-f:.]*$/i.test(host) && host.indexOf(":") < host.lastIndexOf(":"))
    return { scheme, host: host.toLowerCase(), port: null };
  return { scheme, host: name.toLowerCase().replace(/\.$/, ""), port: numberOf(port) };
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

export type PeerFault = "metadata" | "control" | "raw" | "file";

/** Why a literal peer is never talked to; null: an ordinary one. */
export function peerFault({ scheme, host, port }: Peer): PeerFault | null {
  if (scheme === "file") return "file";
  if (scheme !== null && (RAW_SCHEMES.has(scheme) || scheme.includes("unix"))) return "raw";
  let name = host;
  try {
    // The ideographic full stop separates labels as well.
    name = decodeURIComponent(host).normalize("NFKC").replaceAll("\u3002", ".").toLowerCase();
  } catch {
    return "raw";
  }
  if (METADATA_HOSTS.has(name) || /(?:^|[.-])169[.-]254[.-]\d/.test(name) || /a9-?fe-?a9-?fe/.test(name))
    return "metadata";
  const groups = parseV6(name);
  const address = parseV4(name) ?? mappedV4(groups);
  if (address !== null) {
    const dotted = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
    if (dotted.startsWith("169.254.") || METADATA_V4.has(dotted)) return "metadata";
    if (dotted.startsWith("127.") && port !== null && CONTROL_PORTS.has(port)) return "control";
    return null;
  }
  const [first = 0, second = 0] = groups ?? [];
  if ((first & 0xffc0) === 0xfe80 || (first === 0xfd00 && second === 0xec2)) return "metadata";
  const isLocal = name === "localhost" || name.endsWith(".localhost") || name === "::1" || name === "";
  return (isLocal || name === "host.docker.internal") && port !== null && CONTROL_PORTS.has(port) ? "control" : null;
}

/** IPv4 as inet_aton reads it: one to four parts, decimal, octal or hexadecimal. */
function parseV4(host: string): number | null {
  const parts = host.split(".");
  if (parts.length > 4 || parts.some((part) => !/^(?:0x[0-9a-f]{0,16}|[0-9]{1,16})$/.test(part))) return null;
  const values = parts.map((part) =>
    part.startsWith("0x")
      ? Number.parseInt(part.slice(2) || "0", 16)
      : Number.parseInt(part, /^0[0-7]/.test(part) ? 8 : 10),
  );
  const last = values.pop() as number;
  if (values.some((value) => value > 255)) return null;
  const head = values.reduce((sum, value, index) => sum + value * 256 ** (3 - index), 0);
  return (head + last) % 2 ** 32;
}

/** The eight groups of an IPv6 address, an embedded IPv4 address as two; null when it is none. */
function parseV6(host: string): number[] | null {
  const text = host.replace(/%.{0,32}$/, "");
  if (text.length > 64 || !text.includes(":") || text.split("::").length > 2) return null;
  const [head = "", tail] = text.split("::");
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  if (left === null || right === null) return null;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  return [...left, ...Array.from({ length: missing }, () => 0), ...right];
}

function groupsOf(text: string): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  for (const part of text.split(":")) {
    const embedded = part.includes(".") ? parseV4(part) : null;
    if (embedded !== null) groups.push(Math.floor(embedded / 65_536), embedded % 65_536);
    else if (/^[0-9a-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** The IPv4 address inside `::ffff:…`, `::…` and `64:ff9b::…`. */
function mappedV4(groups: readonly number[] | null): number | null {
  if (groups === null) return null;
  const [a = 0, b = 0, ...rest] = groups;
  const high = rest.at(-2) ?? 0;
  const low = rest.at(-1) ?? 0;
  const middle = rest.slice(0, -2);
  const isMapped = a === 0 && b === 0 && middle.every((group) => group === 0 || group === 0xffff) && high !== 0;
  return isMapped || (a === 0x64 && b === 0xff9b) ? high * 65_536 + low : null;
}
