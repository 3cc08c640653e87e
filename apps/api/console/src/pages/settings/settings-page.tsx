import { usePrincipal } from "../../auth/auth-context.tsx";
import { hasRole } from "../../auth/roles.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { ConsentsPanel } from "./consents-panel.tsx";
import { DeliveriesPanel } from "./deliveries-panel.tsx";
import { ImagesPanel } from "./images-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { ProjectsPanel } from "./projects-panel.tsx";
import { SETTINGS } from "./sections.ts";
import { WebhooksPanel } from "./webhooks-panel.tsx";
import { WorkersPanel } from "./workers-panel.tsx";
import { WorkflowPanel } from "./workflow-panel.tsx";
import { WorkflowsPanel } from "./workflows-panel.tsx";

/** Without a section, the first one that this role may see. */
export function SettingsPage({ section: named, id }: { section: string | null; id: string | null }) {
  const principal = usePrincipal();
  const open = SETTINGS.filter(({ role }) => hasRole(principal, role));
  const section = named ?? open[0]?.name;
  if (!SETTINGS.some(({ name }) => name === section)) return <NotFoundPage />;
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        tabs={open.map(({ name, label }) => ({ name, label, href: `/settings/${name}` }))}
        current={section ?? ""}
      />
      {open.some(({ name }) => name === section) ? (
        <Section section={section ?? ""} id={id} />
      ) : (
        <EmptyState title="These are for administrators.">
          <p>Your key has a role below admin. Ask whoever gave it to you.</p>
        </EmptyState>
      )}
    </Page>
  );
}

function Section({ section, id }: { section: string; id: string | null }) {
  if (section === "webhooks") return id === null ? <WebhooksPanel /> : <DeliveriesPanel webhookId={id} />;
  if (section === "workflows") return id === null ? <WorkflowsPanel /> : <WorkflowPanel name={id} />;
  if (section === "consents") return <ConsentsPanel />;
  if (section === "projects") return <ProjectsPanel />;
  if (section === "images") return <ImagesPanel />;
  if (section === "workers") return <WorkersPanel />;
  return <KeysPanel />;
}
