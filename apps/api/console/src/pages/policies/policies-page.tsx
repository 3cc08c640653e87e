import type { Project } from "@deskfleet/contracts";
import type { Page as PageOf } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { SelectField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { EffectivePanel } from "./effective-panel.tsx";
import { ExplainPanel } from "./explain-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { LayersPanel } from "./layers-panel.tsx";
import { PolicyEditor } from "./policy-editor.tsx";

const TABS = { effective: "In force", layers: "Layers", edit: "Edit", history: "History", explain: "Explain" } as const;
type TabName = keyof typeof TABS;
const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

/** `?project=` holds for all parts, `?layer=` for the editor and the history. */
export function PoliciesPage({ tab }: { tab: string }) {
  const [filters, change] = useUrlFilters(["project", "layer"]);
  const projects = useResource<PageOf<Project>>("projects", "/v1/projects", { query: { limit: 200 } });
  const current = isTab(tab) ? tab : "effective";
  const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")).toString();
  const suffix = search === "" ? "" : `?${search}`;
  const project = filters.project === "" ? null : filters.project;
  return (
    <Page
      title="Policies"
      lead={
        (projects.data?.items.length ?? 0) > 0 && (
          <span className="filters">
            <SelectField
              label="Project"
              value={filters.project}
              onChange={(event) => change({ project: event.target.value })}
            >
              <option value="">none</option>
              {projects.data?.items.map(({ id, name }) => (
                <option key={id}>{name}</option>
              ))}
            </SelectField>
          </span>
        )
      }
    >
      <Tabs
        label="Policies"
        current={current}
        tabs={Object.entries(TABS).map(([name, label]) => ({ name, label, href: `/policies/${name}${suffix}` }))}
      />
      {current === "effective" && <EffectivePanel project={project} />}
      {current === "layers" && <LayersPanel project={project} />}
      {current === "edit" && (
        <PolicyEditor
          key={`${filters.layer} ${project}`}
          layerName={filters.layer}
          project={project}
          onLayer={(layer) => change({ layer })}
        />
      )}
      {current === "history" && (
        <HistoryPanel
          key={`${filters.layer} ${project}`}
          layerName={filters.layer}
          project={project}
          onLayer={(layer) => change({ layer })}
        />
      )}
      {current === "explain" && <ExplainPanel project={project} />}
    </Page>
  );
}
