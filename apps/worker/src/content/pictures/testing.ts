import type { Word } from "@deskfleet/anchors";
import type { ContentPictures } from "@deskfleet/contracts";
import type { ContentRules } from "@deskfleet/gates";
import sharp from "sharp";
import type { GuardedSession } from "./screen-guard.ts";

export interface Line {
  readonly text: string;
  readonly x: number;
  /** Of its base line. */
  readonly y: number;
  readonly size?: number;
  readonly isMono?: boolean;
  readonly colour?: string;
}

/** Deterministic noise, rather dark. */
function noise(count: number): Buffer {
  const data = Buffer.alloc(count);
  let state = 7;
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    data[at] = 40 + ((state >> 16) % 40);
  }
  return data;
}

/** A drawn screen with lines of text, as a PNG. `background`: a colour, or "noise". */
export function drawScreen(
  { width, height }: { readonly width: number; readonly height: number },
  lines: readonly Line[],
  background = "#ffffff",
): Promise<Buffer> {
  const texts = lines.map(({ text, x, y, size = 15, isMono = false, colour = "#101010" }) => {
    const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const font = isMono ? "DejaVu Sans Mono" : "DejaVu Sans";
    return `<text x="${x}" y="${y}" xml:space="preserve" font-family="${font}" font-size="${size}" fill="${colour}">${safe}</text>`;
  });
  const isNoise = background === "noise";
  const ground = isNoise ? "" : `<rect width="100%" height="100%" fill="${background}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${texts.join("")}</svg>`;
  if (!isNoise) return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
  return sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

type ReadToMask = (job: { readonly image: Uint8Array; readonly scale: number }) => Promise<Word[]>;

/** What gate 8 on pictures needs of a session, beside a reader that is told what to say. */
export function guardedSession(options: {
  readonly screen: { readonly width: number; readonly height: number };
  readonly pictures?: ContentPictures;
  readonly rules?: ContentRules;
  readonly readToMask?: ReadToMask;
  readonly executor?: unknown;
}): { readonly session: GuardedSession; readonly warnings: unknown[]; use(rules: ContentRules): void } {
  const { screen, pictures = "fields", executor = null } = options;
  const warnings: unknown[] = [];
  const content = { rules: options.rules ?? {} };
  const log = { warn: (facts: unknown) => warnings.push(facts) };
  const readToMask = options.readToMask ?? (() => Promise.reject(new Error("there is no reader here")));
  const session = {
    ...{ id: "session", screen, content, desktop: { executor } },
    policy: { contentPictures: { value: pictures } },
    services: { anchors: { readToMask }, log },
  };
  return {
    session: session as unknown as GuardedSession,
    warnings,
    use: (rules) => {
      content.rules = rules;
    },
  };
}
