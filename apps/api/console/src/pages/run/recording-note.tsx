import type { EffectiveSettings } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useResource } from "../../client/use-resource.ts";
import { recordingText } from "./recording-text.ts";

/** What policy keeps of sessions, where a person would look for it. */
export function RecordingNote() {
  const { data } = useResource<EffectiveSettings>("policies", "/v1/policies/effective");
  const text = data && recordingText(data.settings);
  if (!text) return null;
  return (
    <span className="muted">
      {text} <Link href="/policies/layers">Policy</Link>
    </span>
  );
}
