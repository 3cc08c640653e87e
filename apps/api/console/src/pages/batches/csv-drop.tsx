import { type ChangeEvent, type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

interface Csv {
  /** Of the file; null when it was pasted. */
  readonly name: string | null;
  readonly text: string;
}

/** Takes a CSV however it comes: dropped, chosen or pasted. */
export function CsvDrop({ onCsv }: { onCsv(csv: Csv): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [source, setSource] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setSource(`${file.name}, ${Math.ceil(file.size / 1_024)} kB`);
    onCsv({ name: file.name, text: await file.text() });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (text === "") return;
    event.preventDefault();
    setSource("pasted text");
    onCsv({ name: null, text });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are short cuts for the button inside
    <div
      className="drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      onPaste={onPaste}
    >
      <Icon name="upload" size={20} />
      <span>{source ?? "Drop a CSV here, or paste it"}</span>
      <Button size="small" onClick={() => input.current?.click()}>
        {source === null ? "Choose a file" : "Choose another"}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        hidden
        onChange={(event: ChangeEvent<HTMLInputElement>) => void take(event.target.files?.[0])}
      />
    </div>
  );
}
