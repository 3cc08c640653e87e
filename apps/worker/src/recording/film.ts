import type { SessionFrame } from "@deskfleet/contracts";
import type { NewSessionFrame } from "@deskfleet/store";
import { recordFrame } from "../sessions/executor-control.ts";
import { FrameLedger } from "../sessions/frame-ledger.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import { mayNotRecord } from "./may-not-record.ts";
import { encodePicture, type Picture, readPicture } from "./picture.ts";

export type Occasion = Pick<SessionFrame, "cause" | "actionId">;

/**
 * The frames of one session as they are stored: what policy keeps of a look, and whether it is anything new. One look at a time;
 * recorder.ts sees to that, and to when.
 */
export class Film {
  readonly #session: LiveSession;
  /** Of its own: what the recorder saw says nothing about the pixels that callers mean. */
  readonly #frames = new FrameLedger().of("recorder");
  /** What the last row shows, with the executor's name for it; null: nothing yet, or the last one was withheld. */
  #last: { readonly row: SessionFrame; readonly frameId: string } | null = null;
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

  /**
   * Looks at the screen and stores a row if it shows something new; resolves to the row that shows the screen as it is now, null
   * where it is withheld. `onTaken`: the picture is there, the desktop is not needed any more.
   * @throws FleetError whatever kept it from being taken or stored
   */
  async look(occasion: Occasion, onTaken: () => void): Promise<SessionFrame | null> {
    const { desktop, services } = this.#session;
    const atMs = services.now();
    const known = this.#last?.row.status === this.#wanted ? this.#last : null;
    const recorded = await recordFrame(desktop.executor, known?.frameId ?? null);
    onTaken();
    if (!this.isOn) return null;
    const at = new Date(atMs).toISOString();
    if (mayNotRecord(this.#session, recorded.windows)) return this.#withhold({ ...occasion, at });
    const picture = await readPicture(this.#session, recorded, this.#frames);
    if (known !== null && (picture === null || picture.sha256 === known.row.sha256)) {
      this.#last = { row: known.row, frameId: recorded.frame.frameId };
      return known.row;
    }
    return picture === null ? null : this.#keep({ ...occasion, at }, picture);
  }

  /** What a picture would be stored as by the policy of now. */
  get #wanted(): "kept" | "hash" {
    const { recordedFrames, recordingBytesMax } = this.#session.policy;
    return recordedFrames.value === "masked" && recordingBytesMax.value > this.#fullAtBytes ? "kept" : "hash";
  }

  async #keep(facts: Occasion & Pick<SessionFrame, "at">, picture: Picture): Promise<SessionFrame> {
    const content = await this.#contentOf(picture);
    const { width, height, sha256, masked, frameId } = picture;
    const status = content === null ? "hash" : "kept";
    const row = await this.#store({ ...facts, status, width, height, sha256, masked, content });
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
  async #withhold(facts: Occasion & Pick<SessionFrame, "at">): Promise<null> {
    if (this.#isWithheld) return null;
    const { width, height } = this.#session.screen;
    await this.#store({ ...facts, status: "withheld", width, height, sha256: null, masked: [], content: null });
    this.#last = null;
    this.#isWithheld = true;
    return null;
  }

  #store(frame: Omit<NewSessionFrame, "id" | "tenantId" | "sessionId">): Promise<SessionFrame> {
    const { id: sessionId, tenantId, services } = this.#session;
    return services.records.insertFrame({ ...frame, id: services.newId(), tenantId, sessionId });
  }
}
