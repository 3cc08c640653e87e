import { parse } from "tldts";
import { latinLookAlike, mixesScripts } from "./confusables.ts";
import { decodePunycode } from "./punycode.ts";

/** A host as people read it, and whose it is. */
export interface Host {
  /** Lower case, `xn--` labels decoded. */
  readonly name: string;
  /** What somebody registered: the public suffix and one label before it; the host itself where there is none. */
  readonly owner: string;
  /** The label of `owner` that its owner chose. */
  readonly brand: string;
  /** The address names a user: `https://bank.example@other.test/`. */
  readonly hasUser: boolean;
}
export type Relation = "same" | "imitates" | "foreign";

/** RFC 2606: names for documentation, below which every text puts many organisations. They count as public suffixes. */
const DOCUMENTATION = /(?:^|\.)example\.(?:com|net|org|edu|[a-z]{2}|(?:co|com|org|ac|gov)\.[a-z]{2})$/;
/** What one organisation calls the hosts of its services, rather than itself. */
const SERVICES = /^(?:www\d?|api|login|auth|sso|accounts?|id|secure|static|cdn|m|mobile|web|app)\./;
const HOST_IN_TEXT =
  /(?<![\p{L}\p{N}@._-])(?:https?:\/\/)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}[\p{L}\p{N}-]{1,24})(?![\p{L}\p{N}@])/gu;
/** Endings of file names, which look like hosts. */
const FILE =
  /\.(?:txt|pdf|docx?|xlsx?|csv|pptx?|png|jpe?g|gif|zip|tar|gz|exe|msi|dmg|pkg|deb|rpm|sh|py|js|ts|html?|json|ya?ml|md|log|mp[34]|svg|conf|ini|apk|bat|ps1|vbs|jar|iso|odt|ods|eml|ics|xml)$/;

/** Null for what is no address with a host (`app://reports`, `about:blank`): nobody else can stand behind it. */
export function hostOfUrl(url: string): Host | null {
  const match = /^([a-z][a-z0-9+.-]{0,20}):\/\/([^/?#\\\s]{1,400})/i.exec(url.trim());
  if (!match || !/^(?:https?|wss?|ftps?)$/i.test(match[1] as string)) return null;
  const authority = match[2] as string;
  const at = authority.lastIndexOf("@");
  return hostOf(authority.slice(at + 1).replace(/:\d{1,5}$/, ""), at >= 0);
}

export function hostOf(text: string, hasUser = false): Host {
  const name = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[。．]/g, ".")
    .replace(/\.$/, "")
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join(".");
  const documented = DOCUMENTATION.exec(name);
  if (documented) {
    const labels = name.slice(0, documented.index).replace(SERVICES, "").split(".");
    const brand = labels.at(-1) ?? "";
    return {
      name,
      owner:
        brand === ""
          ? documented[0].replace(/^\./, "")
          : `${brand}${documented[0].startsWith(".") ? "" : "."}${documented[0]}`,
      brand: brand === "" ? "example" : brand,
      hasUser,
    };
  }
  const { domain, domainWithoutSuffix } = parse(name, { allowPrivateDomains: true });
  return { name, owner: domain ?? name, brand: domainWithoutSuffix ?? name, hasUser };
}

/** The hosts that a text names, file names left out. */
export function hostsIn(text: string): Host[] {
  const hosts: Host[] = [];
  for (const match of text.matchAll(HOST_IN_TEXT)) {
    const name = match[1] as string;
    if (!FILE.test(name.toLowerCase()) && hosts.length < 32) hosts.push(hostOf(name));
  }
  return hosts;
}

export const isSameOwner = (left: Host, right: Host): boolean => left.owner === right.owner;

/** Same owner, or a name that is made to be taken for the expected one, or somebody else. */
export function relate(host: Host, expected: Host): Relation {
  if (isSameOwner(host, expected)) return host.hasUser ? "imitates" : "same";
  return imitates(host, expected) ? "imitates" : "foreign";
}

function imitates(host: Host, expected: Host): boolean {
  const [own, other] = [skeleton(host.brand), skeleton(expected.brand)];
  if (own === other && host.brand !== "") return true;
  if (skeleton(host.owner) === skeleton(expected.owner)) return true;
  // The expected name in front of another: `bank.example.com.login.test`.
  const name = skeleton(host.name);
  const flat = name.replaceAll(".", "-");
  if ([expected.owner, expected.name].some((part) => flat.includes(skeleton(part).replaceAll(".", "-")))) return true;
  const pieces = name.split(/[.-]/);
  if (other.length >= 4 && (pieces.includes(other) || own.replaceAll("-", "").includes(other.replaceAll("-", ""))))
    return true;
  return (
    other.length >= 5 && Math.abs(own.length - other.length) <= 2 && distance(own, other) <= (other.length >= 9 ? 2 : 1)
  );
}

/** A name that hides which letters it is written with, whatever is expected. */
export function isDeceptive(host: Host): boolean {
  return (
    host.hasUser ||
    host.name
      .split(".")
      .some((label) => mixesScripts(label) || (/[^\x00-\x7f]/.test(label) && latinLookAlike(label) !== null))
  );
}

/** The letters as the eye takes them. */
export function skeleton(name: string): string {
  return (
    (latinLookAlike(name) ?? name)
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[0]/g, "o")
      .replace(/[1|!]/g, "l")
      .replace(/5/g, "s")
      .replace(/3/g, "e")
      .replace(/4/g, "a")
      // Pairs that look like one letter come last: a digit may be part of one (`c1oud`).
      .replace(/rn/g, "m")
      .replace(/vv/g, "w")
      .replace(/cl/g, "d")
      .replace(/i/g, "l")
  );
}

/** Damerau-Levenshtein (adjacent letters may change places), for names of at most 63 letters. */
function distance(left: string, right: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + cost,
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        best = Math.min(best, (before[column - 2] as number) + 1);
      current.push(best);
    }
    [before, last] = [last, current];
  }
  return last[right.length] as number;
}
