import { Page } from "../../ui/page.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { CasesPanel } from "./cases-panel.tsx";
import { JudgementPage } from "./judgement-page.tsx";
import { JudgementsPanel } from "./judgements-panel.tsx";
import { PacksPanel } from "./packs-panel.tsx";
import { ReportPanel } from "./report-panel.tsx";

const TABS = [
  { name: "report", label: "Report", href: "/auditor" },
  { name: "judgements", label: "Judgements", href: "/auditor/judgements" },
  { name: "cases", label: "Cases", href: "/auditor/cases" },
  { name: "packs", label: "Rule packs", href: "/auditor/packs" },
] as const;

/** What the auditor judged and what came of it, one judgement, the cases that it is measured by, and a tenant's own rules. */
export function AuditorPage({ tab, id }: { tab: string; id: string | null }) {
  if (tab === "judgements" && id !== null) return <JudgementPage id={id} />;
  const shown = TABS.find(({ name }) => name === tab);
  if (shown === undefined || id !== null) return <NotFoundPage />;
  return (
    <Page title="Auditor" layout={tab === "judgements" ? "fill" : "flow"}>
      <Tabs label="Parts of the auditor" tabs={TABS} current={tab} />
      {tab === "report" && <ReportPanel />}
      {tab === "judgements" && <JudgementsPanel />}
      {tab === "cases" && <CasesPanel />}
      {tab === "packs" && <PacksPanel />}
    </Page>
  );
}
