import type { Artifact, SessionFrame } from "@deskfleet/contracts";

/** One look at the screen as the replay shows it: a frame of the recording, or one that a task has kept. */
export interface Picture {
  readonly id: string;
  readonly atMs: number;
  readonly status: SessionFrame["status"];
  readonly cause: SessionFrame["cause"] | "task";
  readonly actionId: string | null;
  /** Of the API; null: there is no picture, only that the screen changed, or that it was withheld. */
  readonly path: string | null;
  /** Pixels; 0: known once the picture is loaded. */
  readonly width: number;
  readonly height: number;
  readonly masked: SessionFrame["masked"];
}

const fromFrame = ({ id, sessionId, at, status, cause, actionId, width, height, masked }: SessionFrame): Picture => ({
  ...{ id, atMs: Date.parse(at), status, cause, actionId, width, height, masked },
  path: status === "kept" ? `/v1/sessions/${sessionId}/frames/${id}` : null,
});

const fromArtifact = ({ id, createdAt }: Artifact): Picture => ({
  ...{
    id,
    atMs: Date.parse(createdAt),
    status: "kept",
    cause: "task",
    actionId: null,
    width: 0,
    height: 0,
    masked: [],
  },
  path: `/v1/artifacts/${id}`,
});

const inOrder = (a: Picture, b: Picture) => a.atMs - b.atMs;

/** The recording, oldest first; where none was made, the frames that the session's task has kept. */
export function picturesOf(
  frames: readonly SessionFrame[],
  artifacts: readonly Artifact[],
  sessionId: string,
): Picture[] {
  if (frames.length > 0) return frames.map(fromFrame).toSorted(inOrder);
  return artifacts
    .filter(({ contentType, sessionId: of }) => contentType.startsWith("image/") && (of === null || of === sessionId))
    .map(fromArtifact)
    .toSorted(inOrder);
}

/** Index of the newest look that is not younger; -1: there is none. `pictures` are in order of time. */
export function lookAt(pictures: readonly Picture[], atMs: number): number {
  let [first, end] = [0, pictures.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((pictures[middle]?.atMs ?? 0) <= atMs) first = middle + 1;
    else end = middle;
  }
  return first - 1;
}
