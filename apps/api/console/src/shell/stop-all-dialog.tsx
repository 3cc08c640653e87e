import { useRef, useState } from "react";
import { call } from "../client/http.ts";
import { useEvents } from "../live/live-provider.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/field.tsx";
import { useAttempt } from "../ui/toasts.tsx";

/** Stops every session of the tenant or the fleet, and stays open to show when each of them stood still. */
export function StopAllDialog({ onClose }: { onClose(): void }) {
  const attempt = useAttempt();
  const [scope, setScope] = useState<"tenant" | "fleet">("tenant");
  const reason = useRef<HTMLInputElement>(null);
  const [orderedAt, setOrderedAt] = useState<number | null>(null);
  const [stopped, setStopped] = useState<readonly number[]>([]);
  useEvents(["session.stopped"], ({ at }) => setStopped((all) => [...all, Date.parse(at)]));
  const stop = async () => {
    const at = Date.now();
    const body = { scope, reason: reason.current?.value ?? "" };
    if ((await attempt(() => call("POST", "/v1/stop", { body }))) !== null) setOrderedAt(at);
  };
  return (
    <Dialog title="Stop every session" onClose={onClose}>
      <div className="dialog-text">
        <p>
          Keys and buttons are released at once and every further action is refused. Each session is resumed on its own.
        </p>
        <SelectField label="Where" value={scope} onChange={(event) => setScope(event.target.value as typeof scope)}>
          <option value="tenant">All sessions of this tenant</option>
          <option value="fleet">The whole fleet (its operator only)</option>
        </SelectField>
        <label className="field">
          <span>Reason, for the audit</span>
          <input className="input" ref={reason} maxLength={500} />
        </label>
        {orderedAt !== null && <Effect orderedAt={orderedAt} stopped={stopped} />}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{orderedAt === null ? "Cancel" : "Done"}</Button>
        <Button kind="danger" onClick={stop}>
          Stop {scope === "tenant" ? "this tenant" : "the fleet"}
        </Button>
      </footer>
    </Dialog>
  );
}

function Effect({ orderedAt, stopped }: { orderedAt: number; stopped: readonly number[] }) {
  const last = Math.max(...stopped);
  return (
    <p role="status" className="effect">
      Ordered at {new Date(orderedAt).toLocaleTimeString()}.{" "}
      {stopped.length === 0
        ? "No session has reported yet."
        : `${stopped.length} ${stopped.length === 1 ? "session" : "sessions"} stopped, the last at ${new Date(last).toLocaleTimeString()}.`}
    </p>
  );
}
