import type { StoredWorkflow } from "@deskfleet/contracts";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Facts } from "../../ui/facts.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { At } from "../../ui/time.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";

/** One workflow with its versions; `?version=` chooses one, without it the newest is shown. */
export function WorkflowPanel({ name }: { name: string }) {
  const isOperator = useHasRole("operator");
  const [filters] = useUrlFilters(["version"]);
  const result = useResource<Page<StoredWorkflow>>("workflows", `/v1/workflows/${name}/versions`, {
    query: { limit: 200 },
  });
  return (
    <Loaded result={result}>
      {({ items }) => {
        const shown = items.find(({ version }) => String(version) === filters.version) ?? items[0]!;
        const { id: _id, createdAt, ...document } = shown;
        return (
          <Panel
            title={`${name}@${shown.version}`}
            note={<At at={createdAt} withAgo />}
            actions={
              <>
                {isOperator && <Link href={`/tasks/new?workflow=${name}@${shown.version}`}>Run</Link>}
                <Link href="/settings/workflows">All workflows</Link>
              </>
            }
          >
            <Facts
              facts={[
                ["What it does", shown.description],
                ["Desktop", `${shown.desktop.image}, ${shown.desktop.display}, ${shown.desktop.isolation}`],
                ["Consents", shown.grants.join(", ")],
                [
                  "Versions",
                  <span key="versions" className="buttons">
                    {items.map(({ version }) => (
                      <Link
                        key={version}
                        href={`/settings/workflows/${name}?version=${version}`}
                        aria-current={version === shown.version ? "true" : undefined}
                      >
                        {version}
                      </Link>
                    ))}
                  </span>,
                ],
              ]}
            />
            <div className="panel-body">
              <JsonView value={document} label="The document" />
            </div>
          </Panel>
        );
      }}
    </Loaded>
  );
}
