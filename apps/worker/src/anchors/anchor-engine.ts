import type { FoundImages, Picture, Word } from "@deskfleet/anchors";
import type { Logger } from "../log.ts";
import { Thread } from "./thread.ts";

export interface ImageJob {
  readonly frame: Picture;
  readonly picture: Picture;
  readonly threshold: number;
}

export interface ReadingJob {
  /** A file that Tesseract reads: grey levels, enlarged `scale` times. */
  readonly image: Uint8Array;
  readonly scale: number;
}

/** What a worker searches screens with. Both throw as `Thread.run`; both are started by the first search that needs them. */
export interface AnchorEngine {
  findImage(job: ImageJob): Promise<FoundImages>;
  /** The words, in pixels before the enlargement. */
  read(job: ReadingJob): Promise<Word[]>;
  /** The same for gate 8, by a thread of its own: what leaves a desktop does not wait for searches, nor they for it. */
  readToMask(job: ReadingJob): Promise<Word[]>;
  /** The same for the auditor, which an action waits for: neither a search nor a whole screen that is read comes before it. */
  readToAudit(job: ReadingJob): Promise<Word[]>;
  /** Ends the threads. Idempotent. */
  close(): Promise<void>;
}

/** The largest picture takes a second, the start of the thread half of one: twenty times that, for busy machines. */
const FIND_MS_MAX = 30_000;
/** A full screen takes up to four seconds, the start one more. */
const READ_MS_MAX = 60_000;
/** Nobody waits for it so long (pictures/picture-guard.ts), but what it read serves the next frame. */
const MASK_MS_MAX = 60_000;
/** An action waits for seconds (auditor/screen), but what was read serves the next one. */
const AUDIT_MS_MAX = 30_000;
const FINDER_IDLE_MS = 60_000;
/** The reader holds a quarter of a gigabyte and a second of start. */
const READER_IDLE_MS = 5 * 60_000;

export function createAnchorEngine(log: Logger): AnchorEngine {
  const finder = new Thread<ImageJob, FoundImages>({
    ...{ entry: "finder-thread", log, jobMsMax: FIND_MS_MAX, idleMs: FINDER_IDLE_MS },
  });
  const reader = new Thread<ReadingJob, Word[]>({
    ...{ entry: "reader-thread", log, jobMsMax: READ_MS_MAX, idleMs: READER_IDLE_MS },
  });
  const maskReader = new Thread<ReadingJob, Word[]>({
    ...{ entry: "reader-thread", log, jobMsMax: MASK_MS_MAX, idleMs: READER_IDLE_MS },
  });
  const auditReader = new Thread<ReadingJob, Word[]>({
    ...{ entry: "reader-thread", log, jobMsMax: AUDIT_MS_MAX, idleMs: READER_IDLE_MS },
  });
  return {
    findImage: (job) => finder.run(job),
    read: (job) => reader.run(job),
    readToMask: (job) => maskReader.run(job),
    readToAudit: (job) => auditReader.run(job),
    close: async () => {
      await Promise.all([finder.close(), reader.close(), maskReader.close(), auditReader.close()]);
    },
  };
}
