import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { toProblem } from "../client/problem.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

export interface Toast {
  readonly tone: "good" | "bad" | "none";
  readonly text: string;
}
type ShownToast = Toast & { readonly id: number };
const SHOWN_MS = 6_000;
const SHOWN_MAX = 4;

const Show = createContext<(toast: Toast) => void>(() => {});

/** Short news in a corner. A failure stays until it is closed: nobody has to have been looking. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const counter = useRef(0);
  const corner = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  // Shown anew with each one: what was shown last is above everything, an open dialog too.
  useEffect(() => {
    corner.current?.hidePopover();
    if (newest !== undefined) corner.current?.showPopover();
  }, [newest]);
  const drop = (id: number) => setToasts((all) => all.filter((each) => each.id !== id));
  const show = (toast: Toast) => {
    counter.current += 1;
    const id = counter.current;
    setToasts((all) => [...all, { ...toast, id }].slice(-SHOWN_MAX));
    if (toast.tone !== "bad") setTimeout(() => drop(id), SHOWN_MS);
  };
  return (
    <Show value={show}>
      {children}
      <section className="toasts" aria-label="News" popover="manual" ref={corner}>
        {toasts.map(({ id, tone, text }) => (
          <div key={id} className="toast" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
            <span>{text}</span>
            <Button kind="quiet" size="small" aria-label="Dismiss" onClick={() => drop(id)}>
              <Icon name="close" size={12} />
            </Button>
          </div>
        ))}
      </section>
    </Show>
  );
}

export const useToast = () => useContext(Show);

/** Runs something and says how it went; a refusal is shown with the server's own words. @returns whether it went well */
export function useAttempt(): <T>(work: () => Promise<T>, done?: string) => Promise<T | null> {
  const toast = useToast();
  return async (work, done) => {
    try {
      const result = await work();
      if (done !== undefined) toast({ tone: "good", text: done });
      return result;
    } catch (error) {
      toast({ tone: "bad", text: toProblem(error).message });
      return null;
    }
  };
}
