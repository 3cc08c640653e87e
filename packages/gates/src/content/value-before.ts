import type { Label } from "./find-labels.ts";
import { isNoValue } from "./placeholder.ts";
import type { SecretSpan } from "./secret-span.ts";
import { isRandom, isStrong, isUuid } from "./strength.ts";
import { lineStartAt } from "./text-lines.ts";

/** Characters between the beginning of a value and the label behind it. */
const REACH = 120;
/** `… is the new admin password`, `… (password)`, `… ← root pw`, `…是密码`, `…がパスワードです`. */
const BEFORE =
  /(?<![^\s"'`“”„«「『(（>])([^\s"'`“”„«»「」『』()（）<>\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6,80})["'`”»」』]?[ ]{0,2}(?:(?:(?<=[ ])(?:is|ist|est|es|was|as|als|comme|como)(?=[ ])|=|<-+|←|--?|–|—|(?<=[ ])[(（[]|,[ ]?["']?(?:name|key|id|field|label|type)["']?[ ]?[:=][ ]?["']?)[ ]{0,2}(?:\p{L}[\p{L}'’-]{0,14}[ ]){0,4}\p{L}{0,12}-?|(?:是|が|は|为|為|作为|（|이|가|은|는)\S{0,8}[ ]?)$/u;
const BEHIND =
  /^["'”]?[ ]?(?:[)）\].,;!。，、}]|\s*$|\s*\n|です|입니다|이에요|だ|で| (?:for|to|of|on|now|again|für|von|vom|zum|pour|de|du|para|del)(?![a-z]))/i;
const FILE_OR_HOST =
  /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,5}$|^[a-z_][\w.-]*@[\w.-]+$|@[\w-]+\.|^v?\d+(?:\.\d+)+$|:\/\/|^[A-Z0-9]+-\d+$/i;

/** The value in front of a label that ends its phrase. */
export function valueBefore(text: string, label: Label): SecretSpan | null {
  const { kind, weak } = label.words;
  if ((kind !== "password" && kind !== "api_key" && kind !== "token") || weak) return null;
  if (!BEHIND.test(text.slice(label.end, label.end + 12))) return null;
  const lineStart = lineStartAt(text, label.start, REACH);
  const before = text.slice(lineStart, label.start);
  // Nothing made up is without a digit or a sign.
  if (before.length < 8 || !/[\d!#$%^&*+?~@]/.test(before)) return null;
  const match = BEFORE.exec(before);
  const value = match?.[1];
  if (match === null || value === undefined || isNoValue(value) || isUuid(value) || FILE_OR_HOST.test(value))
    return null;
  if (kind === "password" ? !isStrong(value) : !isRandom(value, 20)) return null;
  const start = lineStart + match.index;
  return { start, end: start + value.length, kind };
}
