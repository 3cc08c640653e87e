import type { PolicyChange, PolicyVersion } from "@deskfleet/contracts";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Actor } from "../../ui/actor.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { At } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { ChangeList } from "./change-list.tsx";
import { LayerChoice, layerOf } from "./layer-choice.tsx";
import { mayEdit } from "./layers.ts";
import { useEditor } from "./use-editor.ts";

interface HistoryProps {
  readonly layerName: string;
  readonly project: string | null;
  onLayer(layer: string): void;
}

export function HistoryPanel({ layerName, project, onLayer }: HistoryProps) {
  const layer = layerOf(layerName, project);
  const query = { project, limit: 100 };
  const result = useResource<Page<PolicyVersion>>("policies", `/v1/policies/${layer}/versions`, { query });
  return (
    <>
      <LayerChoice layer={layer} project={project} onLayer={onLayer} />
      <Panel title={`Versions of ${layer}`} note="newest first; none is ever removed">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="Nothing has been stored in this layer." />
            ) : (
              <table className="plain">
                <thead>
                  <tr>
                    {["Version", "When", "By", "Why", ""].map((name) => (
                      <th key={name} scope="col">
                        {name || <span className="visually-hidden">Actions</span>}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {items.map((version, index) => (
                    <VersionRow
                      key={version.version}
                      version={version}
                      isInForce={index === 0}
                      latest={items[0]?.version ?? 0}
                      project={project}
                    />
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

interface VersionRowProps {
  readonly version: PolicyVersion;
  readonly isInForce: boolean;
  readonly latest: number;
  readonly project: string | null;
}

function VersionRow({ version, isInForce, latest, project }: VersionRowProps) {
  const editor = useEditor();
  const attempt = useAttempt();
  const [{ version: open }, change] = useUrlFilters(["version"]);
  const { layer, version: number, comment, createdAt, createdBy } = version;
  const rollback = () =>
    attempt(
      () =>
        call("POST", `/v1/policies/${layer}/rollback`, {
          query: { project },
          body: { version: number, expectedVersion: latest },
        }),
      `Back to version ${number}, as version ${latest + 1}`,
    );
  return (
    <tr>
      <td>
        {number} {isInForce && <span className="badge">in force</span>}
      </td>
      <td>
        <At at={createdAt} withAgo />
      </td>
      <td>
        <Actor actor={createdBy} />
      </td>
      <td>{comment || <span className="muted">no comment</span>}</td>
      <td>
        <div className="buttons end">
          <Button size="small" onClick={() => change({ version: String(number) })}>
            Show
          </Button>
          {!isInForce && mayEdit(editor, layer) && (
            <ConfirmButton
              label="Roll back"
              title={`Back to version ${number}?`}
              size="small"
              kind="plain"
              onConfirm={rollback}
            >
              <p>Stores a next version that equals this one. It is in force at once, in running sessions too.</p>
            </ConfirmButton>
          )}
        </div>
        {open === String(number) && (
          <VersionDialog version={version} project={project} onClose={() => change({ version: "" })} />
        )}
      </td>
    </tr>
  );
}

function VersionDialog({
  version,
  project,
  onClose,
}: {
  version: PolicyVersion;
  project: string | null;
  onClose(): void;
}) {
  const { layer, version: number, document } = version;
  const query = { project, from: number - 1, to: number };
  const before = useResource<{ changes: PolicyChange[] }>("policies", `/v1/policies/${layer}/diff`, {
    query,
    isEnabled: number > 1,
  });
  return (
    <Dialog title={`${layer}, version ${number}`} size="wide" onClose={onClose}>
      <div className="dialog-text">
        {number > 1 && (
          <>
            <h3>What it changed</h3>
            <Loaded result={before}>{({ changes }) => <ChangeList changes={changes} />}</Loaded>
          </>
        )}
        <h3>The document</h3>
        <JsonView value={document} label="The document" />
      </div>
    </Dialog>
  );
}
