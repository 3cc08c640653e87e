import type { Approval, SessionFrame } from "@deskfleet/contracts";
import { urlOf } from "../../client/http.ts";
import { useAllPages } from "../../client/use-all-pages.ts";
import { StillFrame } from "../../desktop/still-frame.tsx";
import { toneOf } from "../../ui/state-badge.tsx";
import { At } from "../../ui/time.tsx";

/** Of a long session the frame of an ask is one of many; what it masks is filled in the picture anyway. */
const FRAMES_READ_MAX = 2_000;

/** The screen as it was when it was asked, with the place that the action goes to and what was masked. */
export function AskedScreen({ approval }: { approval: Approval }) {
  const { frame, sessionId, tool, createdAt } = approval;
  const frames = useAllPages<SessionFrame>("sessions", `/v1/sessions/${sessionId}/frames`, {
    ...{ query: {}, itemsMax: FRAMES_READ_MAX, isEnabled: frame !== null },
  });
  if (frame === null) return <p className="muted">No picture of the screen was kept when it was asked.</p>;
  const { id, target } = frame;
  const recorded = frames.items.find((each) => each.id === id);
  return (
    <figure className="shot">
      <StillFrame
        src={urlOf(`/v1/sessions/${sessionId}/frames/${id}`)}
        alt="The screen when it was asked"
        size={frame}
        masked={recorded?.masked ?? []}
        target={target && { ...target, to: null, label: tool.replace(/^computer_/, ""), tone: toneOf("asked") }}
      />
      <figcaption className="muted">
        as it was asked at <At at={createdAt} />
        {target === null && ", which names no place on the screen"}
      </figcaption>
    </figure>
  );
}
