import { z } from "zod";

export const DIALOG_KINDS = ["error", "warning", "question", "information"] as const;
export const DialogKind = z.enum(DIALOG_KINDS);
export type DialogKind = z.infer<typeof DialogKind>;

/** What an application tells or asks beside the action that was made: the words as gate 8 let them through. */
export const Dialog = z.strictObject({
  kind: DialogKind,
  /** Null: it has none, or the caller may not read titles. */
  title: z.string().nullable(),
  /** What it says, line by line; empty where nothing but the title can be read. */
  text: z.string(),
  /** As they are labelled, in order. */
  buttons: z.array(z.string()),
});
export type Dialog = z.infer<typeof Dialog>;
