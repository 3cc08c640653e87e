import type { PolicyVersion, StoredLayer } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useResource } from "../../client/use-resource.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { At } from "../../ui/time.tsx";
import { mayEdit, STORED_LAYERS } from "./layers.ts";
import { useEditor } from "./use-editor.ts";

/** The stored documents side by side, the strongest on the left. */
export function LayersPanel({ project }: { project: string | null }) {
  const editor = useEditor();
  const result = useResource<Record<StoredLayer, PolicyVersion | null>>("policies", "/v1/policies", {
    query: { project },
  });
  const query = (layer: StoredLayer) => new URLSearchParams({ layer, ...(project && { project }) }).toString();
  return (
    <Loaded result={result}>
      {(stored) => (
        <div className="layers">
          {STORED_LAYERS.filter(({ isOfProject }) => !isOfProject || project !== null)
            .toReversed()
            .map(({ name, says }) => (
              <Panel
                key={name}
                title={name}
                note={stored[name] === null ? says : `version ${stored[name].version}`}
                actions={
                  <>
                    {stored[name] !== null && <Link href={`/policies/history?${query(name)}`}>History</Link>}
                    {mayEdit(editor, name) && <Link href={`/policies/edit?${query(name)}`}>Edit</Link>}
                  </>
                }
              >
                <div className="panel-body">
                  {stored[name] === null ? (
                    <p className="muted">Nothing is stored: {says}.</p>
                  ) : (
                    <>
                      <p className="muted">
                        {stored[name].comment || "without a comment"}, <At at={stored[name].createdAt} withAgo />
                      </p>
                      <JsonView value={stored[name].document} label={`Document of the layer ${name}`} />
                    </>
                  )}
                </div>
              </Panel>
            ))}
        </div>
      )}
    </Loaded>
  );
}
