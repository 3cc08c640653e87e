import type { Invocation } from "./invocation.ts";
import type { Word } from "./word.ts";

const SECRET =
  /TOKEN|SECRET|PASSW|PASSPHRASE|PASSCODE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY|CREDENTIAL|COOKIE|BEARER|(?:^|_)(?:PAT|PWD|PASS|KEY|PIN|OTP|AUTH|SALT|DSN|JWT)$/i;
/** Names that only look so. */
const PLAIN = /^(?:OLD)?PWD$|^SSH_AUTH_SOCK$/;

/** Whether a variable's name suggests that its value is a secret. */
const isSecretName = (name: string): boolean => SECRET.test(name) && !PLAIN.test(name);

/** Whether the word holds an unknown variable whose name suggests a secret. */
export const holdsSecret = (word: Word): boolean =>
  word.some(
    (piece) =>
      piece.kind === "unknown" && piece.from === "variable" && piece.name !== undefined && isSecretName(piece.name),
  );

/** The same anywhere in a command: words, values, redirections, here-documents. */
export function usesSecretVariable({ words, assignments, redirections }: Invocation): boolean {
  return (
    words.some(holdsSecret) ||
    assignments.some(({ value }) => value !== null && holdsSecret(value)) ||
    redirections.some(({ target, body }) => holdsSecret(target ?? []) || holdsSecret(body ?? []))
  );
}
