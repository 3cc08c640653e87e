import type { SettingReport } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { recordingText } from "./recording-text.ts";

const settings = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) => {
    return { setting: `recording.${name}`, inForce: [{ layer: "default", version: "default", value }] };
  }) as unknown as SettingReport[];

it.each([
  [{ frames: "none", retentionDays: 30 }, "Policy keeps nothing of the screen."],
  [{ frames: "hashes", retentionDays: 1 }, "Hashes of the screen are kept, no pictures, for 1 day."],
  [
    { frames: "masked", bytesMax: 268_435_456, retentionDays: 30 },
    "Masked pictures of the screen are kept, up to 256 MB a session, for 30 days.",
  ],
  [{}, null],
])("says what is recorded: %#", (values, text) => {
  expect(recordingText(settings(values))).toBe(text);
});
