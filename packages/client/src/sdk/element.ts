import type { ActionResult, AppStateResult, ElementState, FoundElements, Target } from "@deskfleet/contracts";
import type { DesktopSession } from "./session.ts";

const WAIT_MS = 10_000;

/** Nothing matched in time; `found` has what came nearest, and a picture of the screen where the caller may see it. */
export class ElementNotFound extends Error {
  override readonly name = "ElementNotFound";
  readonly found: FoundElements;

  constructor(target: Target, found: FoundElements) {
    super(`nothing matches ${JSON.stringify(target)}; nearest: ${JSON.stringify(found.candidates)}`);
    this.found = found;
  }
}

/**
 * What a locator or an anchor will find, looked for anew by each call: strict, and waited for until it is there, visible, enabled and at
 * rest. Acting throws DeskfleetError: `action.failed`
 * says what was there instead; and ApprovalRequired.
 */
export class ElementHandle {
  readonly #session: DesktopSession;
  readonly #target: Target;

  constructor(session: DesktopSession, target: Target) {
    this.#session = session;
    this.#target = target;
  }

  click(options: { count?: number; button?: "left" | "right" | "middle" } = {}): Promise<ActionResult> {
    const { count = 1, button = "left" } = options;
    return this.#act("click", { click_count: count, mouse_button: button });
  }

  /** `on` and `off` for what is ticked; an option's text for a choice. Answers what it held before and holds now. */
  async setValue(value: string): Promise<Pick<AppStateResult, "before" | "after">> {
    const { before, after } = (await this.#act("set_value", { value })).result as AppStateResult;
    return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  }

  /** One of the element's Secondary Actions. */
  perform(action: string): Promise<ActionResult> {
    return this.#act("perform_secondary_action", { action });
  }

  scroll(direction: "up" | "down" | "left" | "right", pages = 1): Promise<ActionResult> {
    return this.#act("scroll", { direction, pages });
  }

  /** All that matches now, and when nothing does, what comes nearest. */
  find(): Promise<FoundElements> {
    return this.#session.find({ target: this.#target, timeoutMs: 0 });
  }

  /** Until something matches, in this state where one is given. Times in milliseconds. */
  async waitFor(options: { state?: ElementState; timeoutMs?: number } = {}): Promise<FoundElements> {
    const { timeoutMs = WAIT_MS, ...state } = options;
    const found = await this.#session.find({ target: this.#target, ...state, timeoutMs });
    if (found.matches.length > 0) return found;
    throw new ElementNotFound(this.#target, found);
  }

  #act(tool: string, params: Record<string, unknown>): Promise<ActionResult> {
    return this.#session.act(tool, { element: this.#target, ...params });
  }
}
