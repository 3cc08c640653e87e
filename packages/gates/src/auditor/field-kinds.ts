import type { AuditContext, DataKind } from "@deskfleet/contracts";
import { foldText } from "./fold-text.ts";
import type { Concept } from "./lexicon/concepts.ts";
import type { Scan } from "./scan.ts";

const KIND_OF: readonly (readonly [Concept, DataKind])[] = [
  ["password", "password"],
  ["otp", "otp"],
  ["card", "card"],
  ["pin", "pin"],
  ["seed", "seed"],
  ["key", "api_key"],
  ["identity", "identity"],
  ["name", "name"],
  ["email", "email"],
  ["phone", "phone"],
  ["address", "address"],
  ["birth", "birth_date"],
];
const ACCOUNT_NUMBER =
  /\biban\b|\bbic\b|\b(?:bank )?account (?:no|number)|kontonummer|numero de compte|numero de cuenta|银行账号|口座番号|계좌 ?번호|номер счета/;
const CODE =
  /^\W*(?:(?:\p{L}+-)?code|(?:sign-?in|log-?in|access|entry|verification|sms|e-?mail|text|security|confirmation) code|6-digit code|login code|codigo|codice|kod|kode|koodi|cod|код|κωδικος|ma|验证码|コード|코드|कोड|รหัส|קוד|الرمز|رمز)(?: (?:de un solo uso|unique|otp|sms|uso unico|unico|einmalig|van de sms))?\W*$/u;
/** What a field takes: by its role, its label, what the page's own fields say of it, and what goes in. */
export function fieldKinds(context: AuditContext, label: Scan, role: string): Set<DataKind> {
  const kinds = new Set<DataKind>(context.content.kinds);
  const marks = label.sentences[0]?.marks ?? [];
  for (const [concept, kind] of KIND_OF) if (marks.some((mark) => mark.concept === concept)) kinds.add(kind);
  if (/\b(?:library|member(?:ship)?|loyalty|student|gift|club|customer|bus|health|business) card\b/.test(label.text))
    kinds.delete("card");
  if (ACCOUNT_NUMBER.test(label.text)) kinds.add("iban");
  if (/password|secure/.test(role)) kinds.add("password");
  for (const kind of toldByFields(context, label)) kinds.add(kind);
  if (CODE.test(label.text) || /^\W*(?:six|four|eight|6|4|8)[ -]digits?\W*(?:code)?\W*$/.test(label.text))
    kinds.add("otp");
  // In a label such words are of security; here they are what is typed.
  if (
    /^\W*(?:new|current|old|confirm|repeat|retype|neues|altes|nouveau|nueva|nuova|新|确认)[ ]?(?:the |your |le )?(?:password|passwort|kennwort|mot de passe|contrasena|password|密码)\W*$/.test(
      label.text,
    )
  )
    kinds.add("password");
  // `Password hint`, `Email subject`, `Card name` take something else.
  if (/\b(?:hint|subject|gift|discount|coupon|promo|voucher|country|area) ?(?:code|card)?\b/.test(label.text))
    kinds.delete("otp");
  return kinds;
}

/** What the page's own fields say of this one: by its label, or because it is the only one where nobody knows which has the focus. */
export function toldByFields({ target, action, page }: AuditContext, label: Scan): DataKind[] {
  const { fields } = page;
  const name = label.text.trim();
  const own =
    target === null && action === "type" && fields.length === 1
      ? fields
      : fields.filter((field) => name !== "" && foldText(field.label).trim() === name);
  return own.flatMap(({ kind }) => kind ?? []);
}
