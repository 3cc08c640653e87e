import type { SettingReport } from "@deskfleet/contracts";

/** `Masked pictures of the screen are kept, up to 256 MB a session, for 30 days.`; null where the answer does not say. */
export function recordingText(settings: readonly SettingReport[]): string | null {
  const inForce = (name: string) => settings.find(({ setting }) => setting === name)?.inForce[0]?.value;
  const days = inForce("recording.retentionDays");
  const bytes = inForce("recording.bytesMax");
  const until = typeof days === "number" ? `, for ${days} ${days === 1 ? "day" : "days"}` : "";
  switch (inForce("recording.frames")) {
    case "none":
      return "Policy keeps nothing of the screen.";
    case "hashes":
      return `Hashes of the screen are kept, no pictures${until}.`;
    case "masked": {
      const size = typeof bytes === "number" ? `, up to ${Math.round(bytes / 1_048_576)} MB a session` : "";
      return `Masked pictures of the screen are kept${size}${until}.`;
    }
    default:
      return null;
  }
}
