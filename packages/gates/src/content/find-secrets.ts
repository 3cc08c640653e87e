import { cardCandidates } from "./cards.ts";
import { columnPlaces } from "./column-places.ts";
import { emails } from "./emails.ts";
import { findLabels, type Label } from "./find-labels.ts";
import { type FoldedText, foldText } from "./fold-text.ts";
import { ibans } from "./ibans.ts";
import { issuedKeys } from "./issued-keys.ts";
import { knownValues } from "./known-values.ts";
import { type Place, placesOf } from "./label-places.ts";
import { labelledValue } from "./labelled-value.ts";
import { lonePasswords } from "./lone-passwords.ts";
import { misreadKeys } from "./misread-keys.ts";
import { idOf, idsAlone } from "./national-id/find-national-ids.ts";
import { codeBefore, codesAbove, codesAt, codesShown, codesTold } from "./one-time-codes.ts";
import { ownKeywords } from "./own-keywords.ts";
import { phoneBehind, phonesAlone } from "./phones.ts";
import { privateKeys } from "./private-keys.ts";
import type { SecretKind, SecretSpan } from "./secret-span.ts";
import { shownBelow } from "./shown-below.ts";
import { sqlPlaces } from "./sql-values.ts";
import { lineEndAt, lineStartAt } from "./text-lines.ts";
import { urlSecrets } from "./url-secrets.ts";
import { urlTokens } from "./url-tokens.ts";
import { valueBefore } from "./value-before.ts";
import { wrappedKeys } from "./wrapped-keys.ts";

export interface ContentRules {
  /** Words of the tenant's own that leave no desktop. */
  readonly keywords?: readonly string[];
  /** Kinds that are masked beside those that always are; finding is the same. */
  readonly kinds?: readonly SecretKind[];
  /** Values that are known to be secret, wherever they stand: of the kind `password`. */
  readonly values?: readonly string[];
}

/** Shorter texts hold no secret with its label. */
const LENGTH_MIN = 6;
/** A number behind its label stands this near, in characters. */
const NUMBER_REACH = 120;

/** Of two values that overlap, the one with the smaller number stands; of equals, the longer. */
const RANK: Record<SecretKind, number> = {
  private_key: 0,
  keyword: 1,
  token: 2,
  api_key: 2,
  iban: 3,
  card: 4,
  national_id: 4,
  password: 5,
  otp: 6,
  email: 7,
  phone: 8,
};

interface Candidate extends SecretSpan {
  readonly rank: number;
}

/**
 * Gate 8 on text: where it shows a value that must not leave, in the order of the text, none overlapping another. Labels in seven
 * languages say what stands beside, below or in the column under them; check digits and issuers' forms say it without a label.
 * Time is linear in the length of the text: every expression has bounded repeats or an anchored beginning.
 */
export function findSecrets(given: string, rules: ContentRules = {}): SecretSpan[] {
  if (given.length < LENGTH_MIN && !rules.keywords?.length && !rules.values?.length) return [];
  const folded = foldText(given);
  const { text } = folded;
  const candidates: Candidate[] = [];
  const add = (spans: readonly SecretSpan[], boost = 0): void => {
    for (const span of spans) candidates.push({ ...span, rank: RANK[span.kind] + boost });
  };
  add(privateKeys(text));
  add(ownKeywords(folded, rules.keywords ?? []));
  add(knownValues(folded, rules.values ?? []), -4.5);
  add(issuedKeys(text));
  add(wrappedKeys(text), -0.5);
  add(misreadKeys(text), -0.1);
  add(urlSecrets(text));
  add(urlTokens(text), 0.3);
  add(shownBelow(text), 0.4);
  add(ibans(text).map((found) => ({ ...found, kind: "iban" as const })));
  add(emails(text).map((found) => ({ ...found, kind: "email" as const })));
  add(codesTold(text));
  add(codesShown(text));
  // A word within a value that its form gives away is no label.
  const labels = outside(findLabels(folded), candidates);
  const labelBefore = nearestLabel(folded, labels);
  addLabelled(text, labels, add);
  addNumbersAlone(text, labelBefore, add);
  add(lonePasswords(text), 0.9);
  return settle(candidates, folded);
}

function addLabelled(
  text: string,
  labels: readonly Label[],
  add: (spans: readonly SecretSpan[], boost?: number) => void,
): void {
  let covered = 0;
  for (const place of placesOf(text, labels)) {
    // A label within a value is part of the value.
    if (place.label.start < covered) continue;
    const spans = valuesAt(text, place);
    add(spans, place.label.words.kind === "api_key" || place.label.words.kind === "token" ? 0.1 : -0.25);
    const { kind } = place.label.words;
    if (kind === "password" || kind === "api_key" || kind === "token")
      covered = Math.max(covered, ...spans.map(({ end }) => end));
  }
  for (const place of columnPlaces(text, labels)) add(valuesAt(text, place), -0.3);
  for (const place of sqlPlaces(text, labels)) add(valuesAt(text, place), -0.4);
  for (const label of labels) {
    const { kind } = label.words;
    if (kind === "national_id") add(idBefore(text, label), 0.1);
    if (kind === "otp") add(codesAbove(text, label));
    const value = kind === "otp" ? codeBefore(text, label) : valueBefore(text, label);
    if (value !== null) add([value], kind === "otp" ? -0.1 : 0.3);
  }
}

function valuesAt(text: string, place: Place): SecretSpan[] {
  const { kind, schemes } = place.label.words;
  switch (kind) {
    case "password":
    case "api_key":
    case "token":
    case "private_key": {
      const value = labelledValue(text, place);
      return value === null ? [] : [value];
    }
    case "otp":
      return codesOrPassword(text, place);
    case "national_id":
      return numberAt(text, place, "national_id", (region) => idOf(region, schemes ?? "*"));
    case "phone": {
      // Japan's number of persons is called "My Number": its check digit says which of the two it is.
      const isPerson = /^my ?number$/i.test(text.slice(place.label.start, place.label.end));
      const person = isPerson ? numberAt(text, place, "national_id", (region) => idOf(region, "jp-my-number")) : [];
      if (person.length > 0) return person;
      return numberAt(text, place, "phone", phoneBehind);
    }
    case "card":
      return numberAt(text, place, "card", (region) => cardCandidates(region)[0] ?? null);
    default:
      return [];
  }
}

/** A person's number in front of its name: `… (SSN)`, `… is my SSN`, `… 個人番号`. */
function idBefore(text: string, { start, words }: Label): SecretSpan[] {
  const from = lineStartAt(text, start, 48);
  const before = text.slice(from, start);
  const found = idOf(before, words.schemes ?? "*");
  if (found === null || !BEHIND_ID.test(before.slice(found.end))) return [];
  return [{ start: from + found.start, end: from + found.end, kind: "national_id" }];
}
const BEHIND_ID =
  /^["'”]?[ ]{0,2}(?:[(（[|=–—-]|is|ist|est|es|が|は|是|为)?[ ]{0,2}(?:(?:my|your|the|his|her|mein|meine|ihre|mon|votre|mi|su)[ ])?$/i;

const PASSWORD_OR_CODE =
  /^(?:passcode|kenncode)$|passwor[dt]|kennwort|contrase|mot de passe|密码|口令|パスワード|비밀번호/i;
/** A passcode of digits is a code for once; another is a password. */
function codesOrPassword(text: string, place: Place): SecretSpan[] {
  const codes = codesAt(text, place);
  if (codes.length > 0 || !PASSWORD_OR_CODE.test(text.slice(place.label.start, place.label.end))) return codes;
  const value = labelledValue(text, {
    ...place,
    label: { ...place.label, words: { kind: "password", words: "passcode" } },
  });
  return value === null ? [] : [value];
}

/** A number in the reach of its label; one that the line breaks is read with the line below. */
function numberAt(
  text: string,
  { start, end }: Place,
  kind: SecretKind,
  find: (region: string) => { start: number; end: number } | null,
): SecretSpan[] {
  const reach = Math.min(end, start + NUMBER_REACH);
  const found = find(text.slice(start, reach)) ?? brokenNumber(text, start, reach, find);
  return found === null ? [] : [{ start: start + found.start, end: start + found.end, kind }];
}

function brokenNumber(
  text: string,
  start: number,
  end: number,
  find: (region: string) => { start: number; end: number } | null,
): { start: number; end: number } | null {
  if (text[end] !== "\n" || !/\d[ -]?\r?$/.test(text.slice(Math.max(start, end - 4), end))) return null;
  const lineEnd = lineEndAt(text, end + 1, 60);
  const region = text.slice(start, lineEnd).replace(/\r?\n {0,8}/, (gap) => "\u0000".repeat(gap.length));
  // One separator stands for the whole gap, so that places stay what they are once it is put back.
  const gap = /\u0000+/.exec(region)!;
  const found =
    find(`${region.slice(0, gap.index).trimEnd()} ${region.slice(gap.index + gap[0].length)}`) ??
    find(`${region.slice(0, gap.index).trimEnd()}${region.slice(gap.index + gap[0].length)}`);
  if (found === null || found.start >= gap.index || found.end <= gap.index) return null;
  return { start: found.start, end: Math.min(region.length, found.end + gap[0].length) };
}

/** Numbers whose form says enough, unless the word in front of them says that they are something else. */
function addNumbersAlone(
  text: string,
  labelBefore: (at: number) => Label | null,
  add: (spans: readonly SecretSpan[], boost?: number) => void,
): void {
  const isOther = (at: number): boolean => labelBefore(at)?.words.kind === "other";
  // A number that is called a card's or a person's and fails the check is no telephone number either.
  const isNamed = (at: number): boolean =>
    /^(?:other|card|iban|national_id|otp)$/.test(labelBefore(at)?.words.kind ?? "");
  add(
    cardCandidates(text)
      .filter(({ start, isPlain }) => isPlain && !isOther(start))
      .map(({ start, end }) => ({ start, end, kind: "card" })),
  );
  add(
    idsAlone(text)
      .filter(({ start }) => !isOther(start))
      .map((found) => ({ ...found, kind: "national_id" })),
  );
  add(
    phonesAlone(text)
      .filter(({ start }) => !isNamed(start))
      .map((found) => ({ ...found, kind: "phone" })),
  );
}

function outside(labels: readonly Label[], values: readonly SecretSpan[]): Label[] {
  const spans = values
    .filter(({ kind }) => kind === "token" || kind === "api_key" || kind === "private_key")
    .sort((a, b) => a.start - b.start);
  if (spans.length === 0) return [...labels];
  let index = 0;
  let reach = -1;
  return labels.filter(({ start }) => {
    while (index < spans.length && spans[index]!.start <= start) reach = Math.max(reach, spans[index++]!.end);
    return start >= reach;
  });
}

/** The label in front of a place on its line, near enough to speak of it. */
function nearestLabel({ text }: FoldedText, labels: readonly Label[]): (at: number) => Label | null {
  return (at) => {
    let low = 0;
    let high = labels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (labels[middle]!.end <= at) low = middle + 1;
      else high = middle;
    }
    const label = labels[low - 1];
    if (label === undefined || at - label.end > 24) return null;
    return /[\n,;，。；]|\d{3}/.test(text.slice(label.end, at)) ? null : label;
  };
}

/** The spans that stand, in places of the text as it was given. */
function settle(candidates: Candidate[], { originAt }: FoldedText): SecretSpan[] {
  candidates.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    let isBeaten = false;
    while (kept.length > 0) {
      const last = kept.at(-1)!;
      if (last.end <= candidate.start) break;
      const isBetter =
        candidate.rank < last.rank ||
        (candidate.rank === last.rank && candidate.end - candidate.start > last.end - last.start);
      if (!isBetter) {
        isBeaten = true;
        break;
      }
      kept.pop();
    }
    if (!isBeaten && candidate.end > candidate.start) kept.push(candidate);
  }
  return kept.map(({ start, end, kind }) => ({ start: originAt(start), end: originAt(end - 1) + 1, kind }));
}
