/** What gate 8 looks for in text. What a tenant lists as its own words is of the kind `keyword`. */
export const SECRET_KINDS = [
  "password",
  "api_key",
  "token",
  "private_key",
  "card",
  "iban",
  "national_id",
  "phone",
  "email",
  "otp",
  "keyword",
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A value within a text, in UTF-16 code units; `end` is the first one behind it. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}
