import { useHasRole } from "../../auth/auth-context.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ConsentsPanel } from "./consents-panel.tsx";
import { DeliveriesPanel } from "./deliveries-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { ProjectsPanel } from "./projects-panel.tsx";
import { WebhooksPanel } from "./webhooks-panel.tsx";
import { WorkersPanel } from "./workers-panel.tsx";
import { WorkflowPanel } from "./workflow-panel.tsx";
import { WorkflowsPanel } from "./workflows-panel.tsx";

const SECTIONS = {
  keys: "Keys and roles",
  webhooks: "Webhooks",
  workflows: "Workflows",
  consents: "Consents",
  projects: "Projects",
  workers: "Workers",
} as const;

export function SettingsPage({ section, id }: { section: string; id: string | null }) {
  const isAdmin = useHasRole("admin");
  const shown = Object.entries(SECTIONS).map(([name, label]) => ({ name, label, href: `/settings/${name}` }));
  const isClosed = !isAdmin && (section === "keys" || section === "webhooks");
  return (
    <Page title="Settings">
      <Tabs label="Settings" tabs={shown} current={section} />
      {isClosed ? (
        <EmptyState title="These are for administrators.">
          <p>Your key has a role below admin. Ask whoever gave it to you.</p>
        </EmptyState>
      ) : (
        <Section section={section} id={id} />
      )}
    </Page>
  );
}

function Section({ section, id }: { section: string; id: string | null }) {
  if (section === "webhooks") return id === null ? <WebhooksPanel /> : <DeliveriesPanel webhookId={id} />;
  if (section === "workflows") return id === null ? <WorkflowsPanel /> : <WorkflowPanel name={id} />;
  if (section === "consents") return <ConsentsPanel />;
  if (section === "projects") return <ProjectsPanel />;
  if (section === "workers") return <WorkersPanel />;
  return <KeysPanel />;
}
