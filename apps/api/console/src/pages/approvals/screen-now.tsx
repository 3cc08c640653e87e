import type { Approval } from "@deskfleet/contracts";
import { useEffect, useState } from "react";
import { useHasRole } from "../../auth/auth-context.tsx";
import { send } from "../../client/http.ts";
import { toProblem } from "../../client/problem.ts";
import { Button } from "../../ui/button.tsx";

interface Shot {
  readonly url: string;
  readonly width: number;
  readonly height: number;
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
      setShot({ url: URL.createObjectURL(await response.blob()), width: width || 1, height: height || 1 });
    } catch (error) {
      setFault(toProblem(error).message);
    }
  };
  const { x, y } = approval.params;
  return (
    <div className="stack">
      <div className="buttons">
        <Button size="small" onClick={look}>
          {shot === null ? "Look at the screen as it is now" : "Look again"}
        </Button>
        {fault !== "" && <span className="error">{fault}</span>}
      </div>
      {shot !== null && (
        <div className="shot">
          <img src={shot.url} alt="The screen as it is now" />
          {typeof x === "number" && typeof y === "number" && (
            <span
              className="shot-mark"
              style={{ left: `${(100 * x) / shot.width}%`, top: `${(100 * y) / shot.height}%` }}
            />
          )}
        </div>
      )}
    </div>
  );
}
