import { createHash, randomInt } from "node:crypto";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `characters` of base62 from the system's generator, without bias: 5.95 bits each. */
export function randomBase62(characters: number): string {
  return Array.from({ length: characters }, () => BASE62[randomInt(BASE62.length)]).join("");
}

/** Keys, cookies and tickets are stored as this and nothing else; their entropy makes a salt needless. */
export const sha256 = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();
