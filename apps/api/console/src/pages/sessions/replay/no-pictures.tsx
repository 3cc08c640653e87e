import type { EffectiveSettings, Session } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useResource } from "../../../client/use-resource.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";

/** Where no frame was recorded: which setting says so, and where it can be changed for sessions to come. */
export function NoPictures({ session }: { session: Session }) {
  const { data } = useResource<EffectiveSettings>("policies", "/v1/policies/effective", {
    query: { session: session.id },
  });
  const value = data?.settings.find(({ setting }) => setting === "recording.frames")?.inForce[0]?.value;
  return (
    <EmptyState title="No frame of this session is kept.">
      <p>
        {value === "none"
          ? "Policy says that nothing of the screen is recorded"
          : "Nothing of the screen was recorded, or the time for which recordings are kept is over"}
        {typeof value === "string" && (
          <>
            {" "}
            (<code>recording.frames</code> is <code>{value}</code>)
          </>
        )}
        . What was done is beside and below, step by step.
      </p>
      <p>
        <Link href="/policies">Policies</Link> say what later sessions keep.
      </p>
    </EmptyState>
  );
}
