import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly size?: "normal" | "wide";
  readonly children: ReactNode;
  onClose(): void;
}

/** The browser's own modal dialog: it keeps the focus and gives it back, and Escape closes it. */
export function Dialog({ title, size = "normal", children, onClose }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      className={`dialog ${size}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" size="small" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
