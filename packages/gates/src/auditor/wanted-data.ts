import type { DataKind } from "@deskfleet/contracts";
import type { Goal } from "./goal.ts";
import { hostOfUrl, hostsIn, isSameOwner } from "./host.ts";
import type { Surroundings } from "./surroundings.ts";

// Which data the goal names, and for which place.

const WORDS: Partial<Record<DataKind, RegExp>> = {
  ...{
    password: /password|passwor|密码|パスワード|비밀번호|passwort|mot de passe|contrasena|парол/,
    otp: /\bcode\b|otp|验证码|コード|코드|인증/,
    card: /\bcard\b|银行卡|信用卡|カード|카드|karte\b|carte\b|tarjeta/,
  },
  ...{
    api_key: /\b(?:api )?key\b|密钥|schlussel|\bcle/,
    token: /token|令牌|トークン/,
    private_key: /\bkey\b|私钥/,
    pin: /\bpin\b/,
    seed: /seed|助记词/,
  },
  ...{
    phone: /phone|mobile|telephone|number|电话|手机|電話|전화|telefon|telephone|telefono/,
    email: /e-?mail|mail|邮箱|メール|이메일|correo|courriel/,
    name: /\bname|姓名|名前|이름|nombre|nom\b/,
    address: /address|地址|住所|주소|adresse|direccion/,
  },
  ...{
    birth_date: /birth|生日|出生|geburt|naissance|nacimiento/,
    identity: /passport|\bid\b|证件|身份证|ausweis/,
    national_id: /\bid\b|身份证|ssn|national/,
    salary: /salary|salaries|pay(?:roll|slip)|工资|gehalt|salaire/,
    medical: /medical|health|diagnos|病历/,
  },
  ...{
    iban: /iban|account|账户|账号|konto/,
    document: /document|file|report|文件|文档|报告/,
    person: /contact|record|person|customer|member|client|employee|联系人|客户|员工/,
  },
};
const NEXT =
  /[;。]|,(?!\d)|\.\s|(?<!\p{L})(?:then|dann|danach|puis|ensuite|luego|despues|depois|poi|daarna|sedan|sa|siden|potem|pak|затем|потом|потім|sonra|sitten|aztan|apoi|μετα|lalu|kemudian|roi|and (?:ask|post|write|tell))(?!\p{L})|然后|再|その後|それから|그 ?다음|그리고/u;
const clausesOf = (goal: Goal): string[] => goal.scan.text.split(NEXT);
/** `Put the token from A into B, then ask on C`: what the goal names with other hosts than this one is not for this one. */
export function isMeantForOthers(goal: Goal, kind: DataKind, url: string): boolean {
  const host = hostOfUrl(url);
  if (host === null || goal.hosts.length < 2) return false;
  const clauses = clausesOf(goal);
  const own = clauses.filter((clause) => WORDS[kind]?.test(clause)).flatMap((clause) => hostsIn(clause));
  return own.length > 0 && !own.some((other) => isSameOwner(other, host));
}
export const mentions = (goal: Goal, kind: DataKind): boolean => WORDS[kind]?.test(goal.scan.text) ?? false;
/** The kind by name, or data at large from one place to another. */
export const wants = (goal: Goal, kind: DataKind): boolean =>
  mentions(goal, kind) ||
  (kind !== "salary" &&
    kind !== "medical" &&
    asksToMove(goal) &&
    (goal.hosts.length >= 2 || AT_LARGE.test(goal.scan.text)));
/** `Look up her number, then find a florist on flowers.example`: what the goal wants there has nothing to do with it. */
export function isMeantFor(goal: Goal, kind: DataKind, { host }: Surroundings): boolean {
  const clauses = clausesOf(goal);
  const own = clauses.filter((clause) => host !== null && clause.includes(host.name));
  return (
    clauses.length < 2 ||
    own.length === 0 ||
    own.some((clause) => (WORDS[kind]?.test(clause) ?? false) || MOVE.test(clause))
  );
}
const AT_LARGE =
  /(?:details|data|records?|contacts?|information|entries|rows?|tables?|lists?|customers?|members?)|资料|信息|数据|表格|名单|データ|情報|데이터|정보|daten|donnees|datos|данн/;
const MOVE =
  /\b(?:copy|transfer|move|enter|put|send|share|forward|add|paste|import|sync|give|email|type|fill|register|take over)\b|复制|填|录入|发送|发给|抄|转|输入|添加|コピー|入力|복사|입력|kopier|ubertrag|eintrag|copi|saisi|envoy|envia|copia|перенес|скопир|отправ/;
const asksToMove = (goal: Goal): boolean => MOVE.test(goal.scan.text);
