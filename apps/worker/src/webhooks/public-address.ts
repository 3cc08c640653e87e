import { BlockList, isIP } from "node:net";

/**
 * Whether an address is somebody's on the public internet. Everything else is inside: this machine, its networks, a
 * cloud's metadata service. Special-purpose ranges by the IANA registries (RFC 6890), and what clouds answer their guests on.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC_4.check(address, "ipv4");
  // Only global unicast is allowed, so that mapped, translated, unique local and link-local forms need no list.
  if (version === 6) return GLOBAL_6.check(address, "ipv6") && !NOT_PUBLIC_6.check(address, "ipv6");
  return false;
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? LOOPBACK.check(address, "ipv4") : isIP(address) === 6 && LOOPBACK.check(address, "ipv6");
}

const NOT_PUBLIC_4 = blockList("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
  "168.63.129.16/32", // Azure's host, on a public number
]);
const GLOBAL_6 = blockList("ipv6", ["2000::/3"]);
/** Protocol assignments with Teredo, documentation, 6to4: the last carries any IPv4 address inside. */
const NOT_PUBLIC_6 = blockList("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

function blockList(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits] = subnet.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
