import type { Label } from "./find-labels.ts";
import { lineEndAt } from "./text-lines.ts";

/** Where the value of a label stands. */
export interface Place {
  readonly label: Label;
  readonly start: number;
  /** End of what can belong to it: its line, its cell, or the next label. */
  readonly end: number;
  /**
   * `sign`: behind `:`, `=`, "is" and the like; `blank`: behind a blank alone; `below`: on the next line; `cell`: in the column
   * that the label heads.
   */
  readonly how: "sign" | "blank" | "below" | "cell";
}

/** Characters of a line that a label reaches. */
const REACH = 4_000;
/** Blank lines between a label and a value below it. */
const GAP_LINES = 1;

// What may stand between a label and its sign: closing quotes and tags, a remark in brackets, "for the guest network".
const CLOSING =
  /(?:s(?=[ \t]?[:=]))?(?:\\?["'`\]*】」』]|<\/[a-z]{1,8}>|[#№°.;_](?=[ \t:]))*[ \t]{0,40}(?:[(（](?![+\d"'])[^()（）\n]{0,40}[)）][ \t]{0,4}|\[(?![+\d])[^\]\n]{0,30}\][ \t]{0,4})?/y;
const QUALIFIER =
  /(?:(?:new|old|current|temporary|temp|initial|admin|root|neu|neues|aktuell|provisoire|actuel|nouveau|actual|nueva|nuevo|anterior|temporal|inicial|provisional|value|\d)|(?:for|of|to|on|at|in|fur|für|von|vom|zu|zum|de|del|de la|para|pour|du|des|sur|d'|no|nr|num|number|nummer|numero|号|码|号码|番号|번호|n°|nº|#)(?![a-z])\.?[^:=|\n\t]{0,40}?)(?=[ \t]?(?::|(?<!\d\S{0,20})=|->|=>|→)|[ \t](?:is|ist|lautet|est|es)[ \t:])/iy;
/** Words of any kind in front of a sign, unless they speak about the value: then only what looks made up counts behind it. */
const WORDS =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,8}(?=[: ])|(?<=[ \t])[\p{L}\d'’()-]{2,18}(?:[ \t][\p{L}\d'’()-]{2,18}){0,2}(?=[ \t]?[:=][ \t]|[ \t](?:is|ist|lautet|est|es)[ \t:])/uy;
const ABOUT =
  /hint|polic|streng|length|manag|reset|chang|expir|require|rule|protect|generat|tip|question|field|type|hash|file|age|history|format|count|limit|error|regel|läng|stärke|hinweis|richtlin|änder|longueur|force|indice|règle|expir|longitud|fuerza|pista|politic|cambi|id\b|name|url|link|endpoint|scope|status|usage|强度|长度|提示|策略|有效|要求|位|错误|必|未|已|请|强|ヒント|強度|文字|以上|必須|設定|입력|강도|힌트|이상|필수|설정/i;
/** `"password", "…"`, `("password").type("…")`, `setPassword("…")`: arguments; what they say is less than a sign. */
const ARGUMENT =
  /(?:[ ]?\n?[ \t]{0,20}send(?:_user)?[ ](?:--[ ])?|\)\.(?:type|fill|send_?keys|set_?value|val|setText|input)\(|[ \t]?,[ \t]{0,4}|\()(?=["'`])/iy;
/** `name="password" type="text" value="…"`, `{"field": "Password", "content": "…"}`, on the same line or the next ones. */
const NAMED_VALUE =
  /["']?[ \t]{0,4}(?:,|\{|\n|(?=[ \t]\w))(?:[\s,]{0,40}(?:["']?(?:type|class|id|sensitive|description|label|required|hidden|secret|kind|format|nullable)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?[^"'\n,]{0,60}["']?[ \t]{0,4}(?=[,\n ]))){0,4}[\s,]{0,40}["']?(?:default(?:_?value)?|value|content|val|data|text|valor|wert|valeur|string)["']?[ \t]{0,8}[:=][ \t]{0,8}/iy;
/** On the line below: what a value is called in files of settings. */
const NAME_BELOW = /[ \t]{0,80}(?:- )?["']?(?:value|default|content|plain(?:text)?)["']?[ \t]{0,8}[:=][ \t]{0,8}/iy;
const SIGN =
  /[ \t]{0,40}(?::=|=>|->|==|[:=|→⇒➜»>~]|REG_SZ(?=[ \t])|(?:is|was|has been) (?:generated|created|set|assigned)(?: (?:for|to|as) \S{1,60})?[ ]?:|(?:is now|is set to|(?:was |has been |is )?(?:changed|set|reset|updated|rotated) (?:from|to)|c'est|c’est|is|was|will be|now|ist|lautet|war|est|etait|es|era|are|sind|sont|son|-{1,2})(?=[ \t:]|\r?\n)(?:[ \t]{0,3}:)?|(?:(?:已|被)?(?:重置|修改|更改|设置|设定|变更|更新|改)?(?:为|為|成)|是|系|叫|は|が|を|은|는|이|가|을|를)(?=[\s:A-Za-z0-9"'「])(?:[ \t]{0,3}:)?)/iy;
const OPENING = /[ \t]{0,200}(?:\*{1,2}[ \t]?|!!str[ \t]{1,4}|<[A-Za-z]{1,20}>(?=[^<\n]{3,200}<\/))?/y;

/** Where the values of the labels stand, in the order of the labels. What tables add is column-places'. */
export function placesOf(text: string, labels: readonly Label[]): Place[] {
  return labels.flatMap((label, index) => {
    const next = labels[index + 1];
    let at = skip(CLOSING, text, label.end);
    const named = skip(NAMED_VALUE, text, Math.min(at, endOfQuote(text, label.end)));
    if (named > at) return [placeAt(text, label, named, "sign", next)];
    const argument = skip(ARGUMENT, text, at);
    if (argument > at) return [placeAt(text, label, argument, "blank", next)];
    const closed = at;
    at = skip(QUALIFIER, text, closed);
    const worded = at === closed ? skip(WORDS, text, at) : at;
    const isWorded = worded > at && !ABOUT.test(text.slice(at, worded));
    if (isWorded) at = worded;
    const signed = skip(SIGN, text, at);
    // A bar is the next cell's border: it says as little as a blank.
    const isSigned = !isWorded && signed > at && !/^[ \t]*\|/.test(text.slice(at, signed));
    at = skip(OPENING, text, signed);
    const lineEnd = Math.min(lineEndAt(text, at, REACH), label.end + REACH);
    if (/^[ \t|:"'*\\,]*\r?$/.test(text.slice(at, Math.min(lineEnd, at + 8)))) return placeBelow(text, label, lineEnd);
    return [placeAt(text, label, signed, isSigned ? "sign" : "blank", next)];
  });
}

function placeAt(text: string, label: Label, from: number, how: Place["how"], next: Label | undefined): Place {
  const start = skip(OPENING, text, from);
  const lineEnd = Math.min(lineEndAt(text, start, REACH), label.end + REACH);
  const end = Math.max(start, next && next.start >= start ? Math.min(lineEnd, next.start) : lineEnd);
  return { label, start, end: Math.min(end, label.end + REACH), how };
}

const endOfQuote = (text: string, at: number): number => (/["']/.test(text[at] ?? "") ? at + 1 : at);

function placeBelow(text: string, label: Label, lineEnd: number): Place[] {
  let start = lineEnd + 1;
  for (let gap = 0; gap <= GAP_LINES && start < text.length; gap++) {
    const end = lineEndAt(text, start, REACH);
    const isBlank = /^[ \t\r]{0,200}$/.test(text.slice(start, Math.min(end, start + 200)));
    if (!isBlank) {
      const named = skip(NAME_BELOW, text, start);
      const how = named > start ? "sign" : "below";
      return [{ label, start: skip(OPENING, text, named), end: Math.min(end, start + REACH), how }];
    }
    start = end + 1;
  }
  return [];
}

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  const match = expression.exec(text);
  return match === null ? at : at + match[0].length;
}
