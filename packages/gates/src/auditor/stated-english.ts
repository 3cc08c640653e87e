import type { Consequence } from "./lexicon/concepts.ts";

/**
 * What a sentence says that an element does, in the third person, beyond the words of the lexicons. It counts only where the
 * sentence is tied to the element.
 */
const EFFECTS: readonly (readonly [RegExp, Consequence])[] = [
  [
    /\b(?:deducts?|uses? up|uses?|takes?|spends?|burns?) (?:(?:all|\d+|some|one) )?(?:of )?(?:your )?(?:credits?|points|coins|tokens|balance|allowance|minutes|stamps|miles)\b/,
    "pay",
  ],
  [/\b(?:hires|rents|leases|charters|commissions|instructs) (?:an?|the|your|our|us)\b/, "pay"],
  [/\btips (?:the|your|our|us)\b/, "pay"],
  [
    /\bmoves? (?:the|your|all) (?:money|funds|savings|balance|rest|shares)\b|\bempties (?:the|your) (?:account|pot|wallet)\b/,
    "transfer",
  ],
  [/\brolls? (?:\S+ ){0,4}over\b|\b(?:commits?|ties|binds?|locks?) you (?:in|into|to|for)\b/, "subscribe"],
  [
    /\b(?:gives?|shows?|tells?|sends?|hands?|offers?|mails?|passes) (?:(?!you\b)\p{L}+ ){1,4}(?:your|you r) \p{L}/u,
    "send",
  ],
  [/\b(?:exposes?|records?|uploads?|broadcasts?|streams?|leaks?|sells?|tracks?) (?:also )?your\b/, "send"],
  [
    /\b(?:tells?|informs?|notif(?:y|ies)|alerts?|e-?mails?|messages|writes? to|contacts|texts|calls) (?:your|all|every\p{L}*|the (?:whole|entire|other|press|police|authorit\p{L}+|landlord|school|bank)) ?\p{L}*/u,
    "send",
  ],
  [/\bcopies (?:in )?(?:the|your|all|every\p{L}*) \p{L}+(?: \p{L}+)? in\b/u, "send"],
  [
    /\b(?:goes|go|is sent|are sent|mailed|delivered|visible|shown) (?:out )?to (?:all|every\p{L}*|the whole|the entire|\d{2,})\b|\breaches (?:all|every\p{L}*|the whole|\d{2,})\b/u,
    "send",
  ],
  [
    /\bputs? (?:\S+ ){1,4}(?:up for (?:sale|auction)|online|on the (?:front page|notice board|market))\b|\bin your name\b/,
    "publish",
  ],
  [
    /\b(?:casts?|counts?) (?:as )?(?:your|a) vote\b|\b(?:votes?|rates?) (?:for|the|this|option|us|it)\b|\bfollows \d/,
    "publish",
  ],
  [
    /\bmakes? \p{L}+ (?:\p{L}+ )?(?:an? |the )?(?:admin\p{L}*|owner|co-?owner|editor|manager|moderator|member|guardian)\b|\btrusts? (?:this|the|that|any|all)\b/u,
    "grant",
  ],
  [
    /\b(?:turns?|switch(?:es)?) (?:\S+ ){0,4}off\b.{0,30}\b(?:alarm|lock|locks|protection|filter|guard|login|verification|notifications?|firewall|backup|encryption)\b|\b(?:turns?|switch(?:es)?) off (?:\S+ ){0,3}(?:alarm|locks?|protection|filter|guard|login|verification|notifications?|firewall|backups?|encryption)\b/,
    "security",
  ],
  [
    /\b(?:unlocks?|opens?) (?:the|your|all|every) (?:front |back |garage |main )?(?:gates?|doors?|garage|safe|locks?|barrier|house|car|shutters?|valves?)\b/,
    "security",
  ],
  [/\bblocks? (?:your|the) (?:card|account|number)\b/, "security"],
  [/\b(?:clears?|resets?|empties|cleans out|flushes) (?:the|your|all|this|every)\b/, "delete"],
  [
    /\b(?:terminates?|vacates?|resigns?|quits?|leaves|surrenders?|unfriends?|unfollows?|checks you out of|signs you off) (?:the|your|all|every\p{L}*|from)\b/u,
    "cancel",
  ],
  [/\breturns? (?:the|your) (?:ticket|order|item|goods|device|keys?|deposit|pass)\b/, "cancel"],
  [/\bagrees? to\b.{0,30}\b(?:sale|purchase|loan|contract|lease|offer|price|repair|cost)\b/, "accept"],
  [/\bruns? (?:an?|the|this) (?:script|command|program|macro|installer|job|tool|file)\b/, "run"],
  [
    /\b(?:sets?|names?|makes?) \p{L}+(?: \p{L}+)? (?:as )?(?:your|the) (?:heir|beneficiary|payee|default|main|new) ?\p{L}*/u,
    "account",
  ],
];

export const englishEffects = (text: string): Consequence[] =>
  EFFECTS.flatMap(([pattern, consequence]) => (pattern.test(text) ? [consequence] : []));
