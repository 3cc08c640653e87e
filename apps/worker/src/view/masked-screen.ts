import { FleetError } from "@deskfleet/contracts";
import { mayNotRecord } from "../recording/may-not-record.ts";
import { readPicture } from "../recording/picture.ts";
import { recordFrame } from "../sessions/executor-control.ts";
import { FrameLedger } from "../sessions/frame-ledger.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { RgbScreen } from "./tight.ts";

/** As gate 8 fills what it masks. */
const FILL = 0x28;

/** What a session's screen shows to people where policy serves them frames: as gate 8 lets them through, else nothing but a fill. */
export class MaskedScreen {
  readonly #session: LiveSession;
  readonly #frames = new FrameLedger().of("viewer");
  #last: { readonly frameId: string; readonly screen: RgbScreen } | null = null;

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** @throws FleetError when the desktop does not answer */
  async look(): Promise<RgbScreen> {
    const known = this.#last;
    const recorded = await recordFrame(this.#session.desktop.executor, known?.frameId ?? null);
    if (mayNotRecord(this.#session, recorded.windows)) return this.#nothing();
    try {
      const picture = await readPicture(this.#session, recorded, this.#frames);
      if (picture === null) return known?.screen ?? this.#nothing();
      this.#last = { frameId: picture.frameId, screen: picture };
      return picture;
    } catch (error) {
      if (error instanceof FleetError && error.code === "content.withheld") return this.#nothing();
      throw error;
    }
  }

  #nothing(): RgbScreen {
    this.#last = null;
    const { width, height } = this.#session.screen;
    return { width, height, pixels: Buffer.alloc(width * height * 3, FILL) };
  }
}
