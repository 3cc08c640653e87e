import type { Approval } from "@deskfleet/contracts";
import { useEffect, useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { send } from "../../client/http.ts";
import { toProblem } from "../../client/problem.ts";
import { StillFrame } from "../../desktop/still-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { At } from "../../ui/time.tsx";
import { placeOf } from "../sessions/action-place.ts";

interface Shot {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly at: string;
}

/** The screen as it is now, with the place that the action names. It is a look of its own: judged, masked and recorded like any. */
export function ScreenNow({ approval }: { approval: Approval }) {
  const mayLook = useHasRole("operator");
  const [shot, setShot] = useState<Shot | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => () => URL.revokeObjectURL(shot?.url ?? ""), [shot]);
  if (!mayLook || approval.state !== "pending") return null;
  const look = async () => {
    setFault("");
    try {
      const response = await send("GET", `/v1/sessions/${approval.sessionId}/frame`, { query: { format: "webp" } });
      if (response.status === 202)
        return setFault("Looking at this screen has to be approved too; it is in the inbox.");
      const [width, height] = ["X-Frame-Width", "X-Frame-Height"].map((name) => Number(response.headers.get(name)));
      const url = URL.createObjectURL(await response.blob());
      setShot({ url, width: width || 1, height: height || 1, at: new Date().toISOString() });
    } catch (error) {
      setFault(toProblem(error).message);
    }
  };
  const place = placeOf(approval.params);
  return (
    <figure className="shot">
      {shot !== null && (
        <StillFrame
          src={shot.url}
          alt="The screen as it is now"
          size={shot}
          masked={[]}
          target={place && { ...place, label: approval.tool.replace(/^computer_/, ""), tone: "warn" }}
        />
      )}
      <figcaption className="buttons">
        {shot !== null && (
          <span className="muted">
            as it was at <At at={shot.at} />
          </span>
        )}
        <Button size="small" onClick={look}>
          {shot === null ? "Look at the screen as it is now" : "Look again"}
        </Button>
        {fault !== "" && <span className="error">{fault}</span>}
      </figcaption>
    </figure>
  );
}
