import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmButtonProps {
  /** On the button, and again in the dialog. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly size?: "normal" | "small";
  readonly kind?: "plain" | "danger";
  readonly isDisabled?: boolean;
  onConfirm(): Promise<unknown> | undefined;
}

/** A button whose effect cannot be taken back: it says in a dialog what will happen, and does it there. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, children, size = "normal", kind = "danger", isDisabled = false, onConfirm } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    await onConfirm();
    setIsBusy(false);
    setIsOpen(false);
  };
  return (
    <>
      <Button kind={kind} size={size} disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <div className="dialog-text">{children}</div>
          <footer className="dialog-foot">
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button kind={kind === "danger" ? "danger" : "primary"} disabled={isBusy} onClick={confirm} autoFocus>
              {label}
            </Button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
