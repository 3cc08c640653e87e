import type { Consequence } from "./lexicon/concepts.ts";

/** What buttons do whose verb alone says nothing: it takes what it is done to. In folded English. */
const DEEDS: readonly (readonly [RegExp, Consequence])[] = [
  [/^empty (?!state|chair|page|seat|slot|cell|line|field|room|day)(?:the |my |whole )*\p{L}{3,}/u, "delete"],
  [/^(?:ban|kick|expel|suspend|block) (?:permanently|forever|for good|now)\b/, "delete"],
  [/^file (?:now|it|online|today)\b/, "submit"],
  [
    /^(?:rent|hire|sponsor|lease) (?!overview|due|history|list|calculator|index|date|terms|prices?|costs?|guide|out\b|purchase)/,
    "pay",
  ],
  [
    /^(?:extend|prolong|renew) (?:the |my |your )?(?:lease|contract|plan|membership|stay|rental|loan|licen[cs]e|insurance|cover)\b/,
    "subscribe",
  ],
  [
    /^(?:kick|ban|expel|evict|fire|dismiss|lay off|suspend|block|lock) (?:the |this |all |out )?(?:users?|members?|employees?|staff|workers?|tenants?|accounts?|cards?|sellers?|students?|players?|guests?|contacts?|colleagues?)\b/,
    "delete",
  ],
  [
    /^(?:rotate|regenerate|reset|revoke|roll) (?:the |my |all )?(?:api )?(?:keys?|secrets?|tokens?|certificates?|credentials?)\b/,
    "security",
  ],
  [
    /^(?:shut ?down|restart|reboot|stop|halt|kill|roll ?back|force|scale down|power off|turn off) (?:the |this |all )?(?:servers?|services?|machines?|instances?|databases?|clusters?|hosts?|nodes?|jobs?|processes|containers?|systems?|releases?|deployments?|push|lines?|pumps?|plants?|routers?)\b/,
    "run",
  ],
  [
    /^(?:unpublish|take down|pull) (?:the |this )?(?:article|page|post|site|video|listing|ad|release|story|shop)s?\b/,
    "publish",
  ],
  [
    /^e-?mail (?!address|settings|preferences|list|me\b|history|templates?|notifications?|us\b|sub|support|cent|inbox|alerts?|login|client|account|password|updates?)\p{L}|^(?:notify|alert) (?!me\b|settings|preferences|history)\p{L}/u,
    "send",
  ],
  [
    /^(?:submit|file|lodge|send in) (?:an? |the |my |your )?(?:complaint|report|claim|return|objection|appeal|petition|declaration|answers?|exam|essay|thesis|proposal|bid|tender|application)s?\b/,
    "submit",
  ],
  [
    /^report (?:this |the )?(?:user|post|seller|abuse|comment|member|ad|listing|spam|driver|guest|host|player|person|profile|item|content)\b/,
    "submit",
  ],
  [
    /^(?:reject|refuse|turn down) (?:the |this |all )?(?:\d+ )?(?:candidates?|applicants?|applications?|claims?|invoices?|orders?|proposals?|bids?|tenders?|expenses?|others)\b/,
    "submit",
  ],
  [
    /^(?:give|hand over|pass) (?:full )?(?:control|access|rights)\b|^connect (?:my |your |a |the )?(?:bank|account|wallet|mailbox|drive|e-?mail|phone|contacts)\b/,
    "grant",
  ],
  [
    /^accept (?:the |this |all )?(?:friend|contact|connection|follow|invit|requests?|transfer|gift|call)\p{L}*\b/u,
    "accept",
  ],
  [
    /^(?:claim|redeem|take) (?:the |my |your )?(?:prize|reward|bonus|gift|offer|discount|refund)\b|^activate (?:the |my |your )?(?:card|e?sim|licen[cs]e|service|plan|account|line|policy|cover)\b/,
    "accept",
  ],
  [
    /^(?:unlock|open|disarm|release) (?:the |all )?(?:front |back |garage |main )?(?:doors?|gates?|garage|safe|locks?|system|alarm|barrier|shutters?|car|valves?)\b|^(?:pair|register|trust) (?:this |a |the |my )?(?:device|computer|phone|browser)\b/,
    "security",
  ],
  [
    /^(?:remember|save|store|keep) (?:this |my |the )?(?:card|payment method|bank details|iban)\b|^port (?:my |the )?number\b/,
    "account",
  ],
  [
    /^give (?:notice|up (?:the |my |your )?\p{L}+)|^(?:release|surrender) (?:the |my |your )?(?:seat|room|spot|slot|place|table|booking)\b/u,
    "cancel",
  ],
  [
    /^follow (?!order|parcel|link|route|up\b|the (?:link|route|parcel|order|steps|ball|arrows?)|shipment|steps|instructions|path)\p{L}/u,
    "rate",
  ],
];

export const deedsOfLabel = (label: string): Consequence[] => {
  const text = label.replace(/^[^\p{L}]+/u, "");
  return DEEDS.flatMap(([pattern, consequence]) => (pattern.test(text) ? [consequence] : []));
};
