import type { EffectivePolicy, JsonObject, ToolDefinition } from "@deskfleet/contracts";
import {
  type ContentRules,
  redactAlike,
  redactParams,
  redactText,
  type SecretKind,
  secretsToMask,
} from "@deskfleet/gates";
import { mapTexts, textsOf } from "./texts-of.ts";

/** Secrets that are remembered of a session: what it typed last is what its screen shows. */
const VALUES_MAX = 64;
/** Shorter ones stand in too many other texts. */
const VALUE_CHARACTERS_MIN = 4;
const FOUND_CHARACTERS_MIN = 6;
/** Could be an ordinary one after all, and stands in ordinary texts. */
const WORD = /^\p{L}+$/u;
const REMEMBERED: ReadonlySet<SecretKind> = new Set(["password", "api_key", "token", "card", "iban", "national_id"]);

/** Gate 8 on the texts of one session: by its policy as it is now, and by the secrets that were typed in it. Nothing here is logged or stored. */
export class ContentFilter {
  readonly #policy: () => EffectivePolicy;
  readonly #values = new Set<string>();
  #built: { readonly policy: EffectivePolicy; readonly rules: ContentRules } | null = null;

  constructor(policy: () => EffectivePolicy) {
    this.#policy = policy;
  }

  /** A new object only when something changed: what was found by the same rules can be kept by them. */
  get rules(): ContentRules {
    const policy = this.#policy();
    if (this.#built?.policy !== policy)
      this.#built = {
        policy,
        rules: {
          keywords: policy.keywords.map(({ value }) => value),
          kinds: policy.maskedKinds.map(({ value }) => value),
          values: [...this.#values],
        },
      };
    return this.#built.rules;
  }

  /** A value that was typed as a secret: masked from now on wherever it is shown. */
  remember(value: string): void {
    if ([...value].length < VALUE_CHARACTERS_MIN) return;
    this.#values.delete(value);
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > VALUES_MAX && oldest !== undefined) this.#values.delete(oldest);
    this.#built = null;
  }

  /** What the detector finds in a text that is typed. Codes for once and short words would be masked in too much else. */
  rememberFound(text: string): void {
    for (const { start, end, kind } of secretsToMask(text, this.rules)) {
      const value = text.slice(start, end);
      if (REMEMBERED.has(kind) && value.length >= FOUND_CHARACTERS_MIN && !WORD.test(value)) this.remember(value);
    }
  }

  redact(text: string): { readonly text: string; readonly kinds: string[] } {
    return redactText(text, undefined, this.rules);
  }

  /** Texts that tell of the same thing: what one gives away is masked in all. */
  redactAlike(texts: readonly string[]): { readonly texts: string[]; readonly kinds: string[] } {
    return redactAlike(texts, this.rules);
  }

  /** A value whose texts, at any depth, tell of the same thing. The value itself where there is nothing to mask. */
  redactValue<T>(value: T): { readonly value: T; readonly kinds: string[] } {
    const texts = textsOf(value);
    if (texts.length === 0) return { value, kinds: [] };
    const clean = this.redactAlike(texts);
    if (clean.kinds.length === 0) return { value, kinds: [] };
    const masked = new Map(texts.map((text, index) => [text, clean.texts[index] ?? ""]));
    return { value: mapTexts(value, (text) => masked.get(text) ?? text) as T, kinds: clean.kinds };
  }

  /** Parameters as they may be recorded. */
  redactParams(tool: ToolDefinition, params: Readonly<Record<string, unknown>>): JsonObject {
    return redactParams(tool, params, this.rules);
  }
}
