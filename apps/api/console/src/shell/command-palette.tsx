import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Command, findCommands } from "./commands.ts";
import { useCommands } from "./use-commands.ts";

const SHOWN_MAX = 12;

/** One field for everything: pages, what a page can do, and anything by its id. */
export function CommandPalette({ onClose, onStop }: { onClose(): void; onStop(): void }) {
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [current, setCurrent] = useState(0);
  const commands = findCommands(useCommands(text, onStop), text).slice(0, SHOWN_MAX);
  useEffect(() => dialog.current?.showModal(), []);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setCurrent((at) => Math.min(commands.length - 1, at + 1));
    else if (event.key === "ArrowUp") setCurrent((at) => Math.max(0, at - 1));
    else if (event.key === "Enter") run(commands[current]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label="Search or go to"
      onClose={onClose}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <input
          className="palette-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={commands.length === 0 ? undefined : `${listId}-${current}`}
          aria-label="Search or go to"
          placeholder="A page, an action, or an id"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
          autoFocus
        />
        <div className="palette-list" role="listbox" id={listId} aria-label="Commands">
          {commands.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys of the list
            <div
              key={command.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onMouseMove={() => setCurrent(index)}
              onClick={() => run(command)}
            >
              <span>{command.label}</span>
              <span className="muted">{command.hint}</span>
            </div>
          ))}
        </div>
        {commands.length === 0 && (
          <p className="palette-none muted">Nothing is called like this. An id has to be whole.</p>
        )}
      </div>
    </dialog>
  );
}
