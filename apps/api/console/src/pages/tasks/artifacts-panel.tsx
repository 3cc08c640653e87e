import type { Artifact } from "@deskfleet/contracts";
import { urlOf } from "../../client/http.ts";
import { useResource } from "../../client/use-resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RecordingNote } from "../run/recording-note.tsx";

/** Frames and files that were kept of a task, masked when they were taken. */
export function ArtifactsPanel({ taskId }: { taskId: string }) {
  const result = useResource<{ items: Artifact[] }>("tasks", `/v1/tasks/${taskId}/artifacts`);
  return (
    <Panel title="Kept frames and files" note={<RecordingNote />}>
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="panel-body muted">
              None. A step that captures a frame keeps it here, and so does a failure with what the screen showed.
            </p>
          ) : (
            <ul className="artifacts">
              {items.map((artifact) => (
                <ArtifactItem key={artifact.id} artifact={artifact} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function ArtifactItem({ artifact }: { artifact: Artifact }) {
  const url = urlOf(`/v1/artifacts/${artifact.id}`);
  const isImage = artifact.contentType.startsWith("image/");
  return (
    <li>
      <a href={url} download={artifact.name}>
        {isImage && <img src={url} alt={`Frame ${artifact.name}`} loading="lazy" width="320" height="200" />}
        <span className="cut">{artifact.name}</span>
      </a>
      <span className="muted">{Math.ceil(artifact.contentBytes / 1_024)} kB</span>
    </li>
  );
}
