import type { Image } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../client/http.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";

/** Workers report every few seconds; no event tells of it. */
const POLL_MS = 10_000;

/** What a session or a workflow can name as `desktop.image`. */
export function ImagesPanel() {
  const result = useQuery({
    queryKey: ["capacity", "images"],
    queryFn: ({ signal }) => call<{ items: Image[] }>("GET", "/v1/images", { signal }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel title="Images" note="what a workflow or a session can ask for as desktop.image">
      <Loaded result={result}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No worker offers an image.">
              <p>
                A worker tells of its image when it starts. <Link href="/settings/workers">See the workers</Link>
              </p>
            </EmptyState>
          ) : (
            <PlainTable label="Images" head={["Image", "Applications", "Warm", "Workers"]}>
              {items.map(({ name, workers, warm, apps }) => (
                <tr key={name}>
                  <td className="mono nowrap">{name}</td>
                  <td>
                    {apps === null ? (
                      <span className="muted">not known before its first desktop</span>
                    ) : (
                      <ul className="apps">
                        {apps.map(({ id, name: title, class: kind }) => (
                          <li key={id} title={`class ${kind}`}>
                            <code>{id}</code> <span className="muted">{title}</span>
                          </li>
                        ))}
                      </ul>
                    )}
                  </td>
                  <td>{warm}</td>
                  <td className="mono muted">{workers.join(", ")}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Panel>
  );
}
