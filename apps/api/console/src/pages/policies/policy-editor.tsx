import type { PolicyCheck, PolicyVersion } from "@deskfleet/contracts";
import { useEffect, useState } from "react";
import { call } from "../../client/http.ts";
import { toProblem } from "../../client/problem.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FaultList, ProblemCard } from "../../ui/problem-card.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { ChangeList } from "./change-list.tsx";
import { ExamplesPanel } from "./examples-panel.tsx";
import { LayerChoice, layerOf } from "./layer-choice.tsx";
import { mayEdit } from "./layers.ts";
import { useEditor } from "./use-editor.ts";
import { useStoredPolicy } from "./use-stored-policy.ts";

interface EditorProps {
  readonly layerName: string;
  readonly project: string | null;
  onLayer(layer: string): void;
}

export function PolicyEditor({ layerName, project, onLayer }: EditorProps) {
  const layer = layerOf(layerName, project);
  const stored = useStoredPolicy(layer, project);
  return (
    <>
      <LayerChoice layer={layer} project={project} onLayer={onLayer} />
      <Loaded result={stored}>
        {/* A version that somebody else stores meanwhile does not take away what is being written: saving then says so. */}
        {(version) => <EditorBody key={layer} layer={layer} project={project} first={version} />}
      </Loaded>
    </>
  );
}

type BodyProps = { layer: PolicyVersion["layer"]; project: string | null; first: PolicyVersion | null };

/** The document as JSON or YAML; the server judges it as it is written, and nothing is stored until it is saved. */
function EditorBody({ layer, project, first }: BodyProps) {
  const editor = useEditor();
  const toast = useToast();
  const [basedOn, setBasedOn] = useState(first?.version ?? 0);
  const [text, setText] = useState(() => JSON.stringify(first?.document ?? {}, null, 2));
  const [comment, setComment] = useState("");
  const [check, setCheck] = useState<PolicyCheck | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isAllowed = mayEdit(editor, layer);
  const settled = useDebounced(text);
  useEffect(() => {
    if (!isAllowed) return;
    const gone = new AbortController();
    const content = { type: "application/yaml", content: settled };
    call<PolicyCheck>("POST", `/v1/policies/${layer}/check`, {
      query: { project },
      text: content,
      signal: gone.signal,
    }).then(
      (checked) => {
        setCheck(checked);
        setError(null);
      },
      (thrown) => gone.signal.aborted || setError(toProblem(thrown)),
    );
    return () => gone.abort();
  }, [settled, layer, project, isAllowed]);

  const save = async () => {
    try {
      const saved = await call<PolicyVersion>("PUT", `/v1/policies/${layer}`, {
        query: { project, comment },
        text: { type: "application/yaml", content: text },
        headers: { "If-Match": `"${basedOn}"` },
      });
      setBasedOn(saved.version);
      setComment("");
      setCheck({ faults: [], changes: [], basedOn: saved.version });
      setError(null);
      toast({ tone: "good", text: `Version ${saved.version} is in force, in running sessions too` });
    } catch (thrown) {
      setError(toProblem(thrown));
    }
  };
  const isReady = settled === text && check !== null && check.faults.length === 0 && check.changes.length > 0;
  return (
    <div className="split">
      <Panel title={`Layer ${layer}`} note={basedOn === 0 ? "nothing stored yet" : `based on version ${basedOn}`}>
        <div className="panel-body">
          <textarea
            className="input policy-text"
            aria-label="Document, JSON or YAML"
            spellCheck={false}
            readOnly={!isAllowed}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {isAllowed ? (
            <div className="save-line">
              <TextField
                label="Why it changes"
                value={comment}
                maxLength={500}
                onChange={(event) => setComment(event.target.value)}
              />
              <Button kind="primary" disabled={!isReady} onClick={save}>
                Save as the next version
              </Button>
            </div>
          ) : (
            <p className="muted">
              You may read this layer; {layer === "fleet" ? "the fleet's operator writes" : "administrators write"} it.
            </p>
          )}
          {error !== null && <ProblemCard error={error} />}
        </div>
      </Panel>
      <div className="stack">
        {check !== null && (
          <Panel
            title={check.faults.length > 0 ? "Faults" : "Changes"}
            note={String(check.faults.length || check.changes.length)}
          >
            <div className="panel-body">
              {check.faults.length > 0 ? <FaultList faults={check.faults} /> : <ChangeList changes={check.changes} />}
            </div>
          </Panel>
        )}
        <ExamplesPanel text={text} isAllowed={isAllowed} onText={setText} />
      </div>
    </div>
  );
}
