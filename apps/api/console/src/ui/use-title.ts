import { useEffect } from "react";

let page = "Console";
let waiting = 0;

function show(): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · Deskfleet`;
}

/** The page's name in the tab and the history. */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}

/** How much waits for a person, in the tab: the console is open all day and seldom in front. */
export function useWaitingInTitle(count: number): void {
  useEffect(() => {
    waiting = count;
    show();
    return () => {
      waiting = 0;
      show();
    };
  }, [count]);
}
