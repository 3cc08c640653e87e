import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isRandom } from "./strength.ts";

type IssuedKind = "api_key" | "token" | "password" | "private_key";
interface Form {
  readonly kind: IssuedKind;
  /** What every match holds: asked first. */
  readonly hint: RegExp;
  readonly expression: RegExp;
  /** Where a value stands whatever it looks like. */
  readonly isAnyValue?: true;
}
const whole = (source: string): RegExp => new RegExp(`(?<![A-Za-z0-9])(?:${source})(?![A-Za-z0-9_-])`, "g");
const list = (...sources: string[]): string => sources.join("|");

/**
 * Keys and tokens by the forms of those who issue them. Signs that recognition confuses are alternatives where the rest of
 * the form is long: `_` for a blank, `l`, `I` and `1`, `0` and `O`.
 */
const FORMS: readonly Form[] = [
  {
    kind: "api_key",
    hint: /[sr]k[-_—]|pplx|gsk_|xai-|nvapi|hf_|r8_|fw_/,
    expression: whole(
      list(
        "sk[-_](?:ant|proj|svcacct|admin|or|live|test|None|lf)?[-_A-Za-z0-9®@]{16,300}",
        "[sr]k[_ ](?:live|test|prod)[_ ][A-Za-z0-9]{16,247}",
        "(?:pplx-|gsk_|xai-|nvapi-|hf_|r8_|fw_|lsv2_(?:pt|sk)_|tgp_v1_|voyage-|csk-|jina_|fc-|tvly-(?:dev-)?|r2_)[A-Za-z0-9_-]{20,200}",
      ),
    ),
  },
  {
    kind: "api_key",
    hint: /A[KS][Il1|]A|AB[Il1]A|A[Il1|]za|AKID|LTA[Il1]|GOCSPX|ya29|dk_|do[opr]_v1|dapi|whsec|AccountKey/,
    expression: whole(
      list(
        "A[KSB][Il1|]A[0-9A-Z]{16}",
        "A[Il1|]za[0-9A-Za-z_-]{35}",
        "AKID[A-Za-z0-9]{28,36}|LTA[Il1][A-Za-z0-9]{12,24}",
        "GOCSPX-[A-Za-z0-9_-]{24,40}",
        "dk_[0-9A-Za-z]{32}",
        "do[opr]_v1_[0-9a-f]{64}|dapi[0-9a-f]{32}(?:-\\d)?",
        "whsec_[A-Za-z0-9+/=]{24,64}",
      ),
    ),
  },
  {
    kind: "api_key",
    hint: /SG\.|key-|SK[0-9a-f]{8}|-us\d|xkeysib|xsmtpsib|shp(?:at|ss|ca|pa)_|sq0|NR[AI]|PMAK|lin_api|ntn_|secret_|figd_|glsa_|glc_|sntry|re_|phx_|oy2|rubygems|pat[A-Za-z0-9]{14}\.|EZ[AT]K|live_|_(?:live|test|prod|sec|secret)_|sbp_|sb_secret|pscale|dp\.|CFPAT|pat-(?:na|eu)|shippo|rdme|zpka|AIzb|sk\.eyJ|cio|ctp_|tfp_|api[-_]/,
    expression: whole(
      list(
        "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}",
        "key-[0-9a-f]{32}|SK[0-9a-f]{32}|[0-9a-f]{32}-us\\d{1,2}",
        "x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}",
        "shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}",
        "NR(?:AK|II|RA|JS)-[A-Za-z0-9]{20,40}|PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
        "lin_api_[A-Za-z0-9]{32,48}|ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43}|figd_[A-Za-z0-9_-]{36,48}",
        "gl(?:sa|c)_[A-Za-z0-9_=+/-]{32,400}|sntry[su]_[A-Za-z0-9_=+/-]{32,400}|phx_[A-Za-z0-9]{32,64}|re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,32}",
        "oy2[a-z0-9]{43}|rubygems_[0-9a-f]{48}|cio[A-Za-z0-9]{32}|pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}|EZ[AT]K[A-Za-z0-9]{54}",
        "sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{24,48}|dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,64}|CFPAT-[A-Za-z0-9_-]{43}",
        "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}|pat-(?:na|eu)\\d-[0-9a-f-]{36}|shippo_(?:live|test)_[0-9a-f]{40}|sk\\.eyJ[A-Za-z0-9_-]{20,400}\\.[A-Za-z0-9_-]{10,60}",
        "(?!pk_|pub_|public_)[a-z]{2,12}[_-](?:live|test|prod|sec|secret|api|key|sk)[_-][A-Za-z0-9]{20,200}",
      ),
    ),
  },
  {
    kind: "token",
    hint: /[gq]h[pousr][_ -]|_pat[_ ]|g[l1I]pat|g[l1I][a-z]{2,6}-|xox|xapp-|npm_|pypi-|ATATT|ATCTT|BBDC|dckr_|hv[sbr]\.|\bs\.|atlasv1|ya29\.|1\/\/0|EAA|FlyV1|fm[12]_|fo1_|nfp_|tok_|AQoD|FwoG|IQoJ|glpat|_token_|secret-token:/,
    expression: whole(
      list(
        "[gq]h[pousr][_ -][A-Za-z0-9]{30,255}|gh[pousr]_[A-Za-z0-9]{20,255}",
        "github[_ ]pat[_ ][A-Za-z0-9_]{22,255}",
        "g[l1I](?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{20,100}",
        "xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,250}|xapp-\\d-[A-Za-z0-9-]{20,200}",
        "npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,400}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,48}",
        "AT(?:ATT|CTT)[A-Za-z0-9_=.-]{40,300}|BBDC-[A-Za-z0-9+/=]{40,60}",
        "hv[sbr]\\.[A-Za-z0-9_-]{20,200}|s\\.[A-Za-z0-9]{24}|[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{40,100}",
        "ya29\\.[A-Za-z0-9_.-]{20,400}|1//0[A-Za-z0-9_-]{20,200}|EAA[A-Za-z0-9]{30,300}",
        "f[mo]\\d{1}r?_[A-Za-z0-9+/=_,-]{40,2000}|nfp_[A-Za-z0-9]{36,48}",
        "(?:AQoD|FwoG|IQoJ)[A-Za-z0-9+/=]{60,2000}",
        "[a-z]{2,12}_(?:pat|token|tok)_[A-Za-z0-9]{20,200}|secret-token:[A-Za-z0-9_.%-]{12,200}",
      ),
    ),
  },
  {
    kind: "token",
    hint: /ey[Jj]/,
    expression: whole(
      "ey[Jj][A-Za-z0-9_-]{8,2000}\\.ey[Jj][A-Za-z0-9_-]{8,4000}\\.(?:[A-Za-z0-9_-]{8,1500})?|ey[Jj][A-Za-z0-9_-]{20,1000}\\.[A-Za-z0-9_-]{0,800}\\.[A-Za-z0-9_-]{10,200}\\.[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{10,100}",
    ),
  },
  {
    kind: "token",
    hint: /\d:A/,
    expression: /(?:(?<=\/bot)|(?<![A-Za-z0-9]))\d{8,10}:A[A-Za-z0-9_-]{33,35}(?![A-Za-z0-9_-])/g,
  },
  {
    kind: "token",
    hint: /[MNO][A-Za-z0-9_-]{23,27}\./,
    expression: whole("[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}"),
  },
  {
    kind: "token",
    hint: /hooks\.|webhook/,
    expression:
      /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/)[A-Za-z0-9_/-]{20,120}/g,
  },
  {
    kind: "private_key",
    hint: /AGE-SECRET|nsec1|[xyz]prv/,
    expression: whole("AGE-SECRET-KEY-1[0-9A-Z]{50,62}|nsec1[0-9a-z]{50,62}|[xyz]prv[0-9A-Za-z]{100,112}"),
  },
];

/** Said to a server in front of the value, the group; what stands there is one whatever its form. */
const SCHEMES: readonly Form[] = [
  {
    kind: "token",
    isAnyValue: true,
    hint: /bearer/i,
    expression: /\bBearer["']?[ \t:]{1,4}["']?([A-Za-z0-9._~+/-]{16,2000}={0,2})/gi,
  },
  {
    kind: "token",
    isAnyValue: true,
    hint: /authorization/i,
    expression:
      /\bauthorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?:Basic|token|Digest|ApiKey|Api-Key|Negotiate|AWS|GenieKey|SSWS|Bot)[ \t]{1,4}([A-Za-z0-9+/._~-]{10,2000}={0,2})/gi,
  },
];
const COOKIE = /\bcookie: ?([^\n]{1,2000})/gi;
const COOKIE_VALUE = /(?<=[\w.-]=)[A-Za-z0-9_\-+/=.%~:]{16,2000}(?=;|\s|$|["'])/g;

/** Issued keys and tokens in a text, and those that an `Authorization` or a cookie carries. */
export function issuedKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { kind, hint, expression } of FORMS) {
    if (!hint.test(text)) continue;
    for (const { 0: value, index } of text.matchAll(expression)) {
      const end = index + value.length;
      if (!isNoValue(value) && hasVariety(value)) spans.push({ start: index, end: end - trailing(value), kind });
    }
  }
  for (const { kind, hint, expression, isAnyValue } of SCHEMES) {
    if (!hint.test(text)) continue;
    for (const { 0: whole, 1: value = "", index } of text.matchAll(expression))
      if (!isNoValue(value) && (isRandom(value, 16) || (isAnyValue === true && /\d|^[A-Za-z]{20,}/.test(value))))
        spans.push({ start: index + whole.length - value.length, end: index + whole.length - trailing(value), kind });
  }
  if (/cookie/i.test(text))
    for (const { 0: whole, 1: cookies = "", index } of text.matchAll(COOKIE))
      for (const { 0: value, index: at } of cookies.matchAll(COOKIE_VALUE)) {
        const start = index + whole.length - cookies.length + at;
        if (!isNoValue(value) && isRandom(value, 16)) spans.push({ start, end: start + value.length, kind: "token" });
      }
  return spans;
}

const trailing = (value: string): number => /[.~/-]*$/.exec(value)?.[0].length ?? 0;

/** A digit, or letters of both cases in turn: `sk-learn-pipeline-helpers` is a name. */
const hasVariety = (value: string): boolean =>
  // One in thirty access keys has no digit.
  /^A[KS]IA[A-Z2-7]{16}$/.test(value) ||
  (/\d/.test(value.slice(3))
    ? !/^[a-z]+(?:[-_][a-z]+)+[-_]?v?\d{0,2}$/.test(value)
    : /[a-z][A-Z].*[a-z][A-Z]/.test(value));
