import type { SessionFrame } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";
import { Film } from "./film.ts";
import { within } from "./within.ts";

/** Milliseconds. */
const TIMES = {
  /** From what happened to the look at it: programs have painted by then. */
  settle: 150,
  /** Between two looks that actions or people cause: two a second. */
  interval: 500,
  /** A look lets actions go first for so long. */
  patience: 1_000,
  /** Whoever asks a person waits so long for the picture that is shown to them. */
  ask: 500,
  /** A desktop is kept for its last picture so long, and the session's end is held up for storing it so long. */
  end: 700,
  write: 3_000,
};
export type RecorderTimes = typeof TIMES;

type Cause = SessionFrame["cause"];

/**
 * Records what a session's screen showed, as far as policy wants it (film.ts), and never in the way of what is done there:
 *
 * actions and input of people wish for a look. It comes when they have settled and none is under way, at most two in a second, and
 * one that is overdue comes anyway. The start, an ask and the end look at once. Looks come one after another. A failure is
 * logged once in a session and changes nothing else: nothing here throws or rejects.
 */
export class Recorder {
  readonly #session: LiveSession;
  readonly #film: Film;
  readonly #times: RecorderTimes;
  #wish: { readonly cause: Cause; readonly sinceMs: number } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looks: Promise<SessionFrame | null> = Promise.resolve(null);
  #lookedMs = Number.NEGATIVE_INFINITY;
  #lastActionId: string | null = null;
  #isOver = false;
  #hasFailed = false;

  constructor(session: LiveSession, times: Partial<RecorderTimes> = {}) {
    this.#session = session;
    this.#film = new Film(session);
    this.#times = { ...TIMES, ...times };
  }

  start(): void {
    void this.#look("start");
  }

  /** An action has ended, and its outcome is recorded. */
  acted(actionId: string): void {
    this.#lastActionId = actionId;
    this.#wishFor("action");
  }

  /** A person has typed or clicked. */
  touched(): void {
    this.#wishFor("human");
  }

  /** The frame of the screen as it is, for the person who is asked; null: none was kept, or not in time. */
  async ask(): Promise<SessionFrame | null> {
    const row = await within(this.#look("approval"), this.#times.ask, null);
    return row?.status === "kept" ? row : null;
  }

  /** The last look. Resolves when the desktop is not needed any more; `stored` is to be waited for afterwards. */
  async end(): Promise<{ readonly stored: Promise<void> }> {
    if (this.#isOver) return { stored: Promise.resolve() };
    this.#isOver = true;
    clearTimeout(this.#timer);
    let onTaken = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    const ended = this.#look("end", onTaken).then(() => undefined);
    await within(taken, this.#times.end, undefined);
    return { stored: within(ended, this.#times.write, undefined) };
  }

  #wishFor(cause: Cause): void {
    if (this.#isOver || !this.#film.isOn) return;
    this.#wish = { cause, sinceMs: this.#wish?.sinceMs ?? performance.now() };
    this.#arm();
  }

  #arm(): void {
    if (this.#wish === null) return;
    const now = performance.now();
    const { settle, interval, patience } = this.#times;
    const settledMs = Math.min(now + settle, this.#wish.sinceMs + patience);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fulfil(), Math.max(settledMs, this.#lookedMs + interval) - now);
    this.#timer.unref();
  }

  #fulfil(): void {
    if (this.#wish === null) return;
    const { cause, sinceMs } = this.#wish;
    const isOverdue = performance.now() >= sinceMs + this.#times.patience;
    if (this.#session.running > 0 && !isOverdue) {
      this.#arm();
      return;
    }
    this.#wish = null;
    void this.#look(cause);
  }

  /** After those that were begun before. */
  #look(cause: Cause, onTaken: () => void = () => undefined): Promise<SessionFrame | null> {
    this.#looks = this.#looks.then(() => this.#tryLook(cause, onTaken));
    return this.#looks;
  }

  async #tryLook(cause: Cause, onTaken: () => void): Promise<SessionFrame | null> {
    try {
      const { isAlive } = this.#session.desktop.executor;
      if (!this.#film.isOn || !isAlive || (this.#isOver && cause !== "end")) return null;
      this.#lookedMs = performance.now();
      return await this.#film.look({ cause, actionId: this.#lastActionId }, onTaken);
    } catch (error) {
      this.#report(error);
      return null;
    } finally {
      onTaken();
    }
  }

  #report(error: unknown): void {
    // A desktop that is gone has nothing to show, and its loss is told elsewhere.
    if (this.#hasFailed || !this.#session.desktop.executor.isAlive) return;
    this.#hasFailed = true;
    const { id: sessionId, services } = this.#session;
    services.log.warn(
      { sessionId, err: error },
      "a frame could not be recorded; further ones are tried without a word",
    );
  }
}
