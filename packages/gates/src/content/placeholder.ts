import { isRandom } from "./strength.ts";

/** Values that are none: masked ones, samples of documentation, references to where the value is kept, words about a value. */

const MASK_CHARACTERS = "*•●○◦∙·⋅█▓▒░■□＊✱✲⁎";
const MASKED = new RegExp(`[${MASK_CHARACTERS}]{3}|(?:\\.{3}|…)|x{6}|X{6}|#{4}|_{5}|-{5}|\\?{4}`);
const ONLY_MASK = new RegExp(`^[${MASK_CHARACTERS}xX._#?\\-…\\s]+$`);

/** Already masked, wholly or in part, or one character repeated. */
export const isMasked = (value: string): boolean =>
  MASKED.test(value) || ONLY_MASK.test(value) || (value.length >= 4 && /^(.)\1*$/u.test(value));

const SAMPLE = new RegExp(
  [
    "example|placeholder|change[-_ ]?(?:me|it|this)(?![a-z])|replace[-_ ]?(?:me|with|this)|redacted|xxxx|\\.\\.\\.|^<",
    "insert[-_ ](?:your|key|token|here)|(?<![a-z])(?:todo|fixme|dummy|foobar|foo[-_]bar)(?![a-z])|^sample$|sample[-_]?(?:key|token|password|secret|value)",
    "(?<![a-z])your?[-_ ]?(?:own[-_ ]?)?(?:api|key|token|secret|password|pass|pw|access|client|auth|account|bot|db|name|value|private)",
    "^[[{(]?your[-_ ]|^my[-_](?:api|secret|access|auth|super)?[-_]?(?:key|token|password|secret)s?$",
    "(?:password|passwort|secret|token|key)[-_]?(?:here|goes|hier|ici|aqui)|[-_]here$|a-z(?:a-z|0-9)|0-9a-z|^not[-_ ]?(?:set|shown|available|a[-_ ]?real)|^abc123$|^s3cr3t$",
  ].join("|"),
  "i",
);

/** A whole value that says nothing, in the seven languages. */
const EMPTY_WORDS = new Set(
  `password passwort passwd pass secret token key apikey api_key null nil none undefined true false yes no n/a na unset empty blank missing invalid
valid required optional string str text number int integer boolean bool bytes object any unknown varchar char field input value default
wrong incorrect correct expired revoked disabled enabled active inactive changed unchanged updated saved stored set reset weak strong medium fair good
poor show hide hidden copy copied edit change forgot forgotten lost mandatory protected encrypted hashed plain plaintext rotate rotated generate generated
create created enter confirm repeat verify submit login signin username user tbd tba later ask pending failed failure success ok okay error fail
accepted rejected denied matches mismatch match sent received needed unlimited random auto automatic manual configured unavailable available
bearer basic digest oauth oauth2 oidc saml jwt vault keyring keychain env file prompt interactive refresh access session
sha256 sha512 bcrypt argon2 argon2id scrypt pbkdf2 aes256 base64 utf-8 utf8 md5 rsa2048 rsa4096 ed25519 hs256 rs256 totp webauthn passkey sms email
falsch richtig erforderlich pflichtfeld ungultig ungueltig ungültig gespeichert vergessen anzeigen verbergen ändern andern abgelaufen leer keins keine unbekannt
stark schwach mittel gesetzt geandert geändert zurückgesetzt platzhalter beispiel optional verborgen
requis obligatoire invalide incorrecte oublié oublie oubliée faible fort forte afficher masquer modifier expiré expire inconnu aucun aucune vide exemple
requerido requerida obligatorio obligatoria incorrecta inválida invalida inválido olvidada olvidé débil debil fuerte mostrar ocultar cambiar caducado caducada vacío vacia ninguno ninguna ejemplo
必填 必须 错误 正确 未设置 已设置 已保存 已过期 已修改 未知 为空 隐藏 显示 修改 忘记 强 弱 中 无 不能为空 空
必須 不明 なし 未設定 設定済み 変更 表示 非表示 エラー 期限切れ 任意
필수 없음 오류 설정됨 미설정 변경 표시 숨김 만료 만료됨 선택`.split(/\s+/),
);

const REFERENCE =
  /^(?:[$%]|\{\{|#\{|<|@\{|!(?:vault|secret|ref|sub|env|encrypted|reference)\b|\$\(|&[A-Z]|~\/|[A-Za-z]:\\|(?:op|vault|ref\+|secretref|secretsmanager|ssm|arn|env|file|keyring|keychain|kms|sops|bws|doppler|akv|gsm|gcpsm|azurekv|secret|aws|conjur|pass|k8s|infisical|https?|ENC|AES|enc|sealed|cipher|crypt|urn):{1,2}(?:\/|[A-Za-z0-9_({.-])|ENC[([]|enc[([]|\{(?:SSHA|SHA|MD5|bcrypt|cipher|CRYPT|noop|scrypt)|sha(?:1|256|384|512)[:-]|md5:|@Microsoft\.KeyVault|AQICA|vault:v\d|process\.env|process\.|os\.|sys\.|System\.|ENV\[|env\(|env\.|getenv|get_?pass|input\(|prompt|config[.([]|settings[.([]|secrets?[.([]|self\.|this\.|options\.|opts\.|args\.|params\.|props\.|var\.|local\.|data\.|module\.|ctx\.|req\.|request\.|body\.|form\.|z\.(?=[a-z])|yup\.|Joi\.|None\b|crypto\.|random\(|String\b|Optional\b|SecretStr|Field\()/;
const CALL = /^[A-Za-z_][\w.]{1,60}(?:\(.*|\[["']?\w+["']?\])$/;
/** `$2b$12$…`, `$argon2id$…`, `$6$…`: a digest. */
const DIGEST = /^\$(?:2[aby]|argon2|[156y]|scrypt|pbkdf2)[$\w-]*\$|^pbkdf2_|^scrypt:|^argon2/;
const FAMILIAR = /^(?:[a-z_]\w*\.)+[A-Za-z_]\w*$/;

/** `$NAME`, `${NAME}`, `vault:path`, `os.getenv("X")`, a digest: says where the value is, or checks it, and is not it. */
function isReference(value: string): boolean {
  if (DIGEST.test(value)) return true;
  // A password may begin with these signs; a variable is a name.
  if (/^[$%]/.test(value)) return /^\$(?:[A-Za-z_]\w*$|[{(])|^%[A-Za-z_]\w*%?$|^%\{/.test(value);
  if (/^\.{0,2}\/[\w.-]+(?:\/|$)/.test(value) && !isRandom(value.replace(/^[./]+/, ""), 31)) return true;
  return (
    REFERENCE.test(value) || CALL.test(value) || (FAMILIAR.test(value) && !/\d/.test(value) && value.includes("_"))
  );
}

export const isSample = (value: string): boolean =>
  SAMPLE.test(value) || EMPTY_WORDS.has(value.toLowerCase().replace(/[.!?:,;]+$/, ""));

export const isNoValue = (value: string): boolean => isMasked(value) || isReference(value) || isSample(value);

/** Chinese, Japanese and Korean words about a value: prompts, rules, states. */
const ABOUT =
  /请|請|输入|輸入|设置|設置|设定|未|已|不|忘|错误|必|至少|修改|更改|重置|长度|强度|字符|字母|位|个|包含|确认|再次|过期|找回|隐藏|入力|設定|変更|文字|忘れ|必須|確認|以上|ください|です|ます|입력|설정|변경|자리|이상|확인|잊|필수|하세요|습니다|재설정|오류/;
export const isAboutValue = (value: string): boolean => ABOUT.test(value);
