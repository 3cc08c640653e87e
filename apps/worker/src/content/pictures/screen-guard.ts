import type { Area, GreyFrame } from "@deskfleet/anchors";
import type { ContentPictures, FrameInfo, RpcFrame } from "@deskfleet/contracts";
import { fillRectangles, rectanglesInFrame } from "@deskfleet/desktop";
import type { ContentRules } from "@deskfleet/gates";
import { greyOf } from "../../anchors/pictures.ts";
import { readTextExtents, readVisibleTexts } from "../../sessions/executor-control.ts";
import type { LiveSession } from "../../sessions/live-session.ts";
import { within } from "../../within.ts";
import { meet } from "./changed-parts.ts";
import { type ReadScreen, ScreenWords } from "./screen-words.ts";
import { type Mask, secretsOfWords } from "./secrets-of-words.ts";
import { secretsOfTexts } from "./shown-texts.ts";
import { decodeScreen, makeFrame, type WholeScreen } from "./whole-screen.ts";

export type GuardedSession = Pick<LiveSession, "id" | "screen" | "policy" | "content" | "services" | "desktop">;

/** Milliseconds that a frame is held for its reading. A whole screen takes up to four seconds on a machine that is not busy. */
const HOLD_MS_MAX = 15_000;
/** Milliseconds that a frame waits for what applications say that they show. It is surer than what is read, and not needed. */
const TEXTS_MS_MAX = 2_000;
/** What stands in it was not read yet, or could not be. */
export const UNREAD = "unread";

/** Gate 8 on what can be read on one session's screen. */
class ScreenGuard {
  readonly #words: ScreenWords;
  /** The rules that a frame was masked by. */
  readonly #rulesOf = new WeakMap<FrameInfo, ContentRules>();
  #found: { readonly words: ReadScreen["words"]; readonly rules: ContentRules; readonly masks: Mask[] } | null = null;
  #shown: { readonly frame: GreyFrame; readonly rules: ContentRules; readonly masks: Promise<Mask[] | null> } | null =
    null;
  readonly #fault: (error: unknown) => void;

  constructor({ id, services: { anchors, log } }: GuardedSession) {
    let hasFailed = false;
    this.#fault = (error) => {
      if (!hasFailed) log.warn({ sessionId: id, err: error }, "text on a screen could not be read");
      hasFailed = true;
    };
    this.#words = new ScreenWords(anchors, this.#fault);
  }

  /**
   * The frame with everything filled that must not be shown, and everything that was not read.
   * @throws FleetError `content.withheld`: what came is no picture of the whole screen
   */
  async mask(
    session: GuardedSession,
    raw: RpcFrame,
    payload: Buffer,
    mode: Exclude<ContentPictures, "fields">,
  ): Promise<{ readonly payload: Buffer; readonly masked: FrameInfo["masked"]; readonly rules: ContentRules | null }> {
    const { screen } = session;
    const { whole, grey } = await decoded(session, raw, payload);
    // Asked now, so that it is there when the rest was read.
    void this.#shownSecrets(session, grey);
    const read = mode === "hold" ? await this.#words.read(grey, HOLD_MS_MAX) : this.#words.known(grey);
    if (mode === "fill" && read.unread.length > 0) this.#words.readLater(grey);
    const { shown, rules } = await this.#shownByRules(session, grey);
    const masks = [
      ...raw.secureRegions,
      ...(shown ?? []),
      ...this.#secrets(read.words, rules),
      ...read.unread.map((part) => ({ kind: UNREAD, ...part })),
    ];
    return { ...(await makeFrame(whole, masks, raw, screen)), rules: shown === null ? null : rules };
  }

  /**
   * A part of the screen as a frame would show it but for what is read on it, from its corner; and its words, where all of them are known
   * already (null: not all are). @throws FleetError `content.withheld`: what came is no picture of the whole screen
   */
  async partOf(
    session: GuardedSession,
    raw: RpcFrame,
    payload: Buffer,
    area: Area,
  ): Promise<{ readonly part: GreyFrame; readonly words: ReadScreen["words"] | null }> {
    const { grey } = await decoded(session, raw, payload);
    const { words, unread } = this.#words.known(grey);
    const isKnown = !unread.some((one) => meet(one, area));
    const inside = words.filter((word) => meet(word, area));
    const { x, y, width, height } = area;
    const rows = Array.from({ length: height }, (_, row) => {
      const start = (y + row) * grey.width + x;
      return grey.data.subarray(start, start + width);
    });
    return {
      part: { width, height, data: Buffer.concat(rows) },
      words: isKnown ? inside.map((word) => ({ ...word, x: word.x - x, y: word.y - y })) : null,
    };
  }

  /** To be told of each frame that is answered. `rules`: those that all of it was masked by; null: not all of it was. */
  delivered(frame: FrameInfo, rules: ContentRules | null): void {
    if (rules !== null) this.#rulesOf.set(frame, rules);
  }

  /** Whether a frame that a caller has shows all that it may, and no more, by the rules of now. */
  isCurrent(frame: FrameInfo, rules: ContentRules): boolean {
    return this.#rulesOf.get(frame) === rules && frame.masked.every(({ kind }) => kind !== UNREAD);
  }

  /** By the rules that still hold when the answer is there. */
  async #shownByRules(
    session: GuardedSession,
    grey: GreyFrame,
  ): Promise<{ readonly shown: Mask[] | null; readonly rules: ContentRules }> {
    for (;;) {
      const { rules } = session.content;
      const shown = await within(this.#shownSecrets(session, grey), TEXTS_MS_MAX, null);
      if (session.content.rules === rules) return { shown, rules };
    }
  }

  /** Of the same screen they are asked once. Null: they could not be read. Never rejects. */
  #shownSecrets({ desktop, content: { rules } }: GuardedSession, frame: GreyFrame): Promise<Mask[] | null> {
    const last = this.#shown;
    if (last?.rules === rules && last.frame.data.equals(frame.data)) return last.masks;
    const asked = readVisibleTexts(desktop.executor).then(({ texts }) =>
      secretsOfTexts((ranges) => readTextExtents(desktop.executor, ranges), texts, rules),
    );
    const masks: Promise<Mask[] | null> = asked.catch((error: unknown) => {
      this.#fault(error);
      if (this.#shown?.masks === masks) this.#shown = null;
      return null;
    });
    this.#shown = { frame, rules, masks };
    return masks;
  }

  #secrets(words: ReadScreen["words"], rules: ContentRules): Mask[] {
    if (this.#found?.words !== words || this.#found.rules !== rules)
      this.#found = { words, rules, masks: secretsOfWords(words, rules) };
    return this.#found.masks;
  }
}

/** With secure regions filled, before anything else looks. */
async function decoded(
  { screen }: GuardedSession,
  raw: RpcFrame,
  payload: Buffer,
): Promise<{ readonly whole: WholeScreen; readonly grey: GreyFrame }> {
  const whole = await decodeScreen(payload, raw, screen);
  fillRectangles(whole.picture, rectanglesInFrame(raw.secureRegions, { ...screen, region: { x: 0, y: 0, ...screen } }));
  return { whole, grey: await greyOf(whole.picture) };
}

const guards = new WeakMap<object, ScreenGuard>();

/** What was read of a session's screen serves all its frames, whoever asks for them. */
export function guardOf(session: GuardedSession): ScreenGuard {
  const guard = guards.get(session) ?? new ScreenGuard(session);
  guards.set(session, guard);
  return guard;
}
