import { Dialog } from "../ui/dialog.tsx";
import { listShortcuts } from "./shortcuts.ts";

const EVERYWHERE = [
  ["Ctrl K", "Search, or go to any page"],
  ["?", "This list"],
  ["↑ ↓ or j k", "Move in a table"],
  ["Enter", "Open the row"],
  ["Esc", "Close a dialog"],
] as const;

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const own = listShortcuts().filter(({ keys }) => keys !== "?");
  return (
    <Dialog title="Keyboard shortcuts" size="wide" onClose={onClose}>
      <dl className="shortcuts">
        {[...EVERYWHERE, ...own.map(({ keys, says }) => [keys, says] as const)].map(([keys, says]) => (
          <div key={keys}>
            <dt>{keys.split(" ").map((key) => (key === "or" ? " or " : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
