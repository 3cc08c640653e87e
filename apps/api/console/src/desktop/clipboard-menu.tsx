import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface ClipboardMenuProps {
  /** What was copied on the desktop last. */
  readonly copied: string;
  onSend(text: string): void;
}

/** The desktop's clipboard by hand: nothing of this machine's own is sent or overwritten without being asked for. */
export function ClipboardMenu({ copied, onSend }: ClipboardMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Clipboard
      </Button>
      {isOpen && (
        <Dialog title="Clipboard of the desktop" onClose={() => setIsOpen(false)}>
          <div className="dialog-text">
            <label className="field">
              <span>Send to the desktop</span>
              <textarea className="input" value={text} onChange={(event) => setText(event.target.value)} />
            </label>
            <div className="buttons">
              <Button
                kind="primary"
                disabled={text === ""}
                onClick={() => {
                  onSend(text);
                  setIsOpen(false);
                }}
              >
                Send
              </Button>
            </div>
            <label className="field">
              <span>Copied on the desktop</span>
              <textarea className="input" readOnly value={copied} placeholder="Nothing yet" />
            </label>
          </div>
        </Dialog>
      )}
    </>
  );
}
