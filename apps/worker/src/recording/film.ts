import type { SessionFrame } from "@deskfleet/contracts";
import type { NewSessionFrame } from "@deskfleet/store";
import { UNREAD } from "../content/pictures/screen-guard.ts";
import { recordFrame } from "../sessions/executor-control.ts";
import { FrameLedger } from "../sessions/frame-ledger.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { mayNotRecord } from "./may-not-record.ts";
import { encodePicture, type Picture, readPicture } from "./picture.ts";

export type Occasion = Pick<SessionFrame, "cause" | "actionId">;
type TakenAt = Occasion & Pick<SessionFrame, "at">;
/** The last row, with the executor's name for what it shows. */
interface Shown {
  readonly row: SessionFrame;
  readonly frameId: string;
}

/** A look that was taken and is not kept yet. `recorded` is null where a window on the screen may not be recorded. */
export interface Take {
  readonly occasion: TakenAt;
  /** What the desktop was told that is known. */
  readonly known: Shown | null;
  readonly recorded: Awaited<ReturnType<typeof recordFrame>> | null;
}

/**
 * The frames of one session as they are stored: what policy keeps of a look, and whether it is anything new. One look is taken and
 * one is kept at a time; recorder.ts sees to that, and to when.
 */
export class Film {
  readonly #session: LiveSession;
  /** Of its own: what the recorder saw says nothing about the pixels that callers mean. */
  readonly #frames = new FrameLedger().of("recorder");
  /** Null: nothing yet, or the last one was withheld. */
  #last: Shown | null = null;
  /** Looks that are not kept yet. */
  #taken = 0;
  #isWithheld = false;
  #keptBytes = 0;
  /** The limit that a picture did not fit into any more; a policy that allows more makes room again. */
  #fullAtBytes = -1;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  get isOn(): boolean {
    return this.#session.policy.recordedFrames.value !== "none";
  }

  /** Whether a look is kept only after its text was read, which takes seconds. */
  get isRead(): boolean {
    return this.#session.policy.contentPictures.value !== "fields";
  }

  /**
   * Looks at the screen. What it returns is to be kept, in the order in which it was taken.
   * @throws FleetError when the desktop does not show it
   */
  async take(occasion: Occasion): Promise<Take> {
    const { desktop, services } = this.#session;
    const at = new Date(services.now()).toISOString();
    // Only what is known to be the last row can be named as what the screen may still show.
    const known = this.#isLatestKnown ? this.#last : null;
    this.#taken += 1;
    const recorded = await recordFrame(desktop.executor, known?.frameId ?? null).catch((error: unknown) => {
      this.#taken -= 1;
      throw error;
    });
    const isWithheld = mayNotRecord(this.#session, recorded.windows);
    return { occasion: { ...occasion, at }, known, recorded: isWithheld ? null : recorded };
  }

  /**
   * Stores a row of a look if it shows something new; resolves to the row that shows the screen as it was then, null where it is
   * withheld.
   * @throws FleetError whatever kept it from being masked or stored
   */
  async keep({ occasion, known, recorded }: Take): Promise<SessionFrame | null> {
    try {
      if (!this.isOn) return null;
      if (recorded === null) return await this.#withhold(occasion);
      const picture = await readPicture(this.#session, recorded, this.#frames);
      const last = known ?? (this.#last?.row.status === this.#wanted ? this.#last : null);
      if (last !== null && (picture === null || picture.sha256 === last.row.sha256)) {
        this.#last = { row: last.row, frameId: recorded.frame.frameId };
        return last.row;
      }
      return picture === null ? null : await this.#store(occasion, picture);
    } finally {
      this.#taken -= 1;
    }
  }

  get #isLatestKnown(): boolean {
    if (this.#last === null || this.#taken > 0 || this.#last.row.status !== this.#wanted) return false;
    return this.#last.row.masked.every(({ kind }) => kind !== UNREAD);
  }

  /** What a picture would be stored as by the policy of now. */
  get #wanted(): "kept" | "hash" {
    const { recordedFrames, recordingBytesMax } = this.#session.policy;
    return recordedFrames.value === "masked" && recordingBytesMax.value > this.#fullAtBytes ? "kept" : "hash";
  }

  async #store(facts: TakenAt, picture: Picture): Promise<SessionFrame> {
    const content = await this.#contentOf(picture);
    const { width, height, sha256, masked, frameId } = picture;
    const status = content === null ? "hash" : "kept";
    const row = await this.#insert({ ...facts, status, width, height, sha256, masked, content });
    this.#keptBytes += row.contentBytes;
    this.#last = { row, frameId };
    this.#isWithheld = false;
    return row;
  }

  async #contentOf(picture: Picture): Promise<Buffer | null> {
    if (this.#wanted !== "kept") return null;
    const bytesMax = this.#session.policy.recordingBytesMax.value;
    const content = await encodePicture(picture);
    if (this.#keptBytes + content.length <= bytesMax) return content;
    this.#fullAtBytes = bytesMax;
    return null;
  }

  /** Nothing is known of it but that there was something, once. */
  async #withhold(facts: TakenAt): Promise<null> {
    if (this.#isWithheld) return null;
    const { width, height } = this.#session.screen;
    await this.#insert({ ...facts, status: "withheld", width, height, sha256: null, masked: [], content: null });
    this.#last = null;
    this.#isWithheld = true;
    return null;
  }

  #insert(frame: Omit<NewSessionFrame, "id" | "tenantId" | "sessionId">): Promise<SessionFrame> {
    const { id: sessionId, tenantId, services } = this.#session;
    return services.records.insertFrame({ ...frame, id: services.newId(), tenantId, sessionId });
  }
}
