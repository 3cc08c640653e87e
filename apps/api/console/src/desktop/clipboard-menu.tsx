import type { ViewClipboard } from "@deskfleet/contracts";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { CopyFromDesktop } from "./copy-from-desktop.tsx";

interface ClipboardMenuProps {
  readonly sessionId: string;
  readonly allowed: Exclude<ViewClipboard, "none">;
  /** @returns whether all of it went */
  onType(text: string): Promise<boolean>;
}

/** More than a person would type is for a file. */
const CHARACTERS_MAX = 5_000;

/** Texts between this machine and the desktop, by hand: nothing of this machine's own is sent or overwritten without being asked for. */
export function ClipboardMenu({ sessionId, allowed, onType }: ClipboardMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const type = async () => {
    setIsBusy(true);
    const isDone = await onType(text);
    setIsBusy(false);
    if (!isDone) return setFault("Not all of it was typed: the desktop is not in your control any more.");
    setText("");
    setIsOpen(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Clipboard
      </Button>
      {isOpen && (
        <Dialog title="Clipboard" onClose={() => setIsOpen(false)}>
          <div className="dialog-text">
            <label className="field">
              <span>Type on the desktop, where its cursor is</span>
              <textarea
                className="input"
                value={text}
                maxLength={CHARACTERS_MAX}
                onChange={(event) => setText(event.target.value)}
              />
              <small className="muted">
                Paste here. It is typed key by key and counted as your input; a line's end presses Return.
              </small>
            </label>
            <p className="error" role="alert">
              {fault}
            </p>
            <div className="buttons">
              <Button kind="primary" disabled={text === "" || isBusy} onClick={() => void type()}>
                {isBusy ? "Typing…" : "Type it"}
              </Button>
            </div>
            {allowed === "both" ? (
              <CopyFromDesktop sessionId={sessionId} />
            ) : (
              <p className="muted">What is copied on the desktop stays there.</p>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
