import { accessPlaces, BEHIND_ENTERED, BEHIND_OPENED, BESIDE_ENTERED } from "./access-words.ts";
import {
  BEHIND_ADDRESS,
  CALL,
  LINE_OF_NAME,
  PAIR,
  REPEATED,
  ROW_OF_ACCOUNTS,
  TELLING,
  TOLD_BEHIND,
} from "./login-words.ts";
import { isMadeUp, isMixed, isNumbered, isPlain, isShaped, isSigned } from "./made-up.ts";
import type { SecretSpan } from "./secret-span.ts";

/**
 * Passwords that nothing calls one: "unlock: …", "root / …", "try …" in a chat, a value of a statement. The surer a word looks made
 * up, the less has to stand around it.
 */

/** Characters in front of a word, and behind it, that are looked at. */
const BEFORE = 100;
const AFTER = 50;
const APART = String.raw`\x00-\x20\x7f\ufffd\s"'\u0060“”„«»「」『』()（）[\]{}<>|,，。；;：:、/\\•…\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af`;
/** A word as people and programs set it apart. What is written without blanks (Chinese, Japanese) is no part of it. */
const TOKEN = new RegExp(`(?<![^${APART}=])(?=[^${APART}]{0,47}\\d)[^${APART}]{7,48}(?![^${APART}]|\\/)`, "g");

/** In front of what is called by a number or a name of its own. */
const OTHER_BEFORE =
  /(?:order|ticket|issue|commit|branch|tag|version|build|release|file|class|model|serial|host\w*|server|path|regex|colou?r|ref\w*|sku|part|invoice|case|job|pod|image|package|module|function|method|variable|id|nr|no|number|art|ssid|network|node|device|machine|container|cluster|project|repo\w*|font|theme|plan|product|订单|型号|版本|编号|文件|单号|主机|注文|型番|주문|모델)[.]?[ ]?[:#=]?\s*["'“]?$|(?:SHA\d*|MD5|sha\d+)[-: ]$/i;

const IN_PATH = /:\/\/\S*$|(?:^|[\s"'(])[./~]\S*\/$|[\w+.-]\/[\w.+-]*\/$|[^\s"'/]{24,}\/$/;

/** Whether a word about getting in stands between two places. */
type IsNear = (from: number, to: number) => boolean;

export function lonePasswords(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let isNear: IsNear | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const value = token.replace(/(?:(?<!\d)\?|\.)+$/, "");
    if (!/[A-Za-z\u00c0-\u024f]/.test(value) || !isMadeUp(value)) continue;
    isNear ??= accessPlaces(text);
    if (isTold(text, index, value, isNear)) spans.push({ start: index, end: index + value.length, kind: "password" });
  }
  return spans;
}

function isTold(text: string, start: number, value: string, isNear: IsNear): boolean {
  const end = start + value.length;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  // Called: a function.
  if (/^\((?![^\x00-\x7f])/.test(text.slice(end, end + 2)) || OTHER_BEFORE.test(line) || IN_PATH.test(line))
    return false;
  if (isPlain(value)) return true;
  const isAccess = isNear(start - BEFORE, end + AFTER);
  if (isSigned(value) && isAccess) return true;
  const isPaired = (isAccess || /[@.]/.test(line)) && PAIR.test(line);
  if (isNumbered(value))
    return (
      /\d{3}/.test(value) &&
      !/^[A-Z0-9_.-]+$/.test(value) &&
      (isPaired || (isAccess && (CALL.test(line) || BEHIND_OPENED.test(line))))
    );
  if (isPaired || (isAccess && isBehindAccess(line, before))) return true;
  if (!isMixed(value)) return false;
  if (isAccess && (BEHIND_ENTERED.test(line) || (isShaped(value) && BESIDE_ENTERED.test(line)))) return true;
  const lineBehind = text.slice(end, end + AFTER).split("\n", 1)[0]!;
  if (line.trim() === "" && lineBehind.trim() === "" && LINE_OF_NAME.test(before)) return true;
  if (BEHIND_ADDRESS.test(line) && (isSigned(value) || isShaped(value))) return true;
  return (isAccess || isSigned(value) || isShaped(value)) && (TELLING.test(line) || TOLD_BEHIND.test(lineBehind));
}

const isBehindAccess = (line: string, before: string): boolean =>
  BEHIND_OPENED.test(line) ||
  CALL.test(line) ||
  ROW_OF_ACCOUNTS.test(before) ||
  (REPEATED.test(line) && /pass|kenn|contra|mot de|密码|パス|비밀/i.test(before));
