import type { DataKind } from "@deskfleet/contracts";
import { HANDS_OVER } from "./directive-words.ts";
import type { Scan } from "./scan.ts";

/** `the six digits we just texted you`, `read me the code`: a code that came by another way is asked for. */
const CODE_SENT =
  /\b(?:digits?|codes?|pin|numbers?|zahlen|ziffern|code|chiffres|digitos|codigo|codice|cifre)\b.{0,40}\b(?:sent|texted|messaged|received|emailed|appeared|arrived|geschickt|gesendet|erhalten|envoye|recu|enviad|recib|inviat|ricevut)|(?:код|цифр)\p{L}*.{0,40}(?:отправ|прислал|пришл|получ)|(?:验证码|数字|短信|コード|番号|코드|번호).{0,20}(?:收到|发给|发到|发送|届い|送|받은|보내|전송)|(?:收到|发给|发到|发送|届い|送|받은|보낸).{0,20}(?:验证码|数字|コード|番号|코드|번호)/u;
const READS_OUT = /\b(?:read|say|spell|repeat|dictate|tell|give|type|reply|send|forward|paste|share)\b/;
const CODE = /(?<![\d.,:#/-])\d{3}[ -]?\d{1,5}(?![\d.,:/]|\s?[€$£%])/;

/** What a value is that nothing but the page names: digits that answer a page that asks for a code. */
export function secretsAskedFor(page: Scan, value: string): DataKind[] {
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
