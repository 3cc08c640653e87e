import type { EffectiveSettings, ViewClipboard } from "@deskfleet/contracts";
import { useResource } from "../client/use-resource.ts";

/** Which way texts may go between a person in control and the desktop. Unknown: as where policy says nothing; the worker decides anyway. */
export function useViewClipboard(sessionId: string, isEnabled: boolean): ViewClipboard {
  const { data } = useResource<EffectiveSettings>("policies", "/v1/policies/effective", {
    query: { session: sessionId },
    isEnabled,
  });
  const setting = data?.settings.find((each) => each.setting === "view.clipboard");
  return (setting?.inForce[0]?.value as ViewClipboard | undefined) ?? "to_desktop";
}
