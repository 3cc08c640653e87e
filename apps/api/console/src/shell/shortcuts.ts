import { useEffect, useEffectEvent } from "react";

/** Keys of the page that is shown, with what they do; listed by `?`. */
export interface Shortcut {
  /** As `event.key`, or two with a space between, pressed one after the other: `g t`; `Space`; `Shift+` before a key with a name. */
  readonly keys: string;
  readonly says: string;
  run(): void;
}

const active = new Set<readonly Shortcut[]>();
export const listShortcuts = (): readonly Shortcut[] => [...active].flat();

const SEQUENCE_MS = 1_200;
let before = { key: "", at: 0 };

/** Where keys are text, or belong to a dialog or a desktop, they are no shortcuts. */
const isTaken = ({ target }: Event) =>
  target instanceof Element && target.closest("input,textarea,select,dialog[open],[role=application]") !== null;

/** Of a letter or a sign, Shift is in the key already. */
const nameOf = ({ key, shiftKey }: KeyboardEvent) =>
  key === " " ? "Space" : shiftKey && key.length > 1 ? `Shift+${key}` : key;

/** Space presses what has the focus. */
const isPressed = ({ key, target }: KeyboardEvent) =>
  key === " " && target instanceof Element && target.closest("button,summary") !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event) || document.querySelector("dialog[open]"))
    return;
  const key = nameOf(event);
  const sequence = event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : "";
  before = { key, at: event.timeStamp };
  const all = listShortcuts();
  const found = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === key);
  if (found === undefined || isPressed(event)) return;
  event.preventDefault();
  found.run();
}

/** Has these keys work while the component is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((each) => each.keys === keys)?.run());
  const said = shortcuts.map(({ keys, says }) => `${keys}\n${says}`).join("\n\n");
  useEffect(() => {
    if (said === "") return;
    const mine = said.split("\n\n").map((each) => {
      const [keys = "", says = ""] = each.split("\n");
      return { keys, says, run: () => run(keys) };
    });
    if (active.size === 0) document.addEventListener("keydown", onKeyDown);
    active.add(mine);
    return () => {
      active.delete(mine);
      if (active.size === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [said]);
}
