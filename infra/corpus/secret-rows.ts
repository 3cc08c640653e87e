import { findSecrets } from "@deskfleet/gates";
import { z } from "zod";

/** A line of screen text. `spans`: `[start, end, kind]` over the values alone, in UTF-16 code units. */
export const SecretRow = z.object({
  id: z.string(),
  text: z.string(),
  spans: z.array(z.tuple([z.number(), z.number(), z.string()])).optional(),
  expect: z.enum(["blur", "allow"]).optional(),
});
export type SecretRow = z.infer<typeof SecretRow>;
type Span = readonly [start: number, end: number, kind: string];

/** What is printed for a row. */
export interface SecretVerdict {
  readonly id: string;
  readonly verdict: "blur" | "allow";
  readonly spans: readonly Span[];
}

export function judgeSecretRow({ id, text }: SecretRow): SecretVerdict {
  const spans = findSecrets(text).map(({ start, end, kind }): Span => [start, end, kind]);
  return { id, verdict: spans.length > 0 ? "blur" : "allow", spans };
}

export interface LabelledSecrets {
  readonly row: SecretRow;
  readonly found: readonly Span[];
}

interface KindScore {
  readonly kind: string;
  readonly wanted: number;
  readonly found: number;
}
export interface SecretScore {
  readonly rows: number;
  /** Rows whose verdict is the expected one. */
  readonly agree: number;
  readonly recall: number;
  readonly precision: number;
  readonly kinds: readonly KindScore[];
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
}

/** Other characters that a found span may hold on each side, and the share of the value that it has to cover. */
const SLACK = 4;
const COVERED_MIN = 0.9;
const isSameKind = (a: string, b: string): boolean =>
  a === b || (/^(?:api_key|token)$/.test(a) && /^(?:api_key|token)$/.test(b));

function isFound([start, end, kind]: Span, spans: readonly Span[]): boolean {
  return spans.some(
    ([from, to, other]) =>
      isSameKind(kind, other) &&
      Math.min(end, to) - Math.max(start, from) >= COVERED_MIN * (end - start) &&
      start - from <= SLACK &&
      to - end <= SLACK,
  );
}

export function scoreSecrets(rows: readonly LabelledSecrets[]): SecretScore {
  const wanted = rows.flatMap(({ row, found }) =>
    (row.spans ?? []).map((span) => ({ id: row.id, span, isHit: isFound(span, found) })),
  );
  const found = rows.flatMap(({ row, found: spans }) =>
    spans.map((span) => ({
      id: row.id,
      isHit: isFound(span, row.spans ?? []) || (row.spans ?? []).some((one) => isFound(one, [span])),
    })),
  );
  const share = (all: readonly { isHit: boolean }[]): number =>
    all.length === 0 ? 1 : all.filter(({ isHit }) => isHit).length / all.length;
  const kinds = [...new Set(wanted.map(({ span }) => span[2]))].sort();
  return {
    rows: rows.length,
    agree: rows.filter(({ row, found: spans }) => (row.expect === "blur") === spans.length > 0).length,
    recall: share(wanted),
    precision: share(found),
    kinds: kinds.map((kind) => {
      const own = wanted.filter(({ span }) => span[2] === kind);
      return { kind, wanted: own.length, found: own.filter(({ isHit }) => isHit).length };
    }),
    missed: wanted.filter(({ isHit }) => !isHit).map(({ id }) => id),
    falseAlarms: found.filter(({ isHit }) => !isHit).map(({ id }) => id),
  };
}

export function describeSecrets(title: string, score: SecretScore): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const lines = [
    `${title}: ${score.agree} of ${score.rows} agree; recall ${percent(score.recall)}, precision ${percent(score.precision)}`,
    `  ${score.kinds.map(({ kind, wanted, found }) => `${kind} ${found}/${wanted}`).join(", ")}`,
  ];
  if (score.missed.length > 0) lines.push(`  missed: ${score.missed.join(" ")}`);
  if (score.falseAlarms.length > 0) lines.push(`  false alarm: ${score.falseAlarms.join(" ")}`);
  return lines.join("\n");
}

/** The bars: recall of spans at least 97 % at a precision of at least 95 %, no kind below 90 %. */
export const meetsSecretBars = ({ recall, precision, kinds }: SecretScore): boolean =>
  recall >= 0.97 && precision >= 0.95 && kinds.every(({ wanted, found }) => found >= 0.9 * wanted);
