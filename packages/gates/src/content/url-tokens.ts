import type { SecretSpan } from "./secret-span.ts";
import { isRandom, isUuid } from "./strength.ts";

/** Addresses that let in whoever has them: hooks, invitations, links to set a new password or to log in with one click. */

const ADDRESS = /(?:https?:\/\/[\w.-]{3,100}(?::\d{2,5})?|\b(?:GET|POST|PUT) )\/[^\s"'<>]{16,600}/gi;
const LETS_IN =
  /hook|reset|invit|magic|verify|verif|confirm|activat|passwordless|one-?time|token|secret|sign-?in|log-?in|\/auth|recover|unlock|restore|onboard|callback|\/cb\b|oauth|oidc|sso|zuruecksetz|einladung|reinitialis|restablecer|\/bot/i;
/** Chat services: workspace, channel and key are one secret. */
const CHAT_HOOK = /(?<=\/)T[A-Z0-9]{6,12}\/[A-Z0-9]{6,12}\/[A-Za-z0-9]{18,48}/;
const SEGMENT = /(?<=\/)[A-Za-z0-9_.~-]{20,300}={0,2}(?=[/?#&),;]|$)/g;
const PARAMETER =
  /(?<=[?&](?:t|code|ticket|oobcode|auth|invite|link|k|otp|h|hash|signature|sig|secret|session|data)=)[A-Za-z0-9_.~%-]{20,600}={0,2}/gi;
const KEY_AS_USER = /\bcurl\b[^\n|]{0,200}?\s(?:-u|--user)[ =]["']?([A-Za-z0-9_-]{20,200}):?(?=["'\s]|$)/g;

export function urlTokens(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (text.includes("curl"))
    for (const { 0: whole, 1: value = "", index } of text.matchAll(KEY_AS_USER))
      if (isRandom(value, 20)) {
        const start = index + whole.lastIndexOf(value);
        spans.push({ start, end: start + value.length, kind: "api_key" });
      }
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!LETS_IN.test(address)) continue;
    const hook = CHAT_HOOK.exec(address);
    if (hook !== null) {
      spans.push({ start: index + hook.index, end: index + hook.index + hook[0].length, kind: "token" });
      continue;
    }
    for (const expression of [SEGMENT, PARAMETER])
      for (const { 0: value, index: at } of address.matchAll(expression))
        if (isUuid(value) ? /reset|invit|magic|one-?time/i.test(address) : isRandom(value, 20))
          spans.push({ start: index + at, end: index + at + value.length, kind: "token" });
  }
  return spans;
}
