import { createHash, randomInt } from "node:crypto";

/** Letters and digits that nobody confuses when reading them aloud. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** For an approval's requester, once: 40 bits, of which the digest alone is kept. */
export const newConfirmationCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** SHA-256 hex. */
export const digestConfirmationCode = (code: string): string => createHash("sha256").update(code).digest("hex");
