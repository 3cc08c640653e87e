import type { KeptFrame } from "@deskfleet/store";
import { describe, expect, it } from "vitest";
import { byteRange } from "./byte-range.ts";
import { readVideo } from "./read-video.ts";
import { elementsOf, keptFrame, parseEbml, webpOf } from "./testing-frames.ts";
import { planVideo } from "./video-plan.ts";
import { vp8OfWebp } from "./vp8-of-webp.ts";

const [SEGMENT, DURATION, CUE_TIME, CUE_POSITION] = [0x18538067, 0x4489, 0xb3, 0xf1];
const [CLUSTER, TIMESTAMP, GROUP, BLOCK, BLOCK_DURATION, VOID] = [0x1f43b675, 0xe7, 0xa0, 0xa1, 0x9b, 0xec];

/** Each with a picture of its own, of the length that its row says. */
const picturesOf = (frames: readonly KeptFrame[]) =>
  new Map(frames.map(({ id, contentBytes }, index) => [id, webpOf(Buffer.alloc(contentBytes - 30, index))]));
async function fileOf(
  frames: readonly KeptFrame[],
  pictures = picturesOf(frames),
  part?: { start: number; end: number },
) {
  const plan = planVideo(frames)!;
  const chunks: Uint8Array[] = [];
  for await (const chunk of readVideo(plan, part ?? { start: 0, end: plan.totalBytes }, async () => pictures))
    chunks.push(chunk);
  return { plan, file: Buffer.concat(chunks) };
}
const numberIn = ({ content }: { content: Buffer }) => content.readUIntBE(0, content.length);
/** What is shown and when, in milliseconds; pictures by the byte that fills them. */
function shownIn(file: Buffer) {
  return elementsOf(CLUSTER, parseEbml(file)).flatMap((cluster) => {
    const clusterMs = numberIn(elementsOf(TIMESTAMP, [cluster])[0]!);
    const durations = elementsOf(BLOCK_DURATION, [cluster]).map(numberIn);
    return elementsOf(BLOCK, [cluster]).map(({ content }, index) => ({
      ms: clusterMs + content.readInt16BE(1),
      forMs: durations[index],
      picture: content.at(-1),
    }));
  });
}

describe("a video", () => {
  it("is not there without a picture", () => {
    expect(planVideo([])).toBeNull();
    expect(planVideo([keptFrame(0, { contentBytes: 0 }), keptFrame(1, { contentBytes: 20 })])).toBeNull();
  });

  it("shows every frame for as long as it was seen, a long pause for 3 seconds, the last one for 2", async () => {
    const frames = [0, 500, 500, 3_400, 60_000, 61_000].map((ms) => keptFrame(ms));
    const { file } = await fileOf(frames);
    expect(shownIn(file)).toEqual([
      { ms: 0, forMs: 500, picture: 0 },
      { ms: 500, forMs: 1, picture: 1 },
      { ms: 501, forMs: 2_900, picture: 2 },
      { ms: 3_401, forMs: 3_000, picture: 3 },
      { ms: 6_401, forMs: 1_000, picture: 4 },
      { ms: 7_401, forMs: 2_000, picture: 5 },
    ]);
    expect(elementsOf(DURATION, parseEbml(file))[0]!.content.readDoubleBE()).toBe(9_401);
  });

  it("says a frame's duration behind its block: there are readers that overlook it before", async () => {
    const groups = elementsOf(GROUP, parseEbml((await fileOf([keptFrame(0), keptFrame(500)])).file));
    expect(groups.map(({ children }) => children.map(({ id }) => id))).toEqual([
      [BLOCK, BLOCK_DURATION],
      [BLOCK, BLOCK_DURATION],
    ]);
  });

  it("never goes back in time, whatever the clock did", async () => {
    const { file } = await fileOf([keptFrame(5_000), keptFrame(0), keptFrame(100)]);
    expect(shownIn(file).map(({ ms }) => ms)).toEqual([0, 1, 101]);
  });

  it("leaves out frames of another size than the first, and what is no picture at all", async () => {
    const frames = [keptFrame(0), keptFrame(100, { width: 800 }), keptFrame(200, { contentBytes: 20 }), keptFrame(300)];
    const pictures = picturesOf([frames[0]!, frames[3]!]);
    expect(shownIn((await fileOf(frames, pictures)).file).map(({ ms }) => ms)).toEqual([0, 300]);
  });

  it.each([
    ["was removed meanwhile", undefined],
    ["is of another length than its row says", webpOf(Buffer.alloc(92))],
    ["is no WebP", Buffer.alloc(120)],
    ["is lossless", Buffer.from(webpOf(Buffer.alloc(90)).toString("latin1").replace("VP8 ", "VP8L"), "latin1")],
  ])("has a gap that players pass over where a picture %s", async (_name, content) => {
    const frames = [0, 500, 1_000].map((ms) => keptFrame(ms));
    const pictures = picturesOf(frames);
    if (content === undefined) pictures.delete(frames[1]!.id);
    else pictures.set(frames[1]!.id, content);
    const { file, plan } = await fileOf(frames, pictures);
    expect(file.length).toBe(plan.totalBytes);
    expect(shownIn(file).map(({ ms }) => ms)).toEqual([0, 1_000]);
    expect(elementsOf(VOID, elementsOf(CLUSTER, parseEbml(file))[0]!.children)).toHaveLength(1);
  });

  it("says at its front where each cluster is, and is as long as planned", async () => {
    const frames = Array.from({ length: 200 }, (_none, index) =>
      keptFrame(index * 700, { contentBytes: 60 + 2 * index }),
    );
    const { file, plan } = await fileOf(frames);
    expect(file.length).toBe(plan.totalBytes);
    const elements = parseEbml(file);
    const segment = elements.find(({ id }) => id === SEGMENT)!;
    const contentAt = file.length - segment.content.length;
    const clusters = elementsOf(CLUSTER, elements);
    expect(clusters.length).toBeGreaterThan(20);
    expect(elementsOf(CUE_POSITION, elements).map((cue) => contentAt + numberIn(cue))).toEqual(
      clusters.map(({ offset }) => offset),
    );
    expect(elementsOf(CUE_TIME, elements).map(numberIn)).toEqual(
      clusters.map((cluster) => numberIn(elementsOf(TIMESTAMP, [cluster])[0]!)),
    );
    expect(shownIn(file).map(({ ms }) => ms)).toEqual(frames.map((_frame, index) => index * 700));
    expect(elementsOf(CUE_POSITION, elements)[0]!.offset).toBeLessThan(clusters[0]!.offset);
  });

  it.each([90, 110, 114, 116, 120, 122, 126, 128, 16_364, 16_370, 16_376, 16_380, 16_384, 2_097_140, 2_097_150])(
    "is as long as planned with a picture of %i bytes",
    async (contentBytes) => {
      const frames = Array.from({ length: 3 }, (_none, index) =>
        keptFrame(index, { contentBytes: contentBytes + 30 + 2 * index }),
      );
      const { file, plan } = await fileOf(frames);
      expect(file.length).toBe(plan.totalBytes);
      expect(shownIn(file).map(({ picture }) => picture)).toEqual([0, 1, 2]);
    },
  );

  it("is read a few frames at a time, and a part of it without the rest", async () => {
    const frames = Array.from({ length: 100 }, (_none, index) => keptFrame(index));
    const pictures = picturesOf(frames);
    const { file, plan } = await fileOf(frames);
    const asked: number[] = [];
    const part = { start: plan.totalBytes - 150, end: plan.totalBytes - 10 };
    const chunks: Uint8Array[] = [];
    const read = async (ids: readonly string[]) => {
      asked.push(ids.length);
      return pictures;
    };
    for await (const chunk of readVideo(plan, part, read)) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(file.subarray(part.start, part.end));
    expect(asked).toEqual([4]);
    for (const [start, end] of [
      [0, 1],
      [0, 4_000],
      [700, 701],
      [3_000, 9_000],
      [1, plan.totalBytes],
    ] as const)
      expect((await fileOf(frames, pictures, { start, end })).file).toEqual(file.subarray(start, end));
  });

  it("has another digest when one of its frames is another, or shown at another time", () => {
    const frames = [keptFrame(0), keptFrame(500)];
    const digest = (changed: readonly KeptFrame[]) => planVideo(changed)!.digest;
    expect(digest([...frames])).toBe(digest(frames));
    const others = [
      [frames[0]!],
      [frames[0]!, { ...frames[1]!, id: keptFrame(0).id }],
      [frames[0]!, { ...frames[1]!, at: keptFrame(501).at }],
    ];
    expect(new Set([frames, ...others].map(digest)).size).toBe(4);
  });
});

describe("the picture in a WebP file", () => {
  const whole = webpOf(Buffer.alloc(90, 7));
  const changed = (offset: number, byte: number) => {
    const copy = Buffer.from(whole);
    copy[offset] = byte;
    return copy;
  };
  it.each([
    ["that ends early", whole.subarray(0, 60)],
    ["that goes on", Buffer.concat([whole, Buffer.alloc(2)])],
    ["of nothing", Buffer.alloc(0)],
    ["of another form", changed(8, 0x58)],
    ["with more than a picture", changed(15, 0x58)],
    ["that is no key frame", changed(20, 0x11)],
    ["without the start code", changed(24, 0x02)],
  ])("%s is none for a video", (_name, file) => {
    expect(vp8OfWebp(file)).toBeNull();
  });

  it("is all of its chunk", () => {
    expect(vp8OfWebp(whole)).toEqual(whole.subarray(20));
  });
});

describe("a range", () => {
  const file = { totalBytes: 1_000, etag: '"x"' };
  it.each([
    ["none", undefined],
    ["of another unit", "rows=0-1"],
    ["of several parts", "bytes=0-1,5-6"],
    ["without an end and a beginning", "bytes=-"],
    ["behind the end", "bytes=1000-"],
    ["backwards", "bytes=9-3"],
    ["of the last no bytes", "bytes=-0"],
    ["of letters", "bytes=a-b"],
  ])("%s is the whole", (_name, range) => {
    expect(byteRange(file, { range })).toBeNull();
  });

  it.each([
    ["bytes=0-0", 0, 1],
    ["bytes=10-", 10, 1_000],
    ["bytes=990-5000", 990, 1_000],
    ["bytes=-10", 990, 1_000],
    ["bytes=-5000", 0, 1_000],
  ])("%s is from %i up to %i", (range, start, end) => {
    expect(byteRange(file, { range })).toEqual({ start, end });
    expect(byteRange(file, { range, ifRange: '"x"' })).toEqual({ start, end });
    expect(byteRange(file, { range, ifRange: '"y"' })).toBeNull();
  });
});
