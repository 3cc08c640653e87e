import type { DataKind } from "@deskfleet/contracts";
import { HANDS_OVER } from "./directive-words.ts";
import type { Concept } from "./lexicon/concepts.ts";
import type { Scan } from "./scan.ts";

/** `the six digits we just texted you`, `read me the code`: a code that came by another way is asked for. */
export const CODE_SENT =
  /\bcode from (?:your|the)\b|\b(?:digits?|codes?|pin|numbers?|zahlen|ziffern|code|chiffres|digitos|codigo|codice|cifre)\b.{0,40}\b(?:got|get|came|sent|texted|messaged|received|emailed|appeared|arrived|geschickt|gesendet|erhalten|envoye|recu|enviad|recib|inviat|ricevut)|(?:код|цифр)\p{L}*.{0,40}(?:отправ|прислал|пришл|получ)|(?:验证码|数字|短信|コード|番号|코드|번호).{0,20}(?:收到|发给|发到|发送|届い|送|받은|보내|전송)|(?:收到|发给|发到|发送|届い|送|받은|보낸).{0,20}(?:验证码|数字|コード|番号|코드|번호)/u;
const READS_OUT =
  /\b(?:needs?|requires?|wants?|posts?|posted|provide|enter|show|confirm|read|say|spell|repeat|dictate|tell|give|type|reply|send|forward|paste|share)\b/;
const CODE = /(?<![\d.,:#/-])\d{3}[ -]?\d{1,5}(?![\d.,:/]|\s?[€$£%])/;

/** `8R2K-77QD` */
const MIXED = /:\s*(?=\S*\d)(?=\S*\p{L})[\p{L}\d]{3,10}(?:-[\p{L}\d]{2,10}){0,5}\s*$/u;

/** What a value is that nothing but the page names: digits that answer a page that asks for a code. */
export function secretsAskedFor(page: Scan, value: string): DataKind[] {
  const demands = (kinds: readonly Concept[]) =>
    page.sentences
      .slice(0, 200)
      .some(
        ({ text, concepts }) =>
          kinds.some((kind) => concepts.has(kind)) && (HANDS_OVER.test(text) || READS_OUT.test(text)),
      );
  if (/:\s*(?:\p{Ll}{3,8} ){3,}\p{Ll}{3,8}\s*$/u.test(value) && demands(["seed"])) return ["seed"];
  if (/:\s*\d{3,4}\s*$/.test(value) && demands(["card"])) return ["card"];
  if (MIXED.test(value) && demands(["otp"])) return ["otp"];
  if (!CODE.test(value)) return [];
  const asks = page.sentences
    .slice(0, 200)
    .some(
      ({ text, concepts }) =>
        (CODE_SENT.test(text) && (READS_OUT.test(text) || /[^\x00-\u024f]/.test(text) || HANDS_OVER.test(text))) ||
        ((concepts.has("otp") || concepts.has("pin")) && (HANDS_OVER.test(text) || READS_OUT.test(text))),
    );
  return asks ? ["otp"] : [];
}
