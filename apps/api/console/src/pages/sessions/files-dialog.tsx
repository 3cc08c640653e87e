import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemCard } from "../../ui/problem-card.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { type FileEntry, joinPath, listFiles, parentOf, readFile, writeFile } from "./session-files.ts";

/** The session's directory. */
const FIRST = "/workspace";

/** Files of the desktop, out and in: each look, read and write is an action, judged and recorded like any other. */
export function FilesDialog({ sessionId, onClose }: { sessionId: string; onClose(): void }) {
  const attempt = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  const [directory, setDirectory] = useState(FIRST);
  const [isOver, setIsOver] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const result = useQuery({
    queryKey: ["files", sessionId, directory],
    queryFn: () => listFiles(sessionId, directory),
    retry: false,
    staleTime: 0,
  });
  const upload = async (files: readonly File[]) => {
    setIsBusy(true);
    for (const file of files)
      await attempt(() => writeFile(sessionId, joinPath(directory, file.name), file), `${file.name} is on the desktop`);
    setIsBusy(false);
    void result.refetch();
  };
  const download = async (name: string) => {
    setIsBusy(true);
    const blob = await attempt(() => readFile(sessionId, joinPath(directory, name)));
    if (blob !== null) save(blob, name);
    setIsBusy(false);
  };
  return (
    <Dialog title="Files of the desktop" size="wide" onClose={onClose}>
      <section
        className="dialog-text files"
        aria-label={`Files in ${directory}`}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void upload([...event.dataTransfer.files]);
        }}
      >
        <div className="buttons">
          <Button size="small" disabled={directory === "/"} onClick={() => setDirectory(parentOf(directory))}>
            Up
          </Button>
          <code>{directory}</code>
          <span className="muted" role="status">
            {isBusy ? "Working…" : "Drop files here to put them on the desktop"}
          </span>
          <Button size="small" disabled={isBusy} onClick={() => input.current?.click()}>
            <Icon name="upload" size={14} /> Upload
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Files to upload"
            onChange={(event) => void upload([...(event.target.files ?? [])])}
          />
        </div>
        {result.error !== null ? (
          <ProblemCard error={result.error} onRetry={() => void result.refetch()} />
        ) : (
          <ul className="lines file-list" aria-busy={result.isPending}>
            {result.data?.map((entry) => (
              <FileLine
                key={entry.name}
                entry={entry}
                isBusy={isBusy}
                onOpen={() => setDirectory(joinPath(directory, entry.name))}
                onDownload={() => void download(entry.name)}
              />
            ))}
            {result.data?.length === 0 && <li className="muted">Nothing is in this directory.</li>}
          </ul>
        )}
      </section>
    </Dialog>
  );
}

interface FileLineProps {
  readonly entry: FileEntry;
  readonly isBusy: boolean;
  onOpen(): void;
  onDownload(): void;
}

function FileLine({ entry: { name, type, bytes }, isBusy, onOpen, onDownload }: FileLineProps) {
  return (
    <li>
      <span className="cut mono">{name}</span>
      <span className="muted">{type === "file" ? `${bytes.toLocaleString("en")} bytes` : type}</span>
      {type === "directory" && (
        <Button size="small" onClick={onOpen}>
          Open
        </Button>
      )}
      {type === "file" && (
        <Button size="small" disabled={isBusy} onClick={onDownload} aria-label={`Download ${name}`}>
          <Icon name="download" size={14} />
        </Button>
      )}
    </li>
  );
}

/** As a file of unknown kind, whatever its name says: it is never opened as a page of this origin. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
