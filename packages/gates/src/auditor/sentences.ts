import type { Sentence } from "./scan.ts";

/** Two sentences as one. */
export function join(left: Sentence, right: Sentence): Sentence {
  const shift = left.text.length;
  return {
    text: left.text + right.text,
    concepts: new Set([...left.concepts, ...right.concepts]),
    wordCount: left.wordCount + right.wordCount,
    marks: [
      ...left.marks,
      ...right.marks.map((mark) => ({ ...mark, start: mark.start + shift, end: mark.end + shift })),
    ],
  };
}
