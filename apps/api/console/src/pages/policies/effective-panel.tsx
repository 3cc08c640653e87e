import type { EffectiveSettings, SettingReport } from "@deskfleet/contracts";
import { useResource } from "../../client/use-resource.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { WithCode } from "../../ui/with-code.tsx";
import { PolicyValue } from "./policy-value.tsx";

/** Every setting as it is in force, with the layer it comes from and what the other layers say about it. */
export function EffectivePanel({ project }: { project: string | null }) {
  const result = useResource<EffectiveSettings>("policies", "/v1/policies/effective", { query: { project } });
  return (
    <Loaded result={result}>
      {({ layers, settings }) => (
        <Panel
          title="What is in force for you"
          note={layers.length === 0 ? "no layer has a document" : layers.map(({ version }) => version).join(", ")}
        >
          <div className="table-flow">
            <table className="plain">
              <thead>
                <tr>
                  <th scope="col">Setting</th>
                  <th scope="col">In force</th>
                  <th scope="col">What the layers say</th>
                </tr>
              </thead>
              <tbody>
                {settings.map((setting) => (
                  <SettingRow key={setting.setting} setting={setting} />
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      )}
    </Loaded>
  );
}

function SettingRow({ setting }: { setting: SettingReport }) {
  const { setting: name, how, inForce, lockedBy, managedOnlyBy, said } = setting;
  return (
    <tr>
      <td className="setting-name">
        <strong className="mono">{name}</strong>
        <span className="muted">
          <WithCode text={how} />
        </span>
        {lockedBy !== null && <span className="badge">locked by {lockedBy}</span>}
        {managedOnlyBy !== null && <span className="badge">managed only, by {managedOnlyBy}</span>}
      </td>
      <td>
        {inForce.length === 0 && <span className="muted">nothing</span>}
        {inForce.map(({ value, layer, version }) => (
          <p key={`${version} ${JSON.stringify(value)}`} className="sourced">
            <PolicyValue value={value} />
            <span className="badge" data-layer={layer}>
              {version}
            </span>
          </p>
        ))}
      </td>
      <td>
        {said
          .filter(({ status }) => status !== "in_force")
          .map(({ value, layer, version, status, because }) => (
            <p key={version} className="sourced muted">
              <span className="badge">{version || layer}</span>
              <PolicyValue value={value} /> {status}
              {because !== null && `: ${because.replaceAll("_", " ")}`}
            </p>
          ))}
      </td>
    </tr>
  );
}
