import { z } from "zod";

const Text = z.string().min(1).max(500);

/** Exact, a part, a beginning, or a pattern (ECMAScript with `u`, unanchored, at most 250 ms for one comparison). */
export const TextMatch = z.union(
  [Text, z.strictObject({ contains: Text }), z.strictObject({ startsWith: Text }), z.strictObject({ pattern: Text })],
  "a text, or one of contains, startsWith and pattern",
);
export type TextMatch = z.infer<typeof TextMatch>;

const INSIDE_MAX = 4;
const APP_MAX = 200;
/** An application by name, id, WM_CLASS or process id. */
export const AppName = z.string().min(1).max(APP_MAX);

const locatorFields = {
  /** Default: the application of the active window. */
  app: AppName.optional(),
  /** Title of the window. */
  window: TextMatch.optional(),
  /** As the text of an app state says it: `button`, `text field`, `row`. */
  role: z.string().min(1).max(100).optional(),
  /** Title of the element. */
  name: TextMatch.optional(),
  /** Title, value, or the text of anything below the element. */
  text: TextMatch.optional(),
  /** Title of something that takes input: what its label says. */
  label: TextMatch.optional(),
  /** What the program calls it. */
  id: Text.optional(),
  /** Of several matches this one, from 0 in document order; without it two matches are an error. */
  nth: z.number().int().min(0).max(10_000).optional(),
};

/** An element as a person would say it. All that is given has to hold. */
export interface Locator extends z.output<z.ZodObject<typeof locatorFields>> {
  /** The element is somewhere below the one that this finds. */
  inside?: Container | undefined;
}
export interface Container extends Omit<Locator, "app" | "window"> {}

const { app: _app, window: _window, ...containerFields } = locatorFields;

/** `{}` would find everything. */
function saysWhat(given: Readonly<Record<string, unknown>>): boolean {
  return ["role", "name", "text", "label", "id"].some((key) => given[key] !== undefined);
}
const what = "at least one of role, name, text, label and id";

/** A container can be inside another, so many times. */
function containerAt(depth: number): z.ZodType<Container> {
  const innermost = z.strictObject(containerFields).refine(saysWhat, what);
  if (depth === INSIDE_MAX) return innermost;
  return z.strictObject({ ...containerFields, inside: containerAt(depth + 1).optional() }).refine(saysWhat, what);
}

export const Locator: z.ZodType<Locator> = z
  .strictObject({ ...locatorFields, inside: containerAt(1).optional() })
  .refine(saysWhat, what);

const nth = locatorFields.nth;
const IMAGE_CHARACTERS_MAX = 400_000;

/** A part of the screen that looks like this picture; `threshold` is the correlation it needs. */
export const ImageAnchor = z.strictObject({
  image: z.strictObject({
    png: z.base64().min(1).max(IMAGE_CHARACTERS_MAX),
    threshold: z.number().min(0.5).max(1).default(0.9),
    nth,
  }),
});
export type ImageAnchor = z.infer<typeof ImageAnchor>;

/** Text that is read off the screen, for what has no accessibility tree. */
export const OcrAnchor = z.strictObject({ ocr: TextMatch, nth });
export type OcrAnchor = z.infer<typeof OcrAnchor>;

/** What an action or an expectation is about. */
export const Target = z.union([Locator, ImageAnchor, OcrAnchor]);
export type Target = z.infer<typeof Target>;

export const isLocator = (target: Target): target is Locator => !("image" in target) && !("ocr" in target);

export const ELEMENT_STATES = [
  "enabled",
  "disabled",
  "focused",
  "selected",
  "expanded",
  "collapsed",
  "on",
  "off",
  "mixed",
] as const;
export const ElementState = z.enum(ELEMENT_STATES);
export type ElementState = z.infer<typeof ElementState>;
