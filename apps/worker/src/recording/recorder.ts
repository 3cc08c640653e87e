import type { SessionFrame } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";
import { within } from "../within.ts";
import { Film, type Occasion, type Take } from "./film.ts";
import { LookSchedule } from "./look-schedule.ts";

/** Two looks a second at most. Programs have painted 60 ms after what was done to them, most often. */
const LOOK_TIMES = { settle: 150, interval: 500, patience: 500, again: [850, 2_000] } as const;
/** Milliseconds between the looks that actions with a place on the screen cause, and that such an action waits for its look. */
const AIM_INTERVAL_MS = 250;
const AIM_MS_MAX = 30;
/** Milliseconds that whoever asks a person waits for the picture that is shown to them. */
const ASK_MS_MAX = 500;
/** The same where its text has to be read first. */
const ASK_READ_MS_MAX = 5_000;
/** Looks whose text is not read yet. More are not taken, but for those that nothing makes up for. */
const UNKEPT_MAX = 6;
/** Milliseconds that a desktop is kept for its last picture, and that the session's end is held up for storing it. */
const LAST_LOOK_MS_MAX = 700;
const STORE_MS_MAX = 3_000;

type Cause = SessionFrame["cause"];
const LASTING: ReadonlySet<Cause> = new Set(["start", "approval", "end"]);

/**
 * Records what a session's screen showed, as far as policy wants it (film.ts), and hardly in the way of what is done there: actions
 * and input of people wish for a look (look-schedule.ts); the start, an ask and the end look at once, and so does an action that
 * aims at a place. Looks are taken one after another, and kept in the same order.
 * A failure is logged once in a session and changes nothing else: nothing here throws or rejects.
 */
export class Recorder {
  readonly #session: LiveSession;
  readonly #film: Film;
  readonly #schedule: LookSchedule;
  #looks: Promise<unknown> = Promise.resolve();
  #keeping: Promise<SessionFrame | null> = Promise.resolve(null);
  #unkept = 0;
  #lastActionId: string | null = null;
  #isLooking = false;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #isOver = false;
  #hasFailed = false;

  constructor(session: LiveSession) {
    this.#session = session;
    this.#film = new Film(session);
    this.#schedule = new LookSchedule({
      times: LOOK_TIMES,
      isBusy: () => session.running > 0,
      look: (cause) => void this.#look(cause),
    });
  }

  start(): void {
    void this.#look("start");
  }

  /**
   * The screen that an action with a place on it is about to meet: where a click went is seen on the frame before it. To be
   * called beside the writing of the intent; resolves once the picture is taken, or late, or at once where one has just been.
   */
  async aim(actionId: string): Promise<void> {
    if (this.#isLooking || performance.now() < this.#lookedMs + AIM_INTERVAL_MS) return;
    let onTaken = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    void this.#look("aim", onTaken, actionId);
    await within(taken, AIM_MS_MAX, undefined);
  }

  /** An action has ended, and its outcome is recorded. */
  acted(actionId: string): void {
    this.#lastActionId = actionId;
    this.#wish("action");
  }

  /** A person has typed or clicked. */
  touched(): void {
    this.#wish("human");
  }

  /** The frame of the screen as it is, for the person who is asked; null: none was kept, or not in time. */
  async ask(): Promise<SessionFrame | null> {
    const row = await within(this.#look("approval"), this.#film.isRead ? ASK_READ_MS_MAX : ASK_MS_MAX, null);
    return row?.status === "kept" ? row : null;
  }

  /** The last look. Resolves when the desktop is not needed any more; `stored` is to be waited for afterwards. */
  async end(): Promise<{ readonly stored: Promise<void> }> {
    this.#isOver = true;
    this.#schedule.stop();
    let onTaken = (): void => undefined;
    const taken = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    const ended = this.#look("end", onTaken).then(() => undefined);
    await within(taken, LAST_LOOK_MS_MAX, undefined);
    return { stored: within(ended, STORE_MS_MAX, undefined) };
  }

  #wish(cause: Cause): void {
    if (!this.#isOver && this.#film.isOn) this.#schedule.wish(cause);
  }

  /** After those that were begun before. `onTaken`: the desktop is not needed for it any more. */
  #look(
    cause: Cause,
    onTaken: () => void = () => undefined,
    actionId: string | null = null,
  ): Promise<SessionFrame | null> {
    const taken = this.#looks.then(() => this.#tryTake({ cause, actionId: actionId ?? this.#lastActionId }));
    void taken.then(onTaken);
    const kept = Promise.all([taken, this.#keeping]).then(([take]) => this.#tryKeep(take));
    // Reading takes seconds, and what happens meanwhile is to be seen too.
    const look = this.#film.isRead ? taken : kept;
    this.#isLooking = true;
    this.#looks = look;
    this.#keeping = kept;
    void look.then(() => {
      if (this.#looks === look) this.#isLooking = false;
    });
    return kept;
  }

  async #tryTake(occasion: Occasion): Promise<Take | null> {
    try {
      const { isAlive } = this.#session.desktop.executor;
      if (!this.#film.isOn || !isAlive || (this.#isOver && occasion.cause !== "end")) return null;
      if (this.#unkept >= UNKEPT_MAX && !LASTING.has(occasion.cause)) return null;
      this.#schedule.looked();
      this.#lookedMs = performance.now();
      const take = await this.#film.take(occasion);
      this.#unkept += 1;
      return take;
    } catch (error) {
      this.#report(error);
      return null;
    }
  }

  async #tryKeep(take: Take | null): Promise<SessionFrame | null> {
    if (take === null) return null;
    try {
      return await this.#film.keep(take);
    } catch (error) {
      this.#report(error);
      return null;
    } finally {
      this.#unkept -= 1;
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
