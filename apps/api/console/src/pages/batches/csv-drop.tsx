import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

interface Csv {
  /** Of the file; null when it was pasted. */
  readonly name: string | null;
  readonly text: string;
}

/** Takes a CSV however it comes: chosen, or dropped or pasted anywhere on the page. */
export function CsvDrop({ onCsv }: { onCsv(csv: Csv): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [source, setSource] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setSource(`${file.name}, ${Math.ceil(file.size / 1_024)} kB`);
    onCsv({ name: file.name, text: await file.text() });
  };
  // Kept on the page: a file that is dropped beside the frame would otherwise take the browser away from it.
  const onDrag = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === "dragover");
    if (event.type === "drop") void take(event.dataTransfer?.files[0]);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // In a field it is text like any other.
    if (text === "" || (event.target instanceof Element && event.target.closest("input,textarea") !== null)) return;
    event.preventDefault();
    setSource("pasted text");
    onCsv({ name: null, text });
  });
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    for (const type of ["dragover", "dragleave", "drop"] as const)
      document.addEventListener(type, (event) => onDrag(event), { signal });
    document.addEventListener("paste", (event) => onPaste(event), { signal });
    return () => gone.abort();
  }, []);
  return (
    <div className="drop" data-over={isOver}>
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
