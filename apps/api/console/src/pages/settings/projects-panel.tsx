import type { Project } from "@deskfleet/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useHasRole } from "../../auth/auth-context.tsx";
import { call } from "../../client/http.ts";
import type { Page } from "../../client/types.ts";
import { useResource } from "../../client/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlainTable } from "../../ui/plain-table.tsx";
import { Ago } from "../../ui/time.tsx";
import { useAttempt } from "../../ui/toasts.tsx";

export function ProjectsPanel() {
  const isAdmin = useHasRole("admin");
  const queries = useQueryClient();
  const attempt = useAttempt();
  const [name, setName] = useState("");
  const result = useResource<Page<Project>>("projects", "/v1/projects", { query: { limit: 200 } });
  const register = async (event: FormEvent) => {
    event.preventDefault();
    const made = await attempt(() => call("POST", "/v1/projects", { body: { name: name.trim() } }), "Registered");
    if (made === null) return;
    setName("");
    void queries.invalidateQueries({ queryKey: ["projects"] });
  };
  return (
    <div className="stack">
      {isAdmin && (
        <form className="filters" onSubmit={register}>
          <TextField
            label="New project"
            placeholder="lower-case name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button kind="primary" type="submit" disabled={name.trim() === ""}>
            Register
          </Button>
        </form>
      )}
      <Panel title="Projects" note="tasks and sessions that name one get its policy layers">
        <Loaded result={result}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No project is registered.">
                <p>A project has policy layers of its own, for whatever names it.</p>
              </EmptyState>
            ) : (
              <PlainTable label="Projects" head={["Name", "Id", "Registered", ""]}>
                {items.map((project) => (
                  <tr key={project.id}>
                    <td>{project.name}</td>
                    <td>
                      <CopyId id={project.id} />
                    </td>
                    <td>
                      <Ago at={project.createdAt} />
                    </td>
                    <td>
                      <Link href={`/policies/layers?project=${project.name}`}>Policies</Link>
                    </td>
                  </tr>
                ))}
              </PlainTable>
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
